import { type Bytes, randomBytes, wipe } from './bytes.ts';
import { type VaultItem, sealItem } from './item.ts';
import { type KdfBlock, checkKdf } from './kdf.ts';
import { importAesKey, derivePasswordSlotKey, deriveRecoverySlotKey } from './keys.ts';
import type { OpenVault } from './open-vault.ts';
import { formatRecoveryKey, createRecoveryBits } from './recovery-key.ts';
import { type VaultResult, success, failureResult } from './result.ts';
import { sealSlot } from './slots.ts';
import { type KeySlot, type VaultFile, fitsLimits, toItemRecord } from './vault-file.ts';
import { type VaultIndex, hashItems, sealIndex } from './vault-index.ts';

export interface SealOptions {
  readonly userUuid: string;
  readonly rev: number;
  readonly kdf: KdfBlock;
  /** Argon2id output for `kdf`; the caller wipes it. */
  readonly master: Bytes;
  /** Slot key of the present recovery key, or null for a vault without one. */
  readonly recovery: Bytes | null;
  readonly exportKey: Bytes;
  readonly items: ReadonlyMap<string, VaultItem>;
}

export interface SealedVault {
  readonly vault: OpenVault;
  /** The raw data key for the session record, returned once; wipe it after use. */
  readonly dekBytes: Bytes;
}

/** Seals a whole vault under a new random data key. Errors: `weak_kdf`, `malformed`, `too_large`. */
export async function sealWholeVault(options: SealOptions): Promise<VaultResult<SealedVault>> {
  const { userUuid, rev, exportKey, recovery, items } = options;
  const kdf = checkKdf(options.kdf);
  if (!kdf.ok) return kdf;
  const dekBytes = randomBytes(32);
  const dek = await importAesKey(dekBytes);

  const slotKey = await derivePasswordSlotKey(options.master);
  const keys: KeySlot[] = [await sealSlot(userUuid, 'password', slotKey, dekBytes)];
  wipe(slotKey);
  if (recovery !== null) keys.push(await sealSlot(userUuid, 'recovery', recovery, dekBytes));

  const texts = new Map<string, string>();
  for (const [id, item] of items) texts.set(id, await sealItem(dek, userUuid, id, item));
  const record = toItemRecord(texts);
  const index: VaultIndex = { rev, hashes: await hashItems(record), recovery, exportKey };
  const file: VaultFile = {
    v: 1,
    rev,
    kdf: kdf.value,
    keys,
    index: await sealIndex(dek, userUuid, index),
    items: record,
  };
  if (!fitsLimits(file)) return failureResult('too_large');
  return success({ vault: { userUuid, file, dek, index, items, problems: [], isReadOnly: false }, dekBytes });
}

/**
 * Password change or reset: the same content under a new data key, for both slots (security 5).
 * Items read as `pwd:v1` are written as `full:v1`. Errors: `read_only`, `weak_kdf`, `too_large`.
 */
export async function resealVault(vault: OpenVault, kdf: KdfBlock, master: Bytes): Promise<VaultResult<SealedVault>> {
  if (vault.isReadOnly || vault.index === null) return failureResult('read_only');
  const { recovery, exportKey } = vault.index;
  const { userUuid, items } = vault;
  return sealWholeVault({ userUuid, rev: vault.file.rev + 1, kdf, master, recovery, exportKey, items });
}

/** Like `resealVault`, with a new recovery key whose printed form is returned once; the old one becomes invalid. */
export async function renewRecoveryKey(
  vault: OpenVault,
  kdf: KdfBlock,
  master: Bytes,
): Promise<VaultResult<SealedVault & { readonly recoveryKey: string }>> {
  if (vault.isReadOnly || vault.index === null) return failureResult('read_only');
  const fresh = await createRecoveryKey();
  const { userUuid, items } = vault;
  const { exportKey } = vault.index;
  const rev = vault.file.rev + 1;
  const sealed = await sealWholeVault({ userUuid, rev, kdf, master, recovery: fresh.slotKey, exportKey, items });
  return sealed.ok ? success({ ...sealed.value, recoveryKey: fresh.recoveryKey }) : sealed;
}

/** A new recovery key: its printed form, and the slot key derived from it. */
export async function createRecoveryKey(): Promise<{ recoveryKey: string; slotKey: Bytes }> {
  const bits = createRecoveryBits();
  const made = { recoveryKey: formatRecoveryKey(bits), slotKey: await deriveRecoverySlotKey(bits) };
  wipe(bits);
  return made;
}
