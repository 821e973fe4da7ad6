import { expect, it } from 'vitest';
import { EMPTY_RECOVERY, toVaultOpener, toUnlockMessage } from './vault-recovery.ts';

it('ACCT-22 the recovery key or the old password, whichever was chosen', () => {
  expect(toVaultOpener({ ...EMPTY_RECOVERY, secret: 'ABCD' })).toEqual({ recoveryKey: 'ABCD' });
  expect(toVaultOpener({ ...EMPTY_RECOVERY, by: 'password', secret: 'x' })).toEqual({ oldPassword: 'x' });
});

it('ACCT-18 each failure has its own words; success has none', () => {
  expect(toUnlockMessage({ ok: false, reason: 'wrong_recovery_key' })).toBe('account:vaultRecovery.wrongKey');
  expect(toUnlockMessage({ ok: false, reason: 'wrong_password' })).toBe('account:vaultRecovery.wrongPassword');
  expect(toUnlockMessage({ ok: false, reason: 'malformed' })).toBe('account:vaultRecovery.failed');
  expect(toUnlockMessage({ ok: true, value: { kind: 'wrong_current' } })).toBe('account:vaultRecovery.wrongPresent');
  expect(toUnlockMessage({ ok: true, value: { kind: 'conflict' } })).toBe('account:vaultRecovery.failed');
  expect(toUnlockMessage({ ok: true, value: { kind: 'changed', recoveryKey: null } })).toBeNull();
});
