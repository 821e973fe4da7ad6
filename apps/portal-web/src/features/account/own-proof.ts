import type { PortalUser } from '@varco/contract/portal/user.ts';
import { deriveLoginProof } from '../../lib/session/login-proof.ts';

/** Derives the login proof of the user; returns an empty proof if that fails, because the password is never sent in clear. */
export async function deriveOwnProof({ username }: PortalUser, password: string): Promise<string> {
  const proof = await deriveLoginProof(username, password);
  return proof.ok ? proof.value : '';
}
