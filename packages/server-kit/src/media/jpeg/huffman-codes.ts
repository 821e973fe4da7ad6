import type { HuffmanSpec } from './huffman-spec.ts';

/** Bits of the fast table: most codes are not longer. */
export const LOOK_BITS = 9;

/** A Huffman table prepared for decoding. */
export interface Decoder {
  /** By the next bits: `symbol << 8 | length`; 0: the code is longer. */
  readonly look: Uint16Array;
  /** By length: the first 16-bit value that is no code of that length or shorter. */
  readonly limits: Int32Array;
  /** By length: offset from a code to the index of its symbol. */
  readonly offsets: Int32Array;
  readonly symbols: Uint8Array;
}

/** A Huffman table prepared for encoding. By symbol: `code << 5 | length`; 0: no code. */
export type Encoder = Uint32Array;

export function decoderOf({ counts, symbols }: HuffmanSpec): Decoder {
  const look = new Uint16Array(1 << LOOK_BITS);
  const [limits, offsets] = [new Int32Array(17), new Int32Array(17)];
  let [code, place] = [0, 0];
  for (let length = 1; length <= 16; length += 1) {
    const count = counts[length] ?? 0;
    offsets[length] = place - code;
    for (let i = 0; i < count && length <= LOOK_BITS; i += 1) {
      const from = (code + i) << (LOOK_BITS - length);
      look.fill(((symbols[place + i] ?? 0) << 8) | length, from, from + (1 << (LOOK_BITS - length)));
    }
    code += count;
    place += count;
    limits[length] = code << (16 - length);
    code <<= 1;
  }
  return { look, limits, offsets, symbols };
}

/**
 * Decodes a code longer than the fast table. @param bits the next 16 bits @returns as in `fastTable`; 0: invalid code
 */
export function longCode({ limits, offsets, symbols }: Decoder, bits: number): number {
  for (let length = LOOK_BITS + 1; length <= 16; length += 1) {
    if (bits < (limits[length] as number)) {
      const symbol = symbols[(offsets[length] as number) + (bits >>> (16 - length))] as number;
      return (symbol << 8) | length;
    }
  }
  return 0;
}

export function encoderOf({ counts, symbols }: HuffmanSpec): Encoder {
  const encoder = new Uint32Array(256);
  let [code, place] = [0, 0];
  for (let length = 1; length <= 16; length += 1) {
    for (let left = counts[length] ?? 0; left > 0; left -= 1) {
      encoder[symbols[place] ?? 0] = (code << 5) | length;
      code += 1;
      place += 1;
    }
    code <<= 1;
  }
  return encoder;
}

/** Bits of the group table, with which several coefficients are decoded at once. */
const GROUP_BITS = 10;
export const GROUP_SHIFT = 32 - GROUP_BITS;
/** Flag of a group table entry: the block ends with this group. */
export const GROUP_ENDS = 0x8000;

/**
 * Table of whole coefficients (codes and values) by the next bits, with the code length to write: `bits written << 16
 * | ends << 15 | coefficients passed << 8 | length written << 4 | length read`; 0: no complete coefficient.
 */
export function groupsOf({ look }: Decoder, to: Encoder): Uint32Array {
  const groups = new Uint32Array(1 << GROUP_BITS);
  for (let index = 0; index < groups.length; index += 1) {
    const bits = index << GROUP_SHIFT;
    let [read, written, length, passed, ends] = [0, 0, 0, 0, 0];
    while (read < GROUP_BITS && ends === 0) {
      const code = look[(bits << read) >>> (32 - LOOK_BITS)] as number;
      const [symbol, from] = [code >>> 8, code & 255];
      const size = symbol & 15;
      const into = to[symbol] as number;
      const longer = (into & 31) + size;
      if (from === 0 || read + from + size > GROUP_BITS || length + longer > 15) break;
      const value = ((bits << (read + from)) >>> 1) >>> (31 - size);
      written = (((written << (into & 31)) | (into >>> 5)) << size) | value;
      length += longer;
      read += from + size;
      if (symbol === 0) ends = GROUP_ENDS;
      else passed += (symbol >>> 4) + 1;
    }
    groups[index] = (written << 16) | ends | (passed << 8) | (length << 4) | read;
  }
  return groups;
}

/** For pictures so small that building the table costs more than it saves. */
export const NO_GROUPS = new Uint32Array(1 << GROUP_BITS);
