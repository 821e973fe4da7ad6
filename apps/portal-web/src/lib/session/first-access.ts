import { createUser } from '@varco/contract/portal/account.ts';
import type { PortalUser } from '@varco/contract/portal/user.ts';
import { wipe } from '@varco/vault/bytes.ts';
import { createVaultFromMaster, type NewVault } from '@varco/vault/vault-from-master.ts';
import { type KdfBlock, createKdf } from '@varco/vault/kdf.ts';
import { renewRecoveryKey } from '@varco/vault/reseal-vault.ts';
import type { Bytes } from '@varco/vault/bytes.ts';
import type { VaultResult } from '@varco/vault/result.ts';
import { ApiError } from '../api/api-error.ts';
import { callPortal } from '../api/portal.ts';
import { deriveKeys } from './derive-keys.ts';
import { signOut } from './portal-session.ts';
import { currentSession } from './session-store.ts';
import { useVault } from './vault-store.ts';

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly mobile: string;
  readonly authority: string;
  readonly language: 'it' | 'en';
}

export type FirstAccessOutcome =
  /** `recoveryKey`: shown once and stored nowhere. The session has ended. */
  | { readonly kind: 'created'; readonly recoveryKey: string }
  | { readonly kind: 'taken' }
  /** The server rejected a field, `body/<name>`. */
  | { readonly kind: 'refused'; readonly field: string }
  | { readonly kind: 'failed' };

/**
 * Creates the personal account of a first-access user (readings B-03). Proof and vault are created here with the new
 * password; plant credentials of the initial account are moved into the new vault. Every failure is returned as an
 * outcome.
 */
export async function createAccount(account: NewAccount): Promise<FirstAccessOutcome> {
  const { user } = currentSession();
  if (user === null) return { kind: 'failed' };
  const kdf = createKdf();
  const derived = await deriveKeys({ password: account.password, kdf });
  if (!derived.ok) return { kind: 'failed' };
  const { master, proof } = derived.value;
  const made = await createVault(user, kdf, master);
  wipe(master);
  if (!made.ok) return { kind: 'failed' };
  const { vault, recoveryKey, dekBytes } = made.value;
  wipe(dekBytes);
  const { file } = vault;
  const body = {
    username: account.username.trim(),
    email: account.email.trim(),
    password: proof,
    full_name: account.fullName.trim(),
    mobile: account.mobile.trim(),
    authority: account.authority.trim(),
    language: account.language,
    peer_creds: { ...file, keys: [...file.keys], items: { ...file.items } },
  };
  try {
    await callPortal(createUser, { body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'duplicate') return { kind: 'taken' };
    const { field } = error.facts;
    return error.code === 'bad_request' && field !== undefined ? { kind: 'refused', field } : { kind: 'failed' };
  }
  await signOut();
  return { kind: 'created', recoveryKey };
}

function createVault(user: PortalUser, kdf: KdfBlock, master: Bytes): Promise<VaultResult<NewVault>> {
  const { vault } = useVault.getState();
  if (vault !== null && !vault.isReadOnly) return renewRecoveryKey(vault, kdf, master);
  const rev = (user.peer_creds?.rev ?? 0) + 1;
  return createVaultFromMaster({ userUuid: user.uuid, kdf, master, credentials: [], rev });
}
