import type { CodedSink } from './coded-bits.ts';
import { type Divisors, forwardDct, inverseDct, ZIGZAG } from './dct.ts';
import { type Decoder, type Encoder, GROUP_ENDS, GROUP_SHIFT, LOOK_BITS, longCode } from './huffman-codes.ts';
import type { BlockMarks } from './mark-plan.ts';
import { NotSpoken } from './not-spoken.ts';

const LOOK_SHIFT = 32 - LOOK_BITS;
/** Maximum coefficient of a baseline picture, and maximum bits of a DC difference. */
const MOST_AC = 1_023;
const MOST_DC_BITS = 11;

/** State of one colour component: its tables and DC values. */
export interface ComponentCoder {
  readonly dcFrom: Decoder;
  readonly acFrom: Decoder;
  readonly dcTo: Encoder;
  readonly acTo: Encoder;
  /** Several coefficients at once: result of `buildGroupTable`. */
  readonly groups: Uint32Array;
  readonly divisors: Divisors;
  readonly marks: BlockMarks;
  /** DC value of the previous block, as read and as written. */
  read: number;
  written: number;
}

/** The current block: as read, by position, and as written, in file (zigzag) order. */
const coefficients = new Int32Array(64);
const written = new Int32Array(64);
const samples = new Float64Array(64);
/** Columns of the read block that have vertical frequencies, one bit each. */
let wavy = 0;

/** Reads a DC value into `coder.read`. @param at bit position @returns the next bit position */
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

/** Decodes a value of `size` bits, 1 to 15: the lower half of the range means negative values. */
function valueAt(view: DataView, at: number, size: number): number {
  const value = (view.getInt32(at >>> 3) << (at & 7)) >>> (32 - size);
  return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
}

/** Skips the coefficients of a block; returns the next bit position. */
export function skipBlock({ acFrom, groups }: ComponentCoder, view: DataView, from: number): number {
  const { look } = acFrom;
  let at = from;
  let order = 1;
  while (order < 64) {
    const bits = view.getInt32(at >>> 3) << (at & 7);
    const group = groups[bits >>> GROUP_SHIFT] as number;
    const next = order + ((group >>> 8) & 127);
    // Near the last coefficient they are decoded one by one, because a group could reach into the next block.
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

/** Writes the coefficients of a block with other codes. @returns the next bit position */
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
    // At least 25 bits are available. The bits after the code are shifted in two steps, because a shift by 32 would
    // do nothing.
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

/** Reads the coefficients of a block except its DC value. @returns the next bit position */
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

/** Applies the mark to the block just read, as planned for its position, and writes it. */
export function writeMarked(coder: ComponentCoder, place: number, sink: CodedSink): void {
  const { divisors, marks } = coder;
  coefficients[0] = coder.read;
  const scale = marks.evenScales[place] as number;
  if (scale < 0) markSamples(divisors, marks, place);
  else markEvenly(scale, ((marks.shifts[place * 64] as number) * 8) / divisors.mean);
  writeMean(coder, written[0] as number, sink);
  writeRest(coder.acTo, sink);
}

/** The same scale for all samples scales all coefficients, so no transform is needed. */
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

/** Nearest integer of a number between -16 384 and 16 383. */
const rounded = (value: number): number => ((value + 16_384.5) | 0) - 16_384;

/** Writes a DC value as the difference to the previous one. */
export function writeMean(coder: ComponentCoder, mean: number, sink: CodedSink): void {
  const difference = mean - coder.written;
  coder.written = mean;
  const size = sizeOf(difference);
  const code = coder.dcTo[size] as number;
  if (size > MOST_DC_BITS || code === 0) throw new NotSpoken('no code for a mean value');
  sink.put(((code >>> 5) << size) | bitsOf(difference, size), (code & 31) + size);
}

/** All coefficients except the DC value. */
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
