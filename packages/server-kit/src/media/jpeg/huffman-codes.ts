import type { HuffmanSpec } from './huffman-spec.ts';

/** Bits looked at first: most codes are not longer. */
export const LOOK_BITS = 9;

/** A table made ready to read with. */
export interface Decoder {
  /** By the next bits: `symbol << 8 | length`; 0: the code is longer. */
  readonly look: Uint16Array;
  /** By length: the first 16 bits that are no code so short. */
  readonly limits: Int32Array;
  /** By length: what makes a code the place of its symbol. */
  readonly offsets: Int32Array;
  readonly symbols: Uint8Array;
}

/** A table made ready to write with. By symbol: `code << 5 | length`; 0: it has none. */
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

/** A code longer than what is looked at first. @param bits the next 16 @returns as in `look`; 0: it is none */
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

/** Bits looked at to find several coefficients at once. */
const GROUP_BITS = 10;
export const GROUP_SHIFT = 32 - GROUP_BITS;
/** In an entry of `groupsOf`: the block ends with them. */
export const GROUP_ENDS = 0x8000;

/**
 * What the next bits hold of whole coefficients, codes and values, and what is written for them:
 * `bits written << 16 | ends << 15 | coefficients passed << 8 | length written << 4 | length read`; 0: not even one.
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

/** For pictures so small that making the table costs more than it saves. */
export const NO_GROUPS = new Uint32Array(1 << GROUP_BITS);
