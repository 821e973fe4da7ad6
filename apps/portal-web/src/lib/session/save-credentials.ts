import { getUser } from '@varco/contract/portal/user.ts';
import { type VaultChange, changeItems } from '@varco/vault/edit-vault.ts';
import { type MergeConflict, mergeVaults } from '@varco/vault/merge-vault.ts';
import type { OpenVault } from '@varco/vault/open-vault.ts';
import { type VaultResult, success, failureResult } from '@varco/vault/result.ts';
import { ApiError } from '../api/api-error.ts';
import { callPortal } from '../api/portal.ts';
import { currentSession } from './session-store.ts';
import { openUserVault, sendVault, useVault } from './vault-store.ts';

const MAX_TRIES = 3;

/**
 * Saves changes of plant credentials: the whole vault as revision + 1. If another browser saved first, both versions
 * are merged per item and sent again (security 5). Conflicts list the items changed differently in both.
 * Errors: `missing_keys` (vault closed), `read_only`, `malformed`, `too_large`. @throws ApiError
 */
export async function saveCredentials(changes: readonly VaultChange[]): Promise<VaultResult<readonly MergeConflict[]>> {
  const { vault } = useVault.getState();
  const { user } = currentSession();
  if (vault === null || user === null) return failureResult('missing_keys');
  const changed = await changeItems(vault, changes);
  if (!changed.ok) return changed;
  let base = vault;
  let mine = changed.value;
  const conflicts: MergeConflict[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      const sent = await sendVault(user.id, mine);
      return sent.ok ? success(conflicts) : sent;
    } catch (error) {
      if (!isRevConflict(error) || attempt === MAX_TRIES) throw error;
    }
    const theirs = await storedVault(user.id, base);
    if (!theirs.ok) return theirs;
    const merged = await mergeVaults(base, mine, theirs.value);
    if (!merged.ok) return merged;
    conflicts.push(...merged.value.conflicts);
    base = theirs.value;
    mine = merged.value.vault;
  }
}

async function storedVault(userId: number, opened: OpenVault): Promise<VaultResult<OpenVault>> {
  const user = await callPortal(getUser, { params: { id: userId } });
  return openUserVault(user, opened.dek);
}

function isRevConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict' && error.subCode === 'vault_rev';
}
