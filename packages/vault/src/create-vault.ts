import { wipe } from './bytes.ts';
import { deriveMaster } from './derive-master.ts';
import { type KdfBlock, createKdf } from './kdf.ts';
import { deriveLoginProof } from './keys.ts';
import { unwrapResult } from './result.ts';
import type { VaultFile } from './vault-file.ts';
import { createVaultFromMaster, type NewCredential } from './vault-from-master.ts';

/**
 * Creates everything a new account needs, for seeding from Node. It derives the key itself, which takes about a second
 * of CPU time.
 * @param options.kdf optional block, for instance `newKdf({ m: 19456, t: 2 })` where speed matters more
 * @returns the KDF block and proof the server stores (as Argon2id of the proof), the vault, and the printed recovery
 * key
 * @throws VaultError with `malformed`, `weak_kdf` or `too_large`
 */
export async function createVault(options: {
  readonly userUuid: string;
  readonly password: string;
  readonly credentials: readonly NewCredential[];
  readonly kdf?: KdfBlock;
}): Promise<{ kdf: KdfBlock; proof: string; vault: VaultFile; recoveryKey: string }> {
  const kdf = options.kdf ?? createKdf();
  const master = unwrapResult(await deriveMaster(options.password, kdf));
  const made = unwrapResult(await createVaultFromMaster({ ...options, kdf, master }));
  const proof = await deriveLoginProof(master);
  wipe(made.dekBytes);
  wipe(master);
  return { kdf, proof, vault: made.vault.file, recoveryKey: made.recoveryKey };
}
