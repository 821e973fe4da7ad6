import { CONFUSABLE_TO, foldPlate, PLATE_MAX_LENGTH } from '@varco/domain/plates/normalise-plate.ts';

/** Bits per character in the index. */
export const CODE_BITS = 6;

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ?';

/**
 * Assigns codes so that characters which cameras confuse differ in their lowest bits only. A group of confusable
 * characters is then tested by ignoring those bits, which makes a search with misreads cheaper than an exact one.
 */
function assignCodes(): {
  readonly codes: ReadonlyMap<string, number>;
  readonly looseBits: ReadonlyMap<string, number>;
} {
  const codes = new Map<string, number>();
  const looseBits = new Map<string, number>();
  let next = 0;
  const groups = [...new Set(CONFUSABLE_TO)].map((head) => [...CHARACTERS].filter((one) => foldPlate(one) === head));
  for (const group of groups.sort((a, b) => b.length - a.length)) {
    const bits = Math.ceil(Math.log2(group.length));
    for (const [at, character] of group.entries()) {
      codes.set(character, next + at);
      looseBits.set(character, bits);
    }
    next += 2 ** bits;
  }
  for (const character of CHARACTERS) if (!codes.has(character)) codes.set(character, next++);
  if (next > 2 ** CODE_BITS) throw new Error('more characters than codes');
  return { codes, looseBits };
}

const { codes: CODES, looseBits: LOOSE_BITS } = assignCodes();
const CODE_BY_CHARACTER = new Uint8Array(128).fill(255);
for (const [character, code] of CODES) CODE_BY_CHARACTER[character.charCodeAt(0)] = code;
const CHARACTER_BY_CODE: readonly string[] = Array.from(
  { length: 2 ** CODE_BITS },
  (_, code) => [...CODES].find(([, one]) => one === code)?.[0] ?? '',
);

/** True for a text that the index can store: 1 to 32 characters, all of them valid in a stored plate. */
export function isIndexable(plate: string): boolean {
  if (plate.length === 0 || plate.length > PLATE_MAX_LENGTH) return false;
  for (let at = 0; at < plate.length; at += 1) if (characterCodeAt(plate, at) === 255) return false;
  return true;
}

/** Code of the character at a position; 255 for a character that no stored plate has. */
export const characterCodeAt = (plate: string, at: number): number => codeForCharacter(plate.charCodeAt(at));

/** Code of a character, given as its UTF-16 unit; 255 for one that no stored plate has. */
export const codeForCharacter = (unit: number): number => CODE_BY_CHARACTER[unit] ?? 255;

export const characterForCode = (code: number): string => CHARACTER_BY_CODE[code] ?? '';

/** How many of the lowest bits are ignored when misreads are allowed. */
export const getLooseBits = (character: string): number => LOOSE_BITS.get(character) ?? 0;
