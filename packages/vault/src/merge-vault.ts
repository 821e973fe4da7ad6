import { sealRevision } from './edit-vault.ts';
import { type VaultItem, sealItem } from './item.ts';
import type { OpenVault } from './open-vault.ts';
import { type VaultResult, success, failureResult } from './result.ts';

export interface MergeConflict {
  readonly id: string;
  /** Null: removed in this browser. */
  readonly mine: VaultItem | null;
  /** Null: removed in the other browser. */
  readonly theirs: VaultItem | null;
}

export interface MergedVault {
  /** Revision `theirs` + 1, ready to be saved. */
  readonly vault: OpenVault;
  /** Items changed differently on both sides; the merge uses the one with the higher item revision, theirs on a tie. */
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges after a 409: the changes of this browser (`base` to `mine`) with the vault now on the server (`theirs`), per
 * item by `rev` (security 5). A change wins over a removal, because a password can be removed again but not typed
 * again by the program. Errors: `read_only` when any of the three was opened with problems; `foreign` for another
 * user's vault; `too_large`.
 */
export async function mergeVaults(
  base: OpenVault,
  mine: OpenVault,
  theirs: OpenVault,
): Promise<VaultResult<MergedVault>> {
  if (base.isReadOnly || mine.isReadOnly || theirs.isReadOnly || theirs.index === null)
    return failureResult('read_only');
  if (theirs.userUuid !== mine.userUuid || base.userUuid !== mine.userUuid) return failureResult('foreign');

  const texts = new Map(Object.entries(theirs.file.items));
  const items = new Map(theirs.items);
  const conflicts: MergeConflict[] = [];
  for (const id of new Set([...base.items.keys(), ...mine.items.keys()])) {
    const sides = { base: base.items.get(id) ?? null, mine: mine.items.get(id) ?? null, theirs: items.get(id) ?? null };
    if (isUnchanged(sides.base, sides.mine)) continue;
    if (!isUnchanged(sides.base, sides.theirs) && !areItemsEqual(sides.mine, sides.theirs)) {
      conflicts.push({ id, mine: sides.mine, theirs: sides.theirs });
    }
    if (!isMineNewer(sides.base, sides.mine, sides.theirs)) continue;
    if (sides.mine === null) {
      texts.delete(id);
      items.delete(id);
    } else {
      // Sealed again, because theirs may use a newer data key.
      texts.set(id, await sealItem(theirs.dek, theirs.userUuid, id, sides.mine));
      items.set(id, sides.mine);
    }
  }
  const sealed = await sealRevision(theirs, theirs.index, texts, items, theirs.file.rev + 1);
  return sealed.ok ? success({ vault: sealed.value, conflicts }) : sealed;
}

function isMineNewer(base: VaultItem | null, mine: VaultItem | null, theirs: VaultItem | null): boolean {
  if (isUnchanged(base, theirs)) return true;
  if (mine === null) return false;
  return theirs === null || mine.rev > theirs.rev;
}

/** An item that was removed and added again restarts at revision 1, so the content is compared too. */
function isUnchanged(before: VaultItem | null, after: VaultItem | null): boolean {
  return before?.rev === after?.rev && areItemsEqual(before, after);
}

function areItemsEqual(a: VaultItem | null, b: VaultItem | null): boolean {
  return JSON.stringify(a === null ? null : listFields(a)) === JSON.stringify(b === null ? null : listFields(b));
}

const listFields = (item: VaultItem): unknown[] => [
  item.url,
  item.label,
  item.username,
  item.password,
  item.enabled,
  item.uuid,
  item.pin,
  item.position ?? null,
];
