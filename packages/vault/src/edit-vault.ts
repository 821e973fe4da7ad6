import { type Credential, type VaultItem, sealItem } from './item.ts';
import type { OpenVault } from './open-vault.ts';
import { type VaultResult, success, failureResult } from './result.ts';
import { type VaultFile, fitsLimits, isCredentialId, toItemRecord } from './vault-file.ts';
import { type VaultIndex, hashItems, sealIndex } from './vault-index.ts';

/** Change of one item: new content, or null to remove it. */
export type VaultChange = readonly [id: string, credential: Credential | null];

/**
 * The vault with some items added, changed or removed, as revision + 1, ready to be saved (security 5, "Save"). The
 * vault passed in stays valid: if the server answers 409, merge from it. Errors: `read_only`, `malformed` (id),
 * `too_large`.
 */
export async function changeItems(vault: OpenVault, changes: readonly VaultChange[]): Promise<VaultResult<OpenVault>> {
  if (vault.isReadOnly || vault.index === null) return failureResult('read_only');
  const texts = new Map(Object.entries(vault.file.items));
  const items = new Map(vault.items);
  for (const [id, credential] of changes) {
    if (!isCredentialId(id)) return failureResult('malformed');
    if (credential === null) {
      texts.delete(id);
      items.delete(id);
    } else {
      const item: VaultItem = { ...credential, rev: (items.get(id)?.rev ?? 0) + 1 };
      texts.set(id, await sealItem(vault.dek, vault.userUuid, id, item));
      items.set(id, item);
    }
  }
  return sealRevision(vault, vault.index, texts, items, vault.file.rev + 1);
}

/** Adds or changes one item. */
export function putItem(vault: OpenVault, id: string, credential: Credential): Promise<VaultResult<OpenVault>> {
  return changeItems(vault, [[id, credential]]);
}

/** Removes one item. */
export function removeItem(vault: OpenVault, id: string): Promise<VaultResult<OpenVault>> {
  return changeItems(vault, [[id, null]]);
}

/** Seals the index for the given item strings as revision `rev`. */
export async function sealRevision(
  vault: OpenVault,
  base: VaultIndex,
  texts: ReadonlyMap<string, string>,
  items: ReadonlyMap<string, VaultItem>,
  rev: number,
): Promise<VaultResult<OpenVault>> {
  const record = toItemRecord(texts);
  const index: VaultIndex = { ...base, rev, hashes: await hashItems(record) };
  const file: VaultFile = {
    ...vault.file,
    rev,
    index: await sealIndex(vault.dek, vault.userUuid, index),
    items: record,
  };
  if (!fitsLimits(file)) return failureResult('too_large');
  return success({ ...vault, file, index, items });
}
