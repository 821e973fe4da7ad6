import { authParams } from '@varco/contract/portal/auth.ts';
import { wipe } from '@varco/vault/bytes.ts';
import { type VaultResult, success } from '@varco/vault/result.ts';
import { callPortal } from '../api/portal.ts';
import { deriveKeys } from './derive-keys.ts';

/**
 * Derives the proof of a password, which is sent instead of it (security 4), for operations that ask for the password
 * again. Errors: `weak_kdf`, `malformed`. @throws ApiError
 */
export async function deriveLoginProof(username: string, password: string): Promise<VaultResult<string>> {
  const { kdf } = await callPortal(authParams, { body: { username } });
  const derived = await deriveKeys({ password, kdf });
  if (!derived.ok) return derived;
  wipe(derived.value.master);
  return success(derived.value.proof);
}
