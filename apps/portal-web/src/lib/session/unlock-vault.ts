import type { Bytes } from '@varco/vault/bytes.ts';
import { unlockWithPassword, unlockWithRecoveryKey } from '@varco/vault/open-vault.ts';
import type { VaultResult } from '@varco/vault/result.ts';
import { failureResult } from '@varco/vault/result.ts';
import { type VaultFile, parseVaultFile } from '@varco/vault/vault-file.ts';
import { type ChangeOutcome, changePassword } from './change-password.ts';
import { deriveKeys } from './derive-keys.ts';
import { currentSession } from './session-store.ts';
import { openUserVault } from './vault-store.ts';

/** Opens a vault after a password reset: the printed recovery key, or the former password. */
export type VaultOpener = { readonly recoveryKey: string } | { readonly oldPassword: string };

/**
 * Opens a locked vault and seals it again with the current account password, so that the next sign-in opens it
 * (decisions, "Session and vault").
 * Errors: `wrong_recovery_key`, `wrong_password`, `malformed`, `weak_kdf`, `missing_keys` (not signed in). @throws
 * ApiError
 */
export async function unlockVault(opener: VaultOpener, presentPassword: string): Promise<VaultResult<ChangeOutcome>> {
  const { user } = currentSession();
  if (user === null) return failureResult('missing_keys');
  const file = parseVaultFile(user.peer_creds);
  if (!file.ok) return file;
  const dek = await openDataKey(file.value, user.uuid, opener);
  if (!dek.ok) return dek;
  const opened = await openUserVault(user, dek.value);
  if (!opened.ok) return opened;
  // The vault stays locked until it is sealed and saved, so that leaving the page early does not look like success.
  const outcome = await changePassword(presentPassword, presentPassword, { unlocked: opened.value });
  return { ok: true, value: outcome };
}

/** Data key of a stored or copied vault. Errors: `wrong_recovery_key`, `wrong_password`, `weak_kdf`. */
export async function openDataKey(file: VaultFile, userUuid: string, opener: VaultOpener): Promise<VaultResult<Bytes>> {
  if ('recoveryKey' in opener) return unlockWithRecoveryKey(file, userUuid, opener.recoveryKey);
  const derived = await deriveKeys({ password: opener.oldPassword, kdf: file.kdf });
  return derived.ok ? unlockWithPassword(file, userUuid, derived.value.master) : derived;
}
