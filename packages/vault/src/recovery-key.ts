import { type Bytes, randomBytes } from './bytes.ts';

/** Crockford base32: no I, L, O, U. */
const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BYTES = 20;
const CHARACTERS = 32;

/** 160 random bits. */
export function createRecoveryBits(): Bytes {
  return randomBytes(BYTES);
}

/** Eight groups of four, as printed for the user: `ABCD-EFGH-...` (security 5). */
export function formatRecoveryKey(bits: Bytes): string {
  let out = '';
  let buffer = 0;
  let stored = 0;
  for (const byte of bits) {
    buffer = (buffer << 8) | byte;
    stored += 8;
    while (stored >= 5) {
      stored -= 5;
      out += RECOVERY_ALPHABET.charAt((buffer >> stored) & 31);
    }
    buffer &= (1 << stored) - 1;
  }
  return (out.match(/.{4}/g) ?? []).join('-');
}

/**
 * The 20 bytes of a typed key, or null. Case, spaces and dashes are ignored; O is read as 0, I and L as 1
 * (Crockford).
 */
export function parseRecoveryKey(text: string): Bytes | null {
  const clean = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  if (clean.length !== CHARACTERS) return null;
  const bytes = new Uint8Array(BYTES);
  let buffer = 0;
  let stored = 0;
  let at = 0;
  for (const char of clean) {
    const value = RECOVERY_ALPHABET.indexOf(char);
    if (value < 0) return null;
    buffer = (buffer << 5) | value;
    stored += 5;
    if (stored >= 8) {
      stored -= 8;
      bytes[at] = (buffer >> stored) & 255;
      at += 1;
    }
    buffer &= (1 << stored) - 1;
  }
  return bytes;
}
