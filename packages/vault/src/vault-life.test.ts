import { describe, expect, test } from 'vitest';
import { changeItems, putItem, removeItem } from './edit-vault.ts';
import { deriveDownloadKey, deriveZipPassword } from './export-key.ts';
import { deriveMaster } from './derive-master.ts';
import { createKdf } from './kdf.ts';
import { mergeVaults } from './merge-vault.ts';
import { openVault, unlockWithPassword, unlockWithRecoveryKey } from './open-vault.ts';
import { formatRecoveryKey, createRecoveryBits, parseRecoveryKey } from './recovery-key.ts';
import { renewRecoveryKey, resealVault } from './reseal-vault.ts';
import { VaultError, unwrapResult } from './result.ts';
import { QUICK_KDF, USER, reopenVault, createTestVault } from './vault-fixtures.ts';
import { parseVaultFile } from './vault-file.ts';

const RAVENNA = {
  url: 'https://ravenna.example',
  label: 'Ravenna',
  username: 'rossi',
  password: 'Porto-12',
  enabled: true,
  uuid: '0c6f2b52-9d3c-4a1e-8c0c-0a3f5a1b2c3d',
  pin: 'cGluLWtleQ',
};

describe('a vault lives', () => {
  test('CRED-09 add, change and remove: each save is the next revision and opens from the wire form', async () => {
    const { opened, master } = await createTestVault();
    const added = unwrapResult(await putItem(opened, 'ravenna', RAVENNA));
    const changed = unwrapResult(await putItem(added, 'cesena', { ...RAVENNA, label: 'Cesena' }));
    const removed = unwrapResult(await removeItem(changed, 'forli'));
    const wire = unwrapResult(parseVaultFile(JSON.stringify(removed.file)));
    const again = await reopenVault(wire, master);
    expect(wire.rev).toBe(4);
    expect(again.isReadOnly).toBe(false);
    expect(Object.fromEntries(again.items)).toEqual({
      cesena: { ...RAVENNA, label: 'Cesena', rev: 2 },
      ravenna: { ...RAVENNA, rev: 1 },
    });
    // The vault it was made from is untouched: a 409 can still be merged from it.
    expect(opened.file.rev).toBe(1);
    expect(opened.items.has('ravenna')).toBe(false);
  });

  test('the person’s own order travels with the items', async () => {
    const { opened, master } = await createTestVault();
    const placed = unwrapResult(await putItem(opened, 'cesena', { ...RAVENNA, position: 3 }));
    const again = await reopenVault(unwrapResult(parseVaultFile(JSON.stringify(placed.file))), master);
    expect([again.items.get('cesena')?.position, again.items.get('forli')?.position]).toEqual([3, undefined]);
  });

  test('unchanged items keep their sealed text, so a save does not touch what it does not change', async () => {
    const { opened } = await createTestVault();
    const next = unwrapResult(await putItem(opened, 'cesena', RAVENNA));
    expect(next.file.items['forli']).toBe(opened.file.items['forli']);
    expect(next.file.items['cesena']).not.toBe(opened.file.items['cesena']);
  });

  test('password change: new data key, new slots; old password opens nothing, the recovery key still does', async () => {
    const old = await createTestVault();
    const kdf = createKdf(QUICK_KDF);
    const master = unwrapResult(await deriveMaster('Nuovissima 33 parola', kdf));
    const changed = unwrapResult(await resealVault(old.opened, kdf, master));
    const { file } = changed.vault;
    expect(await unlockWithPassword(file, USER, old.master)).toEqual({ ok: false, reason: 'wrong_password' });
    expect([...(await reopenVault(file, master)).items]).toEqual([...old.opened.items]);
    const dek = unwrapResult(await unlockWithRecoveryKey(file, USER, ` ${old.recoveryKey.toLowerCase()} `));
    expect(dek).toEqual(changed.dekBytes);
    // A stolen copy of the old data key does not open what is written from now on.
    const stolen = unwrapResult(await openVault({ file, userUuid: USER, dek: old.opened.dek }));
    expect(stolen.items.size).toBe(0);
  });

  test('a renewed recovery key ends the old one', async () => {
    const { opened, kdf, master, recoveryKey } = await createTestVault();
    const renewed = unwrapResult(await renewRecoveryKey(opened, kdf, master));
    const { file } = renewed.vault;
    expect(await unlockWithRecoveryKey(file, USER, recoveryKey)).toMatchObject({ reason: 'wrong_recovery_key' });
    expect((await unlockWithRecoveryKey(file, USER, renewed.recoveryKey)).ok).toBe(true);
  });

  test('the data key in memory cannot be read out', async () => {
    const { opened } = await createTestVault();
    await expect(crypto.subtle.exportKey('raw', opened.dek)).rejects.toThrow(/extract/i);
  });

  test('501 items are refused before anything is sent', async () => {
    const { opened } = await createTestVault();
    const many = Array.from({ length: 499 }, (_, i) => [`p${i}`, RAVENNA] as const);
    expect(await changeItems(opened, many)).toEqual({ ok: false, reason: 'too_large' });
  });

  test('CRED-10 the error for a vault without keys says missing keys', () => {
    expect(new VaultError('missing_keys').message).toBe('missing keys');
  });

  test('the two uses of the export key are apart', async () => {
    const { opened } = await createTestVault();
    const key = opened.index?.exportKey ?? new Uint8Array(0);
    const values = [await deriveDownloadKey(key), await deriveZipPassword(key, 'a'), await deriveZipPassword(key, 'b')];
    expect(new Set(values).size).toBe(3);
  });
});

