import { type Bytes, wipe } from './bytes.ts';
import { type LegacyRecord, type VaultItem, openItem } from './item.ts';
import { type AesKey, importAesKey, derivePasswordSlotKey, deriveRecoverySlotKey } from './keys.ts';
import { parseRecoveryKey } from './recovery-key.ts';
import { type VaultResult, success, failureResult } from './result.ts';
import { openSlot } from './slots.ts';
import { type SlotId, type VaultFile, isUserUuid } from './vault-file.ts';
import { type VaultIndex, hashItems, openIndex } from './vault-index.ts';

export type VaultProblemKind =
  /** Listed in the index, not in the vault. */
  | 'missing'
  /** In the vault, but not listed in the index. */
  | 'extra'
  /** The item string differs from the one in the index (older, swapped). */
  | 'changed'
  /** Does not open as this user's item with this id. */
  | 'damaged'
  /** The index itself does not open for this revision. */
  | 'index'
  /** Older than the newest revision this browser has seen. */
  | 'rolled_back';

export interface VaultProblem {
  readonly kind: VaultProblemKind;
  readonly id: string | null;
}

/** A vault opened in memory. Its data key is not extractable. */
export interface OpenVault {
  readonly userUuid: string;
  readonly file: VaultFile;
  readonly dek: AesKey;
  /** Null only when the index could not be opened; the vault is then read-only. */
  readonly index: VaultIndex | null;
  readonly items: ReadonlyMap<string, VaultItem>;
  readonly problems: readonly VaultProblem[];
  /** True with any problem: nothing may be overwritten, because the data on the server are the only evidence. */
  readonly isReadOnly: boolean;
}

export interface OpenOptions {
  readonly file: VaultFile;
  readonly userUuid: string;
  /** The 32 bytes of the data key (wiped afterwards), or the non-extractable key of an earlier opening. */
  readonly dek: Bytes | AesKey;
  /** Records of `peer_list`, for old `pwd:v1` items. */
  readonly legacy?: ReadonlyMap<string, LegacyRecord>;
  /** Newest revision seen before, if any. */
  readonly knownRev?: number;
}

/**
 * Data key from the password slot. @param options.isPasswordProven the server has just accepted this password: a slot
 * that does not open is then `foreign`, not a typing error
 */
export async function unlockWithPassword(
  file: VaultFile,
  userUuid: string,
  master: Bytes,
  options: { isPasswordProven?: boolean } = {},
): Promise<VaultResult<Bytes>> {
  const dek = await openKeySlot(file, userUuid, 'password', await derivePasswordSlotKey(master));
  if (dek !== null) return success(dek);
  return failureResult(options.isPasswordProven === true ? 'foreign' : 'wrong_password');
}

/** Data key from the recovery slot and the recovery key as typed. */
export async function unlockWithRecoveryKey(
  file: VaultFile,
  userUuid: string,
  typed: string,
): Promise<VaultResult<Bytes>> {
  const bits = parseRecoveryKey(typed);
  const dek = bits === null ? null : await openKeySlot(file, userUuid, 'recovery', await deriveRecoverySlotKey(bits));
  return dek === null ? failureResult('wrong_recovery_key') : success(dek);
}

async function openKeySlot(file: VaultFile, userUuid: string, id: SlotId, slotKey: Bytes): Promise<Bytes | null> {
  const slot = file.keys.find((key) => key.id === id);
  const dek = slot === undefined ? null : await openSlot(userUuid, slot, slotKey);
  wipe(slotKey);
  return dek?.length === 32 ? dek : null;
}

/**
 * Opens index and items (security 5). With problems the vault still opens, but read-only, and lists the items
 * concerned. `items` contains only items without a problem: a password whose address may have been tampered with must
 * not be used. Errors: `malformed`.
 */
export async function openVault(options: OpenOptions): Promise<VaultResult<OpenVault>> {
  const { file, userUuid } = options;
  if (!isUserUuid(userUuid)) return failureResult('malformed');
  const dek = options.dek instanceof Uint8Array ? await importAesKey(options.dek) : options.dek;
  if (options.dek instanceof Uint8Array) wipe(options.dek);
  const index = await openIndex(dek, userUuid, file.rev, file.index);
  const problems: VaultProblem[] = [];
  if (index === null) problems.push({ kind: 'index', id: null });
  else problems.push(...compareHashes(index.hashes, await hashItems(file.items)));
  if (options.knownRev !== undefined && file.rev < options.knownRev) problems.push({ kind: 'rolled_back', id: null });

  const suspect = new Set(problems.map((problem) => problem.id));
  const items = new Map<string, VaultItem>();
  for (const [id, text] of Object.entries(file.items)) {
    if (suspect.has(id)) continue;
    const item = await openItem(dek, userUuid, id, text, options.legacy?.get(id));
    if (item === null) problems.push({ kind: 'damaged', id });
    else items.set(id, item);
  }
  return success({ userUuid, file, dek, index, items, problems, isReadOnly: problems.length > 0 });
}

function compareHashes(
  expected: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): VaultProblem[] {
  const problems: VaultProblem[] = [];
  for (const id of Object.keys(expected)) {
    if (found[id] === undefined) problems.push({ kind: 'missing', id });
    else if (found[id] !== expected[id]) problems.push({ kind: 'changed', id });
  }
  for (const id of Object.keys(found)) {
    if (expected[id] === undefined) problems.push({ kind: 'extra', id });
  }
  return problems;
}
