import { authParams } from '@varco/contract/portal/auth.ts';
import { updateUser } from '@varco/contract/portal/user.ts';
import { newKdf } from '@varco/vault/kdf.ts';
import { resealVault } from '@varco/vault/reseal-vault.ts';
import { wipe } from '@varco/vault/bytes.ts';
import { ApiError } from '../api/api-error.ts';
import { callPortal } from '../api/portal.ts';
import { deriveKeys } from './derive-keys.ts';
import { currentSession } from './session-store.ts';
import { useVault } from './vault-store.ts';

export type ChangeOutcome =
  | { readonly kind: 'changed' }
  /** "Password attuale sbagliata" (P 5). */
  | { readonly kind: 'wrong_current' }
  /** Another browser saved the vault meanwhile: nothing was changed, try again. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'failed' };

/**
 * Changes the account password: proof of the old one, proof of the new one and the vault sealed under a new data key, in one request
 * that the server does whole or not at all (security 4, 5). All other sessions end; this one signs in again with the new password.
 * @throws ApiError when the portal cannot be reached
 */
export async function changePassword(current: string, next: string): Promise<ChangeOutcome> {
  const { user } = currentSession();
  const { vault } = useVault.getState();
  if (user === null || vault === null) return { kind: 'failed' };
  const { kdf: oldKdf } = await callPortal(authParams, { body: { username: user.username } });
  const kdf = newKdf();
  const [before, after] = await Promise.all([
    deriveKeys({ password: current, kdf: oldKdf }),
    deriveKeys({ password: next, kdf }),
  ]);
  if (!before.ok || !after.ok) return { kind: 'failed' };
  const sealed = await resealVault(vault, kdf, after.value.master);
  wipe(before.value.master);
  wipe(after.value.master);
  if (!sealed.ok) return { kind: 'failed' };
  wipe(sealed.value.dekBytes);
  const { file } = sealed.value.vault;
  try {
    await callPortal(updateUser, {
      params: { id: user.id },
      body: {
        old_password: before.value.proof,
        password: after.value.proof,
        peer_creds: { ...file, keys: [...file.keys], items: { ...file.items } },
      },
    });
    return { kind: 'changed' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'bad_credentials') return { kind: 'wrong_current' };
    if (error.code === 'conflict') return { kind: 'conflict' };
    throw error;
  }
}
