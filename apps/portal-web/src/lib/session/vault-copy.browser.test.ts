import { createKdf } from '@varco/vault/kdf.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changePassword } from './change-password.ts';
import { signIn, signOut } from './portal-session.ts';
import { saveCredentials } from './save-credentials.ts';
import { importVaultCopy, exportVaultCopy } from './vault-copy.ts';
import { useVault } from './vault-store.ts';

const OLD = 'Corretto cavallo 9 pilà';
const NEW = 'Nuova strada 44 sul mare';
const signInWith = (password: string) => signIn({ username: 'rossi@pl.example', password, isRemembered: false });
const readItems = () => useVault.getState().vault?.items ?? new Map();
const readPasswords = (): string[] =>
  [...readItems().values()].map(({ label, password }) => `${label} ${password}`).toSorted();
const FORLI = {
  url: 'https://forli.example',
  label: 'Forlì',
  username: 'rossi',
  password: 'P-1',
  enabled: true,
  uuid: null,
  pin: null,
};

async function callTestPortal(lever: string, body: unknown = {}): Promise<void> {
  await fetch(`/test-portal/${lever}`, { method: 'POST', body: JSON.stringify(body) });
}
const stored = async (): Promise<unknown> => (await (await fetch('/test-portal/state')).json()).vault;

/** Changes one character of a sealed text. Not to be used for the last one, some of whose bits are unused. */
const changeCharacterAt = (text: string, at: number): string =>
  `${text.slice(0, at)}${text.at(at) === 'A' ? 'B' : 'A'}${text.slice(at).slice(1)}`;

beforeEach(async () => {
  await callTestPortal('reset');
  localStorage.clear();
});
afterEach(async () => {
  await signOut();
});

test('CRED-18 a copy holds nothing readable and brings back what was deleted or changed, after a change of password too', async () => {
  await signInWith(OLD);
  await saveCredentials([['p2', FORLI]]);
  const copy = exportVaultCopy() ?? '';
  expect(copy).not.toMatch(/Segreto-09|forli\.example|rossi/);
  await changePassword(OLD, NEW);
  await saveCredentials([
    ['p2', null],
    ['c1', { ...FORLI, url: 'https://cesena.example', label: 'Cesena', password: 'cambiata' }],
    ['p3', { ...FORLI, url: 'https://rimini.example', label: 'Rimini' }],
  ]);
  expect(await importVaultCopy(copy, { oldPassword: OLD })).toEqual({ ok: true, value: 2 });
  // Nothing was removed: credentials added after the copy still exist.
  expect(readPasswords()).toEqual(['Cesena Segreto-09', 'Forlì P-1', 'Rimini P-1']);
  await signOut();
  await signInWith(NEW);
  expect(readPasswords()).toHaveLength(3);
});

test('CRED-18 the recovery key of then opens a copy; one address stays one credential', async () => {
  await signInWith(OLD);
  const outcome = await changePassword(OLD, OLD, { isRecoveryRenewed: true });
  const recoveryKey = outcome.kind === 'changed' ? (outcome.recoveryKey ?? '') : '';
  const copy = exportVaultCopy() ?? '';
  await saveCredentials([
    ['c1', null],
    ['c9', { ...FORLI, url: 'https://cesena.example/', label: 'Cesena', password: 'altra' }],
  ]);
  expect(await importVaultCopy(copy, { recoveryKey })).toEqual({ ok: true, value: 1 });
  expect([...readItems().keys()]).toEqual(['c9']);
  expect(readPasswords()).toEqual(['Cesena Segreto-09']);
});

test('CRED-18 a damaged, foreign, weak or made-up copy, or a wrong key, changes nothing', async () => {
  await signInWith(OLD);
  const copy: { type: string; user: string; vault: Record<string, unknown> } = JSON.parse(exportVaultCopy() ?? '{}');
  const before = await stored();
  const restore = async (value: unknown, password = OLD): Promise<string> => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const result = await importVaultCopy(text, { oldPassword: password });
    return result.ok ? 'restored' : result.reason;
  };
  const bent = structuredClone(copy);
  const sealed = String(Object.values(Object(bent.vault['items']))[0]);
  bent.vault['items'] = { c1: changeCharacterAt(sealed, -2) };
  expect(await restore(bent)).toBe('damaged');
  expect(await restore({ ...copy, vault: { ...copy.vault, items: {} } })).toBe('damaged');
  expect(await restore({ ...copy, user: '00000000-0000-4000-8000-000000000000' })).toBe('foreign');
  expect(await restore({ ...copy, vault: { ...copy.vault, kdf: { ...createKdf(), m: 1024 } } })).toBe('weak_kdf');
  expect(await restore(copy, 'sbagliata')).toBe('wrong_password');
  for (const odd of ['', '{', '[]', 'null', '{"type":"varco-vault-copy/2"}', copy.vault, 'x'.repeat(600_000)])
    expect(await restore(odd)).toBe('malformed');
  expect(await stored()).toEqual(before);
  expect(await importVaultCopy(JSON.stringify(copy), { recoveryKey: 'ABCD-EFGH' })).toMatchObject({
    reason: 'wrong_recovery_key',
  });
});

test('a damaged vault on the portal is opened read-only, says so, and neither a save nor a restore overwrites it', async () => {
  await signInWith(OLD);
  const copy = exportVaultCopy() ?? '';
  await signOut();
  const vault = JSON.parse(copy).vault;
  const text: string = vault.items.c1;
  const damaged = { ...vault, items: { c1: changeCharacterAt(text, -2) } };
  await callTestPortal('vault', { vault: damaged });
  await signInWith(OLD);
  expect(useVault.getState()).toMatchObject({ status: 'open', vault: { isReadOnly: true } });
  expect(await saveCredentials([['p2', FORLI]])).toEqual({ ok: false, reason: 'read_only' });
  expect(await importVaultCopy(copy, { oldPassword: OLD })).toEqual({ ok: false, reason: 'read_only' });
  expect(await changePassword(OLD, NEW)).toMatchObject({ kind: 'failed' });
  expect(await stored()).toEqual(damaged);
});

test('another’s vault in the place of one’s own is locked with a message and stays as it is', async () => {
  await signInWith(OLD);
  const copy = JSON.parse(exportVaultCopy() ?? '{}');
  await signOut();
  const [slot] = copy.vault.keys;
  const foreign = { ...copy.vault, keys: [{ ...slot, ct: changeCharacterAt(String(slot.ct), 0) }] };
  await callTestPortal('vault', { vault: foreign });
  await signInWith(OLD);
  expect(useVault.getState()).toMatchObject({ status: 'locked', vault: null, lockedBecause: 'foreign' });
  expect(exportVaultCopy()).toBeNull();
  expect(await importVaultCopy(JSON.stringify(copy), { oldPassword: OLD })).toEqual({
    ok: false,
    reason: 'missing_keys',
  });
  expect(await stored()).toEqual(foreign);
});
