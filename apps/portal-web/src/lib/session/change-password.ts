import { type PortalUser, updateUser } from '@varco/contract/portal/user.ts';
import { toBase64Url, wipe } from '@varco/vault/bytes.ts';
import { createVaultFromMaster } from '@varco/vault/vault-from-master.ts';
import { createKdf } from '@varco/vault/kdf.ts';
import type { OpenVault } from '@varco/vault/open-vault.ts';
import { type SealedVault, renewRecoveryKey, resealVault } from '@varco/vault/reseal-vault.ts';
import { type VaultFailure, type VaultResult, success, failureResult } from '@varco/vault/result.ts';
import { parseVaultFile } from '@varco/vault/vault-file.ts';
import { ApiError } from '../api/api-error.ts';
import { callPortal } from '../api/portal.ts';
import { deriveKeys } from './derive-keys.ts';
import { deriveLoginProof } from './login-proof.ts';
import { replaceStoredHash } from './restore-record.ts';
import { acceptUser, currentSession } from './session-store.ts';
import { offerRecoveryKey, storeRevision, setOpenVault, useVault } from './vault-store.ts';

export type ChangeOutcome =
  /** `recoveryKey`: of a new vault, to be printed once; null when the existing recovery key is still valid. */
  | { readonly kind: 'changed'; readonly recoveryKey: string | null }
  /** "Password attuale sbagliata" (P 5). */
  | { readonly kind: 'wrong_current' }
  /** Another browser saved the vault meanwhile: nothing was changed, try again. */
  | { readonly kind: 'conflict' }
  /** `vault_locked`: the stored vault is not open; it must be opened or abandoned first. */
  | { readonly kind: 'failed'; readonly reason: VaultFailure | 'vault_locked' };

/**
 * Changes the account password: sends the proofs of the old and the new password and the vault sealed with a new data
 * key in one atomic request (security 4, 5). All other sessions end. An account without a vault gets its first one.
 * @param next may equal the current password: the vault is then sealed with it again (after a reset). The form checks
 * the password rules.
 * @param options.isVaultGivenUp the stored vault cannot be opened: an empty one replaces it, and plant passwords must
 * be typed again
 * @param options.unlocked the stored vault, opened with its recovery key or former password, when it is locked
 * @param options.isRecoveryRenewed also creates a new recovery key; the old one becomes invalid
 * @throws ApiError when the portal cannot be reached
 */
export async function changePassword(
  current: string,
  next: string,
  options: {
    readonly isVaultGivenUp?: boolean;
    readonly isRecoveryRenewed?: boolean;
    readonly unlocked?: OpenVault;
  } = {},
): Promise<ChangeOutcome> {
  const { user, sessionId, share } = currentSession();
  const vault = options.unlocked ?? useVault.getState().vault;
  if (user === null) return { kind: 'failed', reason: 'missing_keys' };
  if (vault === null && user.peer_creds !== null && options.isVaultGivenUp !== true) {
    return { kind: 'failed', reason: 'vault_locked' };
  }
  const [old, sealed] = await Promise.all([
    deriveLoginProof(user.username, current),
    sealWithNewKeys(user, vault, { password: next, isRecoveryRenewed: options.isRecoveryRenewed === true }),
  ]);
  if (!old.ok) return { kind: 'failed', reason: old.reason };
  if (!sealed.ok) return { kind: 'failed', reason: sealed.reason };
  const { proof, sealedVault: made, recoveryKey } = sealed.value;
  try {
    await sendPasswordChange(user, { old: old.value, proof }, made.vault);
    if (sessionId !== null) await replaceStoredHash(sessionId, share, toBase64Url(made.dekBytes));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'bad_credentials') return { kind: 'wrong_current' };
    if (error.code === 'conflict') return { kind: 'conflict' };
    throw error;
  } finally {
    wipe(made.dekBytes);
  }
  if (recoveryKey !== null) offerRecoveryKey(recoveryKey);
  return { kind: 'changed', recoveryKey };
}

interface ResealedVault {
  readonly proof: string;
  readonly sealedVault: SealedVault;
  readonly recoveryKey: string | null;
}

async function sealWithNewKeys(
  user: PortalUser,
  vault: OpenVault | null,
  next: { readonly password: string; readonly isRecoveryRenewed: boolean },
): Promise<VaultResult<ResealedVault>> {
  const kdf = createKdf();
  const derived = await deriveKeys({ password: next.password, kdf });
  if (!derived.ok) return derived;
  const { master, proof } = derived.value;
  try {
    if (vault !== null && next.isRecoveryRenewed) {
      const made = await renewRecoveryKey(vault, kdf, master);
      return made.ok ? success({ proof, sealedVault: made.value, recoveryKey: made.value.recoveryKey }) : made;
    }
    if (vault !== null) {
      const made = await resealVault(vault, kdf, master);
      return made.ok ? success({ proof, sealedVault: made.value, recoveryKey: null }) : made;
    }
    const stored = user.peer_creds === null ? null : parseVaultFile(user.peer_creds);
    if (stored?.ok === false) return failureResult(stored.reason);
    const rev = (stored?.value.rev ?? 0) + 1;
    const made = await createVaultFromMaster({ userUuid: user.uuid, kdf, master, credentials: [], rev });
    return made.ok ? success({ proof, sealedVault: made.value, recoveryKey: made.value.recoveryKey }) : made;
  } finally {
    wipe(master);
  }
}

async function sendPasswordChange(
  user: PortalUser,
  proofs: { readonly old: string; readonly proof: string },
  vault: OpenVault,
): Promise<void> {
  const { file } = vault;
  const body = {
    old_password: proofs.old,
    password: proofs.proof,
    peer_creds: { ...file, keys: [...file.keys], items: { ...file.items } },
  };
  acceptUser(await callPortal(updateUser, { params: { id: user.id }, body }));
  setOpenVault(vault);
  storeRevision(vault);
}
