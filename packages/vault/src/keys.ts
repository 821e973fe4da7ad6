import { type Bytes, toBase64Url, utf8 } from './bytes.ts';

/** A WebCrypto key; named through the call so that the type is the same in Node and in the browser. */
export type AesKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const NO_SALT: Bytes = new Uint8Array(0);

/** HKDF-SHA256 with 32 bytes out (security 5). */
export async function hkdf(secret: Bytes, info: string, salt: Bytes = NO_SALT): Promise<Bytes> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info: utf8(info) }, base, 256);
  return new Uint8Array(bits);
}

/** The 32 raw bytes of the login proof. */
export function deriveProofBytes(master: Bytes): Promise<Bytes> {
  return hkdf(master, 'varco/login/v1');
}

/** Sent on the wire instead of the password: `p1.<base64url>` (security 4). */
export async function deriveLoginProof(master: Bytes): Promise<string> {
  return `p1.${toBase64Url(await deriveProofBytes(master))}`;
}

/** Key of the password slot; independent of the proof, so the portal that sees the proof cannot open the vault. */
export function derivePasswordSlotKey(master: Bytes): Promise<Bytes> {
  return hkdf(master, 'varco/vault/password/v1');
}

/** Key of the recovery slot, from the 160 bits of the printed recovery key. */
export function deriveRecoverySlotKey(recoveryBits: Bytes): Promise<Bytes> {
  return hkdf(recoveryBits, 'varco/vault/recovery/v1');
}

/** AES-256-GCM key that cannot be exported from WebCrypto. */
export function importAesKey(raw: Bytes): Promise<AesKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
