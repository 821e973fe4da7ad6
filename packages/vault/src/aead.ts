import { type Bytes, randomBytes, utf8 } from './bytes.ts';
import type { AesKey } from './keys.ts';

export const IV_BYTES = 12;
export const TAG_BYTES = 16;

export interface Sealed {
  readonly iv: Bytes;
  /** Ciphertext and 16-byte tag. */
  readonly ct: Bytes;
}

/** AES-256-GCM with an explicit IV. Only tests of the published vector pass one; everything else calls `seal`. */
export async function sealWithIv(key: AesKey, iv: Bytes, plain: Bytes, aad: string): Promise<Sealed> {
  const ct = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(aad) }, key, plain);
  return { iv, ct: new Uint8Array(ct) };
}

/** AES-256-GCM under a fresh random 96-bit IV. */
export function seal(key: AesKey, plain: Bytes, aad: string): Promise<Sealed> {
  return sealWithIv(key, randomBytes(IV_BYTES), plain, aad);
}

/** The decrypted bytes, or null when key, IV, bytes or additional data differ from those used for sealing. */
export async function unseal(key: AesKey, sealed: Sealed, aad: string): Promise<Bytes | null> {
  if (sealed.iv.length !== IV_BYTES || sealed.ct.length < TAG_BYTES) return null;
  try {
    const params = { name: 'AES-GCM', iv: sealed.iv, additionalData: utf8(aad) };
    return new Uint8Array(await crypto.subtle.decrypt(params, key, sealed.ct));
  } catch {
    return null;
  }
}