describe('two browsers save (409)', () => {
  test('changes of different items are joined', async () => {
    const { opened: base, master } = await createTestVault();
    const mine = unwrapResult(await putItem(base, 'cesena', { ...RAVENNA, label: 'mine' }));
    const theirs = unwrapResult(
      await changeItems(base, [
        ['ravenna', RAVENNA],
        ['forli', null],
      ]),
    );
    const merged = unwrapResult(await mergeVaults(base, mine, theirs));
    expect(merged.conflicts).toEqual([]);
    const opened = await reopenVault(merged.vault.file, master);
    expect(opened.file.rev).toBe(3);
    expect([...opened.items].map(([id, item]) => [id, item.label])).toEqual([
      ['cesena', 'mine'],
      ['ravenna', 'Ravenna'],
    ]);
  });

  test('both changed one item: the higher item revision stays, and the other is reported', async () => {
    const { opened: base } = await createTestVault();
    const once = unwrapResult(await putItem(base, 'cesena', { ...RAVENNA, label: 'mine 1' }));
    const mine = unwrapResult(await putItem(once, 'cesena', { ...RAVENNA, label: 'mine 2' }));
    const theirs = unwrapResult(await putItem(base, 'cesena', { ...RAVENNA, label: 'theirs' }));
    const merged = unwrapResult(await mergeVaults(base, mine, theirs));
    expect(merged.vault.items.get('cesena')).toMatchObject({ label: 'mine 2', rev: 3 });
    expect(merged.conflicts).toMatchObject([{ id: 'cesena', theirs: { label: 'theirs' } }]);
    const tie = unwrapResult(await mergeVaults(base, once, theirs));
    expect(tie.vault.items.get('cesena')?.label).toBe('theirs');
    expect(tie.conflicts).toMatchObject([{ mine: { label: 'mine 1' } }]);
  });

  test('a change wins over a removal, whichever side removed', async () => {
    const { opened: base } = await createTestVault();
    const removed = unwrapResult(await removeItem(base, 'cesena'));
    const changed = unwrapResult(await putItem(base, 'cesena', RAVENNA));
    for (const [mine, theirs] of [
      [removed, changed],
      [changed, removed],
    ] as const) {
      const merged = unwrapResult(await mergeVaults(base, mine, theirs));
      expect(merged.vault.items.get('cesena')?.label).toBe('Ravenna');
      expect(merged.conflicts).toHaveLength(1);
    }
    const both = unwrapResult(await mergeVaults(base, removed, removed));
    expect(both.vault.items.has('cesena')).toBe(false);
    expect(both.conflicts).toEqual([]);
  });

  test('a vault with problems is never merged over', async () => {
    const { opened: base, file, master } = await createTestVault();
    const mine = unwrapResult(await removeItem(base, 'cesena'));
    const broken = await reopenVault({ ...file, items: { cesena: file.items['cesena'] ?? '' } }, master);
    expect(await mergeVaults(base, mine, broken)).toEqual({ ok: false, reason: 'read_only' });
  });
});

test('the recovery key survives how people type it, and nothing else passes', () => {
  const bits = createRecoveryBits();
  const printed = formatRecoveryKey(bits);
  expect(parseRecoveryKey(printed)).toEqual(bits);
  expect(parseRecoveryKey(printed.replaceAll('-', '').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(
    bits,
  );
  expect(formatRecoveryKey(new Uint8Array(20).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  for (const text of ['', printed.slice(1), `${printed}0`, printed.replace(/^./, 'U'), 'ciao']) {
    expect(parseRecoveryKey(text)).toBeNull();
  }
});
