import { CounterStream, deriveEntryKeys, createMac, createSalt, computeTag } from './zip-crypto.ts';

/** A file in the form it has in an encrypted archive, prepared separately: several at once, or in another process. */
export interface SealedFile {
  /** Bytes of the file itself. */
  readonly size: number;
  /** Salt, check bytes, encrypted bytes, tag. */
  readonly packed: Uint8Array;
}

/** Encrypts a file in memory, uncompressed, with its own salt. */
export async function sealFile(password: string, bytes: Uint8Array): Promise<SealedFile> {
  const salt = createSalt();
  const keys = await deriveEntryKeys(password, salt);
  const turned = new CounterStream(keys.cipher).apply(bytes);
  const tag = computeTag(createMac(keys).update(turned));
  return { size: bytes.length, packed: Buffer.concat([salt, keys.check, turned, tag]) };
}
