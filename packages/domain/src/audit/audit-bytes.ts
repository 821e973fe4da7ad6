/** SHA-256 over the concatenated parts. Injected, because the domain package has no I/O and also runs in a browser. */
export type Sha256 = (...parts: readonly Uint8Array[]) => Uint8Array;

const encoder = new TextEncoder();

/** UTF-8 bytes of a text. */
export const toUtf8Bytes = (text: string): Uint8Array => encoder.encode(text);

/** Standard base64 with padding, as signed notes use it. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Reverse of `toBase64`; null when the text is not the canonical encoding of some bytes. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

/** Base64url without padding, used for hashes in the log and for the parts of a ticket. */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Reverse of `toBase64Url`; null when the text is not the canonical encoding of some bytes. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='));
}

/** Equality of public values such as hashes. Not constant time: do not use for secrets. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
