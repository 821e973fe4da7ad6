/** Bytes backed by a plain ArrayBuffer, the only kind WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

const CHUNK = 0x8000;
const BASE64URL = /^[A-Za-z0-9_-]*$/;
const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

export function utf8(text: string): Bytes {
  return new Uint8Array(encoder.encode(text));
}

/** Decodes UTF-8; null when the bytes are not valid UTF-8. */
export function fromUtf8(bytes: Bytes): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Base64url without padding (security 5). */
export function toBase64Url(bytes: Bytes): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes base64url; null when the text is not exactly what `toBase64Url` would write. Strict, because padding or
 * stray low bits would give one secret several encodings.
 */
export function fromBase64Url(text: string): Bytes | null {
  if (!BASE64URL.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return toBase64Url(bytes) === text ? bytes : null;
}

export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Overwrites a secret that is no longer needed. Best effort: the engine may have copies. */
export function wipe(bytes: Bytes): void {
  bytes.fill(0);
}

/** SHA-256 as base64url, of the UTF-8 bytes of a text. */
export async function sha256Text(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));
}
