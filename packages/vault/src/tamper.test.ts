import { createCipheriv, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from './bytes.ts';
import { changeItems, putItem } from './edit-vault.ts';
import { type LegacyRecord, openItem } from './item.ts';
import { importAesKey } from './keys.ts';
import { openVault, unlockWithPassword } from './open-vault.ts';
import { unwrapResult } from './result.ts';
import { OTHER_USER, type TestVault, USER, reopenVault, createTestVault } from './vault-fixtures.ts';
import { type VaultFile, parseVaultFile } from './vault-file.ts';

let vault: TestVault;
let newer: VaultFile;
const CREDENTIAL = {
  url: 'https://x.example',
  label: 'X',
  username: 'u',
  password: 'p',
  enabled: true,
  uuid: null,
  pin: null,
};

beforeAll(async () => {
  vault = await createTestVault();
  newer = unwrapResult(await putItem(vault.opened, 'cesena', { ...CREDENTIAL, password: 'Nuova-11' })).file;
});

/** Flips one bit of the last base64url part of a sealed text. */
function flip(text: string, bit: number): string {
  const parts = text.split(':');
  const bytes = fromBase64Url(parts.pop() ?? '');
  if (bytes === null) throw new Error('not a sealed text');
  const at = (bit >> 3) % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
  return [...parts, toBase64Url(bytes)].join(':');
}

describe('security 15: a portal that rewrites the vault is found', () => {
  test('every single flipped bit of an item is found, the item is not used, nothing may be overwritten', async () => {
    const text = vault.file.items['cesena'] ?? '';
    const bits = (fromBase64Url(text.split(':')[3] ?? '')?.length ?? 0) * 8;
    for (let bit = 0; bit < bits; bit += 1) {
      expect(await openItem(vault.opened.dek, USER, 'cesena', flip(text, bit))).toBeNull();
    }
    const opened = await reopenVault(
      { ...vault.file, items: { ...vault.file.items, cesena: flip(text, 3) } },
      vault.master,
    );
    expect(opened.problems).toEqual([{ kind: 'changed', id: 'cesena' }]);
    expect([...opened.items.keys()]).toEqual(['forli']);
    expect(await changeItems(opened, [['forli', null]])).toEqual({ ok: false, reason: 'read_only' });
  });

  test('a flipped bit in the slot or the index is found', async () => {
    const [password, recovery] = vault.file.keys;
    if (password === undefined || recovery === undefined) throw new Error('two slots expected');
    for (const bit of [0, 100, 255, 383]) {
      const file = { ...vault.file, keys: [{ ...password, ct: flip(password.ct, bit) }, recovery] };
      expect(await unlockWithPassword(file, USER, vault.master)).toEqual({ ok: false, reason: 'wrong_password' });
      const after = await unlockWithPassword(file, USER, vault.master, { isPasswordProven: true });
      expect(after).toEqual({ ok: false, reason: 'foreign' });
    }
    const opened = await reopenVault({ ...vault.file, index: flip(vault.file.index, 9) }, vault.master);
    expect(opened.problems).toEqual([{ kind: 'index', id: null }]);
    expect(opened.isReadOnly).toBe(true);
  });

  test('two items swapped, and one item copied over another, are found', async () => {
    const { cesena = '', forli = '' } = vault.file.items;
    const swapped = await reopenVault({ ...vault.file, items: { cesena: forli, forli: cesena } }, vault.master);
    expect(swapped.problems).toEqual([
      { kind: 'changed', id: 'cesena' },
      { kind: 'changed', id: 'forli' },
    ]);
    expect(swapped.items.size).toBe(0);
    expect(await openItem(vault.opened.dek, USER, 'forli', cesena)).toBeNull();
  });

  test('a missing item and an item that was never listed are named', async () => {
    const { cesena = '' } = vault.file.items;
    const opened = await reopenVault({ ...vault.file, items: { cesena, altro: cesena } }, vault.master);
    expect(opened.problems).toEqual([
      { kind: 'missing', id: 'forli' },
      { kind: 'extra', id: 'altro' },
    ]);
  });

  test('an older item, an older index and a whole older vault are found', async () => {
    const olderItem = { ...newer, items: { ...newer.items, cesena: vault.file.items['cesena'] ?? '' } };
    expect((await reopenVault(olderItem, vault.master)).problems).toEqual([{ kind: 'changed', id: 'cesena' }]);
    const olderIndex = await reopenVault({ ...newer, index: vault.file.index }, vault.master);
    expect(olderIndex.problems).toEqual([{ kind: 'index', id: null }]);
    const rolledBack = await reopenVault(vault.file, vault.master, USER, newer.rev);
    expect(rolledBack.problems).toEqual([{ kind: 'rolled_back', id: null }]);
  });

  test("another user's slot, item and index do not open here, even with the same password and salt", async () => {
    const theirs = await createTestVault(OTHER_USER);
    const slot = await unlockWithPassword(theirs.file, USER, theirs.master, { isPasswordProven: true });
    expect(slot).toEqual({ ok: false, reason: 'foreign' });
    const dek = unwrapResult(await unlockWithPassword(theirs.file, OTHER_USER, theirs.master));
    const opened = unwrapResult(await openVault({ file: theirs.file, userUuid: USER, dek }));
    expect(opened.items.size).toBe(0);
    expect(opened.problems.map((problem) => problem.kind)).toEqual(['index', 'damaged', 'damaged']);
  });

  test('a weak KDF block put in by the server is refused when the vault is read', () => {
    const weak = { ...vault.file, kdf: { ...vault.file.kdf, m: 1024 } };
    expect(parseVaultFile(weak)).toEqual({ ok: false, reason: 'weak_kdf' });
  });
});

test.each([
  ['a text', 'ciao'],
  ['nothing', null],
  ['a list', []],
  ['another format', { v: 2 }],
  ['revision 0', { rev: 0 }],
  ['a fractional revision', { rev: 1.5 }],
  ['no slot', { keys: [] }],
  ['a slot twice', { keys: 'twice' }],
  ['an item id that climbs', { items: { 'a/b': 'full:v1:A:A' } }],
  ['an item id __proto__', { items: JSON.parse('{"__proto__":"full:v1:A:A"}') }],
  ['a number as item', { items: { a: 1 } }],
  ['501 items', { items: Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`i${i}`, ''])) }],
])('security 5: a vault that is %s is malformed, not a crash', (_name, part) => {
  const twice = [vault.file.keys[0], vault.file.keys[0]];
  const isPart = typeof part === 'object' && part !== null && !Array.isArray(part);
  const patch = isPart && 'keys' in part && part.keys === 'twice' ? { keys: twice } : part;
  const input = isPart ? { ...vault.file, ...(patch as object) } : part;
  expect(parseVaultFile(input)).toEqual({ ok: false, reason: 'malformed' });
});

test('CRED-08 an old pwd:v1 item is read, bound to its plant origin, and written back as full:v1', async () => {
  const rawDek = randomBytes(32);
  const key = await importAesKey(new Uint8Array(rawDek));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', rawDek, iv);
  cipher.setAAD(Buffer.from(`varco/vault/1/item/${USER}/c1/pwd:v1/https://cesena.example`));
  const ct = Buffer.concat([cipher.update('Vecchia-12'), cipher.final(), cipher.getAuthTag()]);
  const text = `pwd:v1:${iv.toString('base64url')}:${ct.toString('base64url')}`;
  const record: LegacyRecord = {
    url: 'https://cesena.example/',
    label: 'Cesena',
    username: 'rossi',
    enabled: true,
    uuid: null,
    pin: null,
  };
  expect(await openItem(key, USER, 'c1', text, record)).toEqual({ ...record, password: 'Vecchia-12', rev: 0 });
  expect(await openItem(key, USER, 'c1', text, { ...record, url: 'https://ladro.example' })).toBeNull();
  expect(await openItem(key, USER, 'c1', text)).toBeNull();
});
