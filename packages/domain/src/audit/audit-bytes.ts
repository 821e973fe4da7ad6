/**
 * SHA-256 over the concatenated parts; a text counts as its UTF-8 bytes. Injected, because the domain package has no I/O
 * and also runs in a browser.
 */
export type Sha256 = (...parts: readonly (Uint8Array | string)[]) => Uint8Array;

const HASH_BYTES = 32;
/** Entries of the log and nodes of its tree are shorter; a longer text gets a buffer of its own. */
const JOINED_BYTES = 65_536;
/** Views that are reused, by their length or beginning: longer than nearly every entry. */
const MAX_REUSED_VIEWS = 1_024;
/** UTF-8 bytes of a character of a text, at most. */
const MAX_BYTES_PER_CHARACTER = 3;

/**
 * Makes a `Sha256` from the platform's function for one run of bytes, which returns the digest as 32 characters below
 * U+0100. The parts are joined first: each call of the platform costs more than a copy, and verifying a log of millions
 * of entries takes four hashes for each.
 */
export function createSha256(digest: (bytes: Uint8Array) => string): Sha256 {
  const buffer = createJoinBuffer(JOINED_BYTES);
  return (...parts) => {
    let room = 0;
    for (const part of parts) room += typeof part === 'string' ? part.length * MAX_BYTES_PER_CHARACTER : part.length;
    const { bytes, from, upTo } = room > JOINED_BYTES ? createJoinBuffer(room) : buffer;
    let at = 0;
    for (const part of parts) {
      if (typeof part === 'string') {
        at += encoder.encodeInto(part, from(at)).written;
      } else {
        bytes.set(part, at);
        at += part.length;
      }
    }
    const text = digest(upTo(at));
    const hash = new Uint8Array(HASH_BYTES);
    for (let index = 0; index < HASH_BYTES; index += 1) hash[index] = text.charCodeAt(index);
    return hash;
  };
}

/** Bytes with their beginnings and ends as views, which are reused: a new view costs as much as the copy. */
function createJoinBuffer(size: number) {
  const bytes = new Uint8Array(size);
  const reuse = (create: (at: number) => Uint8Array): ((at: number) => Uint8Array) => {
    const views: (Uint8Array | undefined)[] = [];
    return (at) => (at < MAX_REUSED_VIEWS ? (views[at] ??= create(at)) : create(at));
  };
  return { bytes, from: reuse((at) => bytes.subarray(at)), upTo: reuse((at) => bytes.subarray(0, at)) };
}

const encoder = new TextEncoder();

const decoder = new TextDecoder();

/** UTF-8 bytes of a text. */
export const toUtf8Bytes = (text: string): Uint8Array => encoder.encode(text);

/** Reverse of `toUtf8Bytes`; bytes that are not UTF-8 become replacement characters. */
export const fromUtf8Bytes = (bytes: Uint8Array): string => decoder.decode(bytes);

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

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64url without padding, used for hashes in the log and for the parts of a ticket. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const characters = Math.min(bytes.length - at, 3) + 1;
    for (let shift = 18; shift > 18 - 6 * characters; shift -= 6) text += BASE64URL.charAt((three >> shift) & 63);
  }
  return text;
}

/** Reverse of `toBase64Url`; null when the text is not the canonical encoding of some bytes. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='));
}

/** Equality of public values such as hashes. Not constant time: do not use for secrets. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
