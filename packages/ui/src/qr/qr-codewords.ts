/** Codewords of a QR code: byte mode, error correction level M (ISO/IEC 18004, 7.4 to 7.6). */

/** Level M, by version from 1: error correction codewords per block, and number of blocks (table 9 of the standard). */
const ECC_PER_BLOCK = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
];
const VERSIONS = 40;
const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];

export interface QrCodewords {
  /** 1 to 40: the side is 4 * version + 17 modules. */
  readonly version: number;
  /** Data and error correction in drawing order. */
  readonly codewords: readonly number[];
}

/** Number of modules left for codewords beside the patterns of a version. */
function codewordModules(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    modules -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) modules -= 36;
  }
  return modules;
}

interface Layout {
  readonly total: number;
  readonly blocks: number;
  readonly eccLength: number;
}

function layoutOf(version: number): Layout {
  const blocks = BLOCKS[version - 1] ?? 1;
  const eccLength = ECC_PER_BLOCK[version - 1] ?? 0;
  return { total: Math.floor(codewordModules(version) / 8), blocks, eccLength };
}

const countBits = (version: number): number => (version < 10 ? 8 : 16);

/** The smallest code that holds `text` as UTF-8. @throws RangeError if the text exceeds 2331 bytes */
export function qrCodewords(text: string): QrCodewords {
  const bytes = [...new TextEncoder().encode(text)];
  for (let version = 1; version <= VERSIONS; version += 1) {
    const layout = layoutOf(version);
    const room = layout.total - layout.blocks * layout.eccLength;
    if (4 + countBits(version) + 8 * bytes.length <= 8 * room)
      return { version, codewords: interleave(dataCodewords(bytes, version, room), layout) };
  }
  throw new RangeError('too long for a QR code');
}

function dataCodewords(bytes: readonly number[], version: number, room: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(BYTE_MODE, 4);
  push(bytes.length, countBits(version));
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, 8 * room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const words = Array.from({ length: bits.length / 8 }, (_, word) =>
    bits.slice(8 * word, 8 * word + 8).reduce((value, bit) => (value << 1) | bit, 0),
  );
  return [...words, ...Array.from({ length: room - words.length }, (_, index) => PADDING[index % 2] ?? 0)];
}

/** Interleaves the data of all blocks, then their error correction, so that local damage is spread over the blocks. */
function interleave(data: readonly number[], { total, blocks, eccLength }: Layout): number[] {
  const shortLength = Math.floor(total / blocks) - eccLength;
  const shortBlocks = blocks - (total % blocks);
  const generator = generatorOf(eccLength);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const length = shortLength + (block < shortBlocks ? 0 : 1);
    const words = data.slice(at, at + length);
    at += length;
    return { words, ecc: remainderOf(words, generator) };
  });
  const column = (index: number): number[] => parts.flatMap(({ words }) => words.slice(index, index + 1));
  const eccColumn = (index: number): number[] => parts.flatMap(({ ecc }) => ecc.slice(index, index + 1));
  return [
    ...Array.from({ length: shortLength + 1 }, (_, index) => column(index)).flat(),
    ...Array.from({ length: eccLength }, (_, index) => eccColumn(index)).flat(),
  ];
}

/** Product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** Coefficients of the generator polynomial (x - 1)(x - 2)(x - 4)... without the leading 1. */
function generatorOf(degree: number): number[] {
  const result = Array.from<unknown, number>({ length: degree }, (_, index) => (index === degree - 1 ? 1 : 0));
  let root = 1;
  for (let factor = 0; factor < degree; factor += 1) {
    for (let index = 0; index < degree; index += 1)
      result[index] = multiply(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    root = multiply(root, 2);
  }
  return result;
}

/** Reed-Solomon check words of a block. */
function remainderOf(words: readonly number[], generator: readonly number[]): number[] {
  let rest = generator.map(() => 0);
  for (const word of words) {
    const factor = word ^ (rest[0] ?? 0);
    rest = generator.map((coefficient, index) => (rest[index + 1] ?? 0) ^ multiply(coefficient, factor));
  }
  return rest;
}
