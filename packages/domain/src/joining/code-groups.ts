/**
 * Bytes as groups of letters and digits that people can type. A group has six characters of Crockford's base32 (no I, L, O
 * and U) and one check character, which also depends on the number of the group: any wrong character, any two neighbours
 * exchanged and any two groups exchanged are found, and the group is named.
 */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DATA_LENGTH = 6;
const BITS = 5;

export type DecodedGroups =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** `group`: number of the wrong group, counted from 1; null: the fault is not in one group. */
  | { readonly ok: false; readonly fault: 'character' | 'incomplete'; readonly group: number | null };

/** Groups separated by dashes. */
export function encodeGroups(bytes: Uint8Array): string {
  const symbols = toSymbols(bytes);
  const groups: string[] = [];
  for (let at = 0; at < symbols.length; at += DATA_LENGTH) {
    const data = symbols.slice(at, at + DATA_LENGTH);
    groups.push([...data, computeCheck(groups.length, data)].map((symbol) => ALPHABET[symbol]).join(''));
  }
  return groups.join('-');
}

/** Reads groups written without separators, in upper case. O counts as 0, I and L as 1. */
export function decodeGroups(text: string): DecodedGroups {
  const symbols = [...text].map(toSymbol);
  if (symbols.includes(-1)) return { ok: false, fault: 'character', group: null };
  const data: number[] = [];
  for (let at = 0; at < symbols.length; at += DATA_LENGTH + 1) {
    const group = symbols.slice(at, at + DATA_LENGTH + 1);
    const number = at / (DATA_LENGTH + 1);
    if (group.length < 2) return { ok: false, fault: 'incomplete', group: null };
    if (computeCheck(number, group.slice(0, -1)) !== group.at(-1))
      return { ok: false, fault: 'incomplete', group: number + 1 };
    data.push(...group.slice(0, -1));
  }
  const bytes = toBytes(data);
  return bytes === null ? { ok: false, fault: 'incomplete', group: null } : { ok: true, bytes };
}

/** Value of a character; -1: it is not of the alphabet. */
const toSymbol = (character: string): number => ALPHABET.indexOf(character.replace('O', '0').replace(/[IL]/, '1'));

/** Check character: a polynomial over the field of 32 elements (x^5 + x^2 + 1), in which every step is reversible. */
function computeCheck(group: number, data: readonly number[]): number {
  let sum = 0;
  for (const symbol of [group % 32, ...data]) sum = multiplyByX(sum) ^ symbol;
  return multiplyByX(sum);
}

const multiplyByX = (value: number): number => (value << 1) ^ (value >= 16 ? 0b100101 : 0);

function toSymbols(bytes: Uint8Array): number[] {
  const symbols: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= BITS; bits -= BITS) symbols.push((buffer >>> (bits - BITS)) & 31);
    buffer &= (1 << bits) - 1;
  }
  if (bits > 0) symbols.push((buffer << (BITS - bits)) & 31);
  return symbols;
}

/** Null when bits remain that no writer leaves: every code has one form. */
function toBytes(symbols: readonly number[]): Uint8Array | null {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const symbol of symbols) {
    buffer = (buffer << BITS) | symbol;
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(buffer >>> bits);
      buffer &= (1 << bits) - 1;
    }
  }
  return bits >= BITS || buffer !== 0 ? null : Uint8Array.from(bytes);
}
