import type { CodedSink } from './coded-bits.ts';
import { type Divisors, forwardDct, inverseDct, ZIGZAG } from './dct.ts';
import { type Decoder, type Encoder, GROUP_ENDS, GROUP_SHIFT, LOOK_BITS, longCode } from './huffman-codes.ts';
import type { BlockMarks } from './mark-plan.ts';
import { NotSpoken } from './not-spoken.ts';

const LOOK_SHIFT = 32 - LOOK_BITS;
/** A coefficient of a baseline picture, and a difference of mean values, have no more bits. */
const MOST_AC = 1_023;
const MOST_DC_BITS = 11;

/** One colour of a picture: its tables, and where it stands. */
export interface ComponentCoder {
  readonly dcFrom: Decoder;
  readonly acFrom: Decoder;
  readonly dcTo: Encoder;
  readonly acTo: Encoder;
  /** Several coefficients at once: `groupsOf` these tables. */
  readonly groups: Uint32Array;
  readonly divisors: Divisors;
  readonly marks: BlockMarks;
  /** The mean value of the block before, as it was read and as it was written. */
  read: number;
  written: number;
}

/** The block in hand: as it is read, by place, and as it is written, in the order of a file. */
const coefficients = new Int32Array(64);
const written = new Int32Array(64);
const samples = new Float64Array(64);
/** Columns of the block read that have waves downwards, one bit each. */
let wavy = 0;

/**
 * Reads a mean value into `coder.read`.
 * @param at bit
 * @returns the bit after it
 */
export function readMean(coder: ComponentCoder, view: DataView, at: number): number {
  const bits = view.getInt32(at >>> 3) << (at & 7);
  const code = (coder.dcFrom.look[bits >>> LOOK_SHIFT] as number) || longCode(coder.dcFrom, bits >>> 16);
  if (code === 0) throw new NotSpoken('no code');
  const from = at + (code & 255);
  const size = code >>> 8;
  if (size > 0) coder.read += valueAt(view, from, size);
  if (coder.read > 2_047 || coder.read < -2_048) throw new NotSpoken('a mean value');
  return from + size;
}

/** A value of so many bits, 1 to 15: the lower half of what they count means negative ones. */
function valueAt(view: DataView, at: number, size: number): number {
  const value = (view.getInt32(at >>> 3) << (at & 7)) >>> (32 - size);
  return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
}

/** The bit after the coefficients of a block. */
export function skipBlock({ acFrom, groups }: ComponentCoder, view: DataView, from: number): number {
  const { look } = acFrom;
  let at = from;
  let order = 1;
  while (order < 64) {
    const bits = view.getInt32(at >>> 3) << (at & 7);
    const group = groups[bits >>> GROUP_SHIFT] as number;
    const next = order + ((group >>> 8) & 127);
    // Near the last coefficient one by one: what comes after it is another block.
    if (group !== 0 && next < 64) {
      at += group & 15;
      if ((group & GROUP_ENDS) !== 0) return at;
      order = next;
      continue;
    }
    const code = (look[bits >>> LOOK_SHIFT] as number) || longCode(acFrom, bits >>> 16);
    if (code === 0) throw new NotSpoken('no code');
    const symbol = code >>> 8;
    at += (code & 255) + (symbol & 15);
    if (symbol === 0) return at;
    order += (symbol >>> 4) + 1;
  }
  if (order > 64) throw new NotSpoken('more than 64 coefficients');
  return at;
}

/** Writes the coefficients of a block with other codes. @returns the bit after them */
export function recodeBlock(
  { acFrom, acTo, groups }: ComponentCoder,
  view: DataView,
  from: number,
  sink: CodedSink,
): number {
  const { look } = acFrom;
  let at = from;
  let order = 1;
  while (order < 64) {
    const bits = view.getInt32(at >>> 3) << (at & 7);
    const group = groups[bits >>> GROUP_SHIFT] as number;
    const next = order + ((group >>> 8) & 127);
    if (group !== 0 && next < 64) {
      sink.put(group >>> 16, (group >>> 4) & 15);
      at += group & 15;
      if ((group & GROUP_ENDS) !== 0) return at;
      order = next;
      continue;
    }
    const code = (look[bits >>> LOOK_SHIFT] as number) || longCode(acFrom, bits >>> 16);
    if (code === 0) throw new NotSpoken('no code');
    const symbol = code >>> 8;
    const size = symbol & 15;
    const length = code & 255;
    // At least 25 bits were there. What follows the code is shifted in two steps: nothing is left when there are no bits.
    const after = length + size <= 25 ? bits << length : view.getInt32((at + length) >>> 3) << ((at + length) & 7);
    const to = acTo[symbol] as number;
    sink.put(((to >>> 5) << size) | ((after >>> 1) >>> (31 - size)), (to & 31) + size);
    at += length + size;
    if (symbol === 0) return at;
    order += (symbol >>> 4) + 1;
  }
  if (order > 64) throw new NotSpoken('more than 64 coefficients');
  return at;
}

