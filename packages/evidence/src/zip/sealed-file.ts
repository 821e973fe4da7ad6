import { CounterStream, entryKeys, macOf, newSalt, tagOf } from './zip-crypto.ts';

/** A file as it lies in an encrypted archive, made apart from it: several at once, or in another process. */
export interface SealedFile {
  /** Bytes of the file itself. */
  readonly size: number;
  /** Salt, check, encrypted bytes, tag. */
  readonly packed: Uint8Array;
}

/** Encrypts a file that is in memory, stored as it is, under a salt of its own. */
export async function sealFile(password: string, bytes: Uint8Array): Promise<SealedFile> {
  const salt = newSalt();
  const keys = await entryKeys(password, salt);
  const turned = new CounterStream(keys.cipher).turn(bytes);
  const tag = tagOf(macOf(keys).update(turned));
  return { size: bytes.length, packed: Buffer.concat([salt, keys.check, turned, tag]) };
}
