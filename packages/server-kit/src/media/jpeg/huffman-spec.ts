import { expectThat } from './not-spoken.ts';

/** A Huffman table as in a file: number of codes of each length, and their symbols, shortest first. */
export interface HuffmanSpec {
  /** By length, 1 to 16; [0] is not used. */
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

const LONGEST = 16;
/** Number of 16-bit codes: the one of all ones is not allowed. */
const ROOM = 65_535;

/** DC symbols: the size of the difference in bits. */
const DC_SYMBOLS = Uint8Array.from({ length: 12 }, (_, size) => size);
/** AC symbols: number of zeros before a coefficient and its size in bits; end of block; sixteen zeros. */
const AC_SYMBOLS = Uint8Array.of(
  0,
  0xf0,
  ...Array.from({ length: 160 }, (_, i) => ((i % 16) << 4) | (1 + Math.floor(i / 16))),
);

/** Adds the tables of a file segment to the maps of their class. */
export function readSpecs(body: Uint8Array, dc: Map<number, HuffmanSpec>, ac: Map<number, HuffmanSpec>): void {
  for (let at = 0; at < body.length;) {
    expectThat(at + 17 <= body.length, 'a table is cut');
    const kind = body[at] ?? 255;
    // Copied, because slices of a Buffer share the bytes of the picture.
    const counts = Uint8Array.of(0, ...body.subarray(at + 1, at + 17));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const symbols = body.subarray(at + 17, at + 17 + total);
    at += 17 + total;
    const [known, into] = kind < 16 ? [DC_SYMBOLS, dc] : [AC_SYMBOLS, ac];
    expectThat((kind & 15) < 4 && kind < 32 && symbols.length === total, 'a table');
    expectThat(new Set(symbols).size === total && symbols.every((symbol) => known.includes(symbol)), 'its symbols');
    expectThat(roomOf({ counts, symbols }) >= 0, 'more codes than there can be');
    into.set(kind & 15, { counts, symbols });
  }
}

/** Number of free 16-bit codes. Negative: the lengths are invalid. */
function roomOf({ counts }: HuffmanSpec): number {
  let left = ROOM;
  for (let length = 1; length <= LONGEST; length += 1) left -= (counts[length] ?? 0) << (LONGEST - length);
  return left;
}

/**
 * A table with a code for every possible symbol. A table optimised for one picture lacks the symbols it did not need,
 * but a mark may need them: one code becomes a bit longer, and the missing symbols get long codes in the freed space.
 * Returns the same table when none is missing.
 */
export function completed(spec: HuffmanSpec, kind: 'dc' | 'ac'): HuffmanSpec {
  const there = new Set(spec.symbols);
  const lacking = (kind === 'dc' ? DC_SYMBOLS : AC_SYMBOLS).filter((symbol) => !there.has(symbol));
  if (lacking.length === 0) return spec;
  const codes = codesOf(spec);
  let room = roomOf(spec);
  // Eight times the minimum, so that no code gets all sixteen bits.
  const wanted = lacking.length * 8;
  if (room < lacking.length) {
    const short = codes.findLast(({ length }) => 1 << (LONGEST - 1 - length) >= wanted);
    expectThat(short !== undefined, 'no short code');
    short.length += 1;
    room += 1 << (LONGEST - short.length);
  }
  let length = LONGEST;
  while (lacking.length << (LONGEST + 1 - length) <= room) length -= 1;
  for (const symbol of lacking) codes.push({ symbol, length });
  codes.sort((one, other) => one.length - other.length);
  const counts = new Uint8Array(LONGEST + 1);
  for (const code of codes) counts[code.length] = (counts[code.length] ?? 0) + 1;
  return { counts, symbols: Uint8Array.from(codes, ({ symbol }) => symbol) };
}

function codesOf({ counts, symbols }: HuffmanSpec): { symbol: number; length: number }[] {
  const lengths = [...counts].flatMap((count, length) => Array.from({ length: count }, () => length));
  return lengths.map((length, i) => ({ symbol: symbols[i] ?? 0, length }));
}
