import { createKdf } from '@varco/vault/kdf.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changePassword } from './change-password.ts';
import { deriveKeys } from './derive-keys.ts';
import { restoreSession, signIn, signOut } from './portal-session.ts';
import { keepSessionAlive } from './session-keepalive.ts';
import { clearSession, useSession } from './session-store.ts';
import { unlockVault } from './unlock-vault.ts';
import { closeVault, useVault } from './vault-store.ts';

const OLD = 'Corretto cavallo 9 pilà';
const NEW = 'Nuova strada 44 sul mare';
const signInWith = (password: string) => signIn({ username: 'rossi@pl.example', password, isRemembered: false });
const plantPassword = () => useVault.getState().vault?.items.get('c1')?.password;

async function callTestPortal(lever: string, body: unknown = {}): Promise<void> {
  await fetch(`/test-portal/${lever}`, { method: 'POST', body: JSON.stringify(body) });
}

beforeEach(async () => {
  await callTestPortal('reset');
  localStorage.clear();
});
afterEach(async () => {
  await signOut();
});

test('a changed password opens session and vault, the old one neither; a reload still restores', async () => {
  await signInWith(OLD);
  expect(await changePassword('sbagliata', NEW)).toEqual({ kind: 'wrong_current' });
  expect(await changePassword(OLD, NEW)).toEqual({ kind: 'changed', recoveryKey: null });
  expect(plantPassword()).toBe('Segreto-09');
  clearSession('signed-out');
  closeVault();
  expect(await restoreSession()).toBe('restored');
  expect(plantPassword()).toBe('Segreto-09');
  await signOut();
  expect((await signInWith(OLD)).kind).toBe('message');
  await signInWith(NEW);
  expect(plantPassword()).toBe('Segreto-09');
});

/** State after a reset by e-mail: the account has a new password, the vault is still sealed with the old one. */
async function resetByMail(password = NEW): Promise<void> {
  const kdf = createKdf({ m: 19456, t: 2 });
  const derived = await deriveKeys({ password, kdf });
  await callTestPortal('reset-password', { kdf, proof: derived.ok ? derived.value.proof : '' });
}

test('after a reset the vault stays shut until the old password opens it; then the new one does', async () => {
  await resetByMail();
  expect(await signInWith(NEW)).toEqual({ kind: 'signed-in' });
  expect(useVault.getState()).toMatchObject({ status: 'locked', lockedBecause: 'wrong_password' });
  expect(await unlockVault({ oldPassword: 'sbagliata' }, NEW)).toEqual({ ok: false, reason: 'wrong_password' });
  expect(await unlockVault({ recoveryKey: 'ABCD-EFGH' }, NEW)).toEqual({ ok: false, reason: 'wrong_recovery_key' });
  expect(await changePassword(NEW, OLD)).toEqual({ kind: 'failed', reason: 'vault_locked' });
  const seen = new Set<string>();
  const stop = useVault.subscribe(({ status, vault }) => seen.add(`${status} ${vault?.file.rev ?? 0}`));
  expect(await unlockVault({ oldPassword: OLD }, NEW)).toMatchObject({ ok: true, value: { kind: 'changed' } });
  stop();
  // The vault must not be open before it is saved: it goes from locked directly to the next revision.
  expect([...seen]).toEqual(['open 2']);
  await signOut();
  await signInWith(NEW);
  expect(plantPassword()).toBe('Segreto-09');
});

test('a reset to the same password seals the vault anew at sign-in, so that later saves are taken', async () => {
  await resetByMail(OLD);
  await signInWith(OLD);
  expect(useVault.getState()).toMatchObject({ status: 'open', vault: { file: { rev: 2 } } });
  expect(plantPassword()).toBe('Segreto-09');
});

test('a vault that cannot be opened is abandoned: an empty one replaces it, with a new recovery key that opens it', async () => {
  await resetByMail();
  await signInWith(NEW);
  const outcome = await changePassword(NEW, NEW, { isVaultGivenUp: true });
  const recoveryKey = outcome.kind === 'changed' ? (outcome.recoveryKey ?? '') : '';
  expect(recoveryKey).toMatch(/^(\w{4}-){7}\w{4}$/);
  expect(useVault.getState()).toMatchObject({ status: 'open', recoveryKey });
  expect(useVault.getState().vault?.items.size).toBe(0);
  await resetByMail('Terza via 55 nel bosco');
  await signInWith('Terza via 55 nel bosco');
  expect(useVault.getState().status).toBe('locked');
  expect(await unlockVault({ recoveryKey }, 'Terza via 55 nel bosco')).toMatchObject({
    ok: true,
    value: { kind: 'changed' },
  });
});

test('SET-02 a renewed recovery key opens the vault after a reset, with everything in it', async () => {
  await signInWith(OLD);
  const outcome = await changePassword(OLD, OLD, { isRecoveryRenewed: true });
  const recoveryKey = outcome.kind === 'changed' ? (outcome.recoveryKey ?? '') : '';
  expect(recoveryKey).toMatch(/^(\w{4}-){7}\w{4}$/);
  expect(useVault.getState().recoveryKey).toBe(recoveryKey);
  await signOut();
  await resetByMail();
  await signInWith(NEW);
  expect(await unlockVault({ recoveryKey }, NEW)).toMatchObject({ ok: true, value: { kind: 'changed' } });
  expect(plantPassword()).toBe('Segreto-09');
});

test('SESS-08 when the session ends, keys are removed from memory and the app is notified once', async () => {
  await signInWith(OLD);
  let ended = 0;
  const stop = keepSessionAlive(() => {
    ended += 1;
  });
  clearSession('ended');
  clearSession('ended');
  await expect.poll(() => ended).toBe(1);
  expect(useVault.getState()).toMatchObject({ status: 'closed', vault: null });
  expect(useSession.getState().token).toBeNull();
  stop();
});