/** Reads the coefficients of a block, its mean value excepted. @returns the bit after them */
export function readBlock({ acFrom }: ComponentCoder, view: DataView, from: number): number {
  const { look } = acFrom;
  coefficients.fill(0);
  wavy = 0;
  let at = from;
  let order = 1;
  while (order < 64) {
    const bits = view.getInt32(at >>> 3) << (at & 7);
    const code = (look[bits >>> LOOK_SHIFT] as number) || longCode(acFrom, bits >>> 16);
    if (code === 0) throw new NotSpoken('no code');
    const symbol = code >>> 8;
    const size = symbol & 15;
    at += code & 255;
    if (symbol === 0) return at;
    order += symbol >>> 4;
    if (order > 63) throw new NotSpoken('more than 64 coefficients');
    const place = ZIGZAG[order] as number;
    if (size > 0) coefficients[place] = valueAt(view, at, size);
    if (place > 7) wavy |= 1 << (place & 7);
    at += size;
    order += 1;
  }
  return at;
}

/** Marks the block that was read, as the plan says for its place, and writes it. */
export function writeMarked(coder: ComponentCoder, place: number, sink: CodedSink): void {
  const { divisors, marks } = coder;
  coefficients[0] = coder.read;
  const scale = marks.evenScales[place] as number;
  if (scale < 0) markSamples(divisors, marks, place);
  else markEvenly(scale, ((marks.shifts[place * 64] as number) * 8) / divisors.mean);
  writeMean(coder, written[0] as number, sink);
  writeRest(coder.acTo, sink);
}

/** Darker or paler all over: so are its waves, and nothing needs to be transformed. */
function markEvenly(scale: number, shift: number): void {
  for (let order = 1; order < 64; order += 1) {
    const value = coefficients[ZIGZAG[order] as number] as number;
    written[order] = value === 0 ? 0 : rounded(value * scale);
  }
  written[0] = rounded((coefficients[0] as number) * scale + shift);
}

function markSamples({ back, there }: Divisors, { scales, shifts }: BlockMarks, place: number): void {
  const from = place * 64;
  for (let i = 0; i < 64; i += 1) samples[i] = (coefficients[i] as number) * (back[i] as number);
  inverseDct(samples, wavy);
  for (let i = 0; i < 64; i += 1) {
    const sample = samples[i] as number;
    const shade = sample < -128 ? -128 : sample > 127 ? 127 : sample;
    samples[i] = shade * (scales[from + i] as number) + (shifts[from + i] as number);
  }
  forwardDct(samples);
  for (let order = 0; order < 64; order += 1) {
    const i = ZIGZAG[order] as number;
    const value = rounded((samples[i] as number) * (there[i] as number));
    written[order] = value < -MOST_AC ? -MOST_AC : value > MOST_AC ? MOST_AC : value;
  }
}

/** Nearest whole number of one between -16 384 and 16 383. */
const rounded = (value: number): number => ((value + 16_384.5) | 0) - 16_384;

/** Writes a mean value as the difference to the one before. */
export function writeMean(coder: ComponentCoder, mean: number, sink: CodedSink): void {
  const difference = mean - coder.written;
  coder.written = mean;
  const size = sizeOf(difference);
  const code = coder.dcTo[size] as number;
  if (size > MOST_DC_BITS || code === 0) throw new NotSpoken('no code for a mean value');
  sink.put(((code >>> 5) << size) | bitsOf(difference, size), (code & 31) + size);
}

/** All coefficients but the mean value. */
function writeRest(to: Encoder, sink: CodedSink): void {
  const [sixteen, end] = [to[0xf0] as number, to[0] as number];
  let zeros = 0;
  for (let order = 1; order < 64; order += 1) {
    const value = written[order] as number;
    if (value === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) sink.put(sixteen >>> 5, sixteen & 31);
    const size = sizeOf(value);
    const code = to[(zeros << 4) | size] as number;
    sink.put(((code >>> 5) << size) | bitsOf(value, size), (code & 31) + size);
    zeros = 0;
  }
  if (zeros > 0) sink.put(end >>> 5, end & 31);
}

const sizeOf = (value: number): number => 32 - Math.clz32(value < 0 ? -value : value);

const bitsOf = (value: number, size: number): number => (value < 0 ? value + (1 << size) - 1 : value);
