import type { PortalUser } from '@varco/contract/portal/user.ts';
import { updateUser } from '@varco/contract/portal/user.ts';
import type { Bytes } from '@varco/vault/bytes.ts';
import type { LegacyRecord } from '@varco/vault/item.ts';
import type { AesKey } from '@varco/vault/keys.ts';
import { type OpenVault, openVault } from '@varco/vault/open-vault.ts';
import { type VaultFailure, type VaultResult, failureResult } from '@varco/vault/result.ts';
import { parseVaultFile } from '@varco/vault/vault-file.ts';
import { create } from 'zustand';
import { callPortal } from '../api/portal.ts';
import { acceptUser } from './session-store.ts';

/**
 * `none`: the account has no vault yet. `locked`: the vault did not open with this password (after a reset, or another
 * user's vault).
 */
export type VaultStatus = 'closed' | 'none' | 'locked' | 'open';

export interface VaultState {
  readonly status: VaultStatus;
  /** The opened vault. With `isReadOnly` it is shown with its problems and cannot be saved. */
  readonly vault: OpenVault | null;
  readonly lockedBecause: VaultFailure | null;
  /** Recovery key of a new vault: printed once, then deleted. */
  readonly recoveryKey: string | null;
}

const CLOSED: VaultState = { status: 'closed', vault: null, lockedBecause: null, recoveryKey: null };

export const useVault = create<VaultState>(() => CLOSED);

export const closeVault = (): void => useVault.setState(CLOSED);
export const setOpenVault = (vault: OpenVault): void =>
  useVault.setState({ status: 'open', vault, lockedBecause: null });
export const setLocked = (reason: VaultFailure): void =>
  useVault.setState({ status: 'locked', vault: null, lockedBecause: reason });
export const setNoVault = (): void => useVault.setState({ ...CLOSED, status: 'none' });
export const offerRecoveryKey = (recoveryKey: string | null): void => useVault.setState({ recoveryKey });

/**
 * Storage key of the newest vault revision seen by this browser, used to detect that the portal returns an older vault.
 * Contains no secret.
 */
const getRevisionKey = (userUuid: string): string => `varco.vault.rev.${userUuid}`;

export function storeRevision(vault: OpenVault): void {
  localStorage.setItem(getRevisionKey(vault.userUuid), String(vault.file.rev));
}

/** Opens the vault of a user record with its data key. Errors: `malformed`, `weak_kdf`. */
export async function openUserVault(user: PortalUser, dek: Bytes | AesKey): Promise<VaultResult<OpenVault>> {
  const file = parseVaultFile(user.peer_creds);
  if (!file.ok) return file;
  const seen = Number(localStorage.getItem(getRevisionKey(user.uuid)) ?? '0');
  const knownRev = Number.isSafeInteger(seen) ? seen : 0;
  return openVault({ file: file.value, userUuid: user.uuid, dek, legacy: collectLegacyRecords(user), knownRev });
}

/** Metadata that old `pwd:v1` items do not contain themselves; authenticated through the origin in their additional data. */
function collectLegacyRecords(user: PortalUser): Map<string, LegacyRecord> {
  return new Map(
    user.peer_list.map(({ id, url, label, uuid }) => [
      String(id),
      { url, label, username: user.username, enabled: true, uuid, pin: null },
    ]),
  );
}

/** Sends a vault without changes. @throws ApiError, `conflict` / `vault_rev` when another browser saved first */
export async function sendVault(userId: number, vault: OpenVault): Promise<VaultResult<PortalUser>> {
  if (vault.isReadOnly) return failureResult('read_only');
  const { file } = vault;
  const body = { peer_creds: { ...file, keys: [...file.keys], items: { ...file.items } } };
  const user = await callPortal(updateUser, { params: { id: userId }, body });
  acceptUser(user);
  setOpenVault(vault);
  storeRevision(vault);
  return { ok: true, value: user };
}
