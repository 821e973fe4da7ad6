import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { VaultResult } from '@varco/vault/result.ts';
import type { ChangeOutcome } from '../../lib/session/change-password.ts';
import type { VaultOpener } from '../../lib/session/unlock-vault.ts';

/**
 * Fields that open a locked vault: a secret, and the current account password under which the vault is sealed again.
 */
export interface RecoveryFields {
  readonly by: 'key' | 'password';
  readonly secret: string;
  readonly present: string;
}

export const EMPTY_RECOVERY: RecoveryFields = { by: 'key', secret: '', present: '' };

export const toVaultOpener = ({ by, secret }: RecoveryFields): VaultOpener =>
  by === 'key' ? { recoveryKey: secret } : { oldPassword: secret };

/** Message about an attempt to open the vault; null when it was opened. */
export function toUnlockMessage(result: VaultResult<ChangeOutcome>): MessageKey | null {
  if (!result.ok) {
    if (result.reason === 'wrong_recovery_key') return 'account:vaultRecovery.wrongKey';
    if (result.reason === 'wrong_password') return 'account:vaultRecovery.wrongPassword';
    return 'account:vaultRecovery.failed';
  }
  if (result.value.kind === 'wrong_current') return 'account:vaultRecovery.wrongPresent';
  return result.value.kind === 'changed' ? null : 'account:vaultRecovery.failed';
}
