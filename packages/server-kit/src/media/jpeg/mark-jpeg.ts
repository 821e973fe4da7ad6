import {
  type ComponentCoder,
  readBlock,
  readMean,
  recodeBlock,
  skipBlock,
  writeMarked,
  writeMean,
} from './block-coder.ts';
import { CodedSink, CodedSource } from './coded-bits.ts';
import { divisorsOf } from './dct.ts';
import { decoderOf, encoderOf, groupsOf, NO_GROUPS } from './huffman-codes.ts';
import { completed, type HuffmanSpec } from './huffman-spec.ts';
import { type JpegHead, writeHead } from './jpeg-segments.ts';
import type { MarkPlan } from './mark-plan.ts';
import { expectThat, NotSpoken } from './not-spoken.ts';

/** Below this size, building group tables costs more than decoding coefficients one by one. */
const FEW_BYTES = 16 * 1_024;
const END_OF_IMAGE = 0xd9;
const FIRST_RESTART = 0xd0;
/** No block has more bits: a DC value of 27, 63 coefficients of 26. */
const MOST_BLOCK_BITS = 2_048;

/**
 * Marks a baseline JPEG without decoding what the mark does not touch. Other blocks are copied bit for bit or, where
 * the picture's tables lack symbols that the mark may need, with the same coefficients under other codes. @throws
 * UnsupportedJpegError for incomplete data
 */
export function markJpeg(bytes: Uint8Array, head: JpegHead, plan: MarkPlan): Buffer {
  const mcus = mcusOf(head);
  const [dc, ac] = [allCompleted(head.dc, 'dc'), allCompleted(head.ac, 'ac')];
  const walk = new Walk(bytes, head, { ...head, dc, ac }, plan);
  let left = mcus.across * mcus.down;
  for (let stretch = 0; left > 0; stretch += 1) {
    const count = head.restartInterval === 0 ? left : Math.min(left, head.restartInterval);
    left -= count;
    walk.stretch(count, mcus.across, left === 0 ? END_OF_IMAGE : FIRST_RESTART + (stretch & 7));
  }
  return walk.sink.bytesAfter(writeHead({ ...head, dc, ac }));
}

/**
 * Each block has at least two one-bit codes, so a large size with little data is rejected. @throws
 * UnsupportedJpegError
 */
export function expectRoom(bytes: Uint8Array, head: JpegHead): void {
  const { across, down } = mcusOf(head);
  const blocks = head.components.reduce((sum, one) => sum + one.across * one.down, 0);
  expectThat((bytes.length - head.dataAt) * 4 >= across * down * blocks, 'too short for its size');
}

function mcusOf({ width, height, components: [light] }: JpegHead): { readonly across: number; readonly down: number } {
  return {
    across: Math.ceil(width / (8 * (light?.across ?? 1))),
    down: Math.ceil(height / (8 * (light?.down ?? 1))),
  };
}

type Specs = ReadonlyMap<number, HuffmanSpec>;

const allCompleted = (specs: Specs, kind: 'dc' | 'ac'): Specs =>
  new Map([...specs].map(([id, spec]) => [id, completed(spec, kind)]));

/** Whether two sets of tables have the same codes. */
const isSame = (from: Specs, to: Specs): boolean =>
  [...from].every(([id, spec]) => {
    const [codes, others] = [encoderOf(spec), encoderOf(to.get(id) ?? spec)];
    return spec.symbols.every((symbol) => codes[symbol] === others[symbol]);
  });

/** A block of an MCU. */
interface Unit {
  readonly coder: ComponentCoder;
  /** Blocks of its component across an MCU, and its position among them. */
  readonly across: number;
  readonly down: number;
  readonly x: number;
  readonly y: number;
}

function unitsOf(head: JpegHead, from: Tables, to: Tables, { light, colour }: MarkPlan, bytes: number): Unit[] {
  const dcs = eachOnce((id) => ({ dcFrom: decoderOf(known(from.dc, id)), dcTo: encoderOf(known(to.dc, id)) }));
  const acs = eachOnce((id) => {
    const [acFrom, acTo] = [decoderOf(known(from.ac, id)), encoderOf(known(to.ac, id))];
    return { acFrom, acTo, groups: bytes < FEW_BYTES ? NO_GROUPS : groupsOf(acFrom, acTo) };
  });
  return head.components.flatMap((component, i) => {
    const { across, down, quantiser } = component;
    const coder: ComponentCoder = {
      ...dcs(component.dc),
      ...acs(component.ac),
      divisors: divisorsOf(known(head.quantisers, quantiser)),
      marks: i === 0 || colour === null ? light : colour,
      ...{ read: 0, written: 0 },
    };
    return Array.from({ length: across * down }, (_, n) => ({
      ...{ coder, across, down },
      ...{ x: n % across, y: Math.floor(n / across) },
    }));
  });
}

/** Tables shared by two components are prepared once. */
function eachOnce<T>(make: (id: number) => T): (id: number) => T {
  const made = new Map<number, T>();
  return (id) => {
    const found = made.get(id) ?? make(id);
    made.set(id, found);
    return found;
  };
}

type Tables = Pick<JpegHead, 'dc' | 'ac'>;

function known<T>(map: ReadonlyMap<number, T>, id: number): T {
  const found = map.get(id);
  expectThat(found !== undefined, 'a table is missing');
  return found;
}

/** Transcodes the coded data of a picture from source to sink. */
class Walk {
  readonly sink = new CodedSink();
  private readonly source: CodedSource;
  private readonly units: readonly Unit[];
  /** The codes do not change. */
  private readonly isSame: boolean;
  private mcu = 0;
  /** Bits of the segment from here on are not written yet. */
  private copied = 0;

  constructor(bytes: Uint8Array, head: JpegHead, to: Tables, plan: MarkPlan) {
    this.source = new CodedSource(bytes, head.dataAt);
    this.units = unitsOf(head, head, to, plan, bytes.length);
    this.isSame = isSame(head.dc, to.dc) && isSame(head.ac, to.ac);
  }

  /** Transcodes exactly this number of MCUs, which must end at the next marker. */
  stretch(count: number, mcusAcross: number, marker: number): void {
    const { source, units, sink } = this;
    source.next();
    for (const { coder } of units) coder.read = coder.written = 0;
    this.copied = 0;
    let at = 0;
    for (let left = count; left > 0; left -= 1) {
      const x = this.mcu % mcusAcross;
      const y = (this.mcu - x) / mcusAcross;
      this.mcu += 1;
      for (const unit of units) {
        const { marks } = unit.coder;
        const block = (y * unit.down + unit.y) * marks.across + x * unit.across + unit.x;
        const place = marks.places[block] as number;
        if (place !== -1) at = this.marked(unit.coder, at, place);
        else at = this.isSame ? this.kept(unit.coder, at) : this.recoded(unit.coder, at);
        if (at > source.end) throw new NotSpoken('too short');
      }
    }
    // Padding fills the last byte.
    expectThat(source.end - at < 8 && source.marker === marker, 'not where it ends');
    if (this.isSame) sink.copy(source.view, this.copied, at);
    sink.end(marker);
  }

  private marked(coder: ComponentCoder, from: number, place: number): number {
    const { view } = this.source;
    if (this.isSame) this.sink.copy(view, this.copied, from);
    const at = readBlock(coder, view, readMean(coder, view, from));
    this.sink.reserve(MOST_BLOCK_BITS);
    writeMarked(coder, place, this.sink);
    this.copied = at;
    return at;
  }

  private kept(coder: ComponentCoder, from: number): number {
    const { view } = this.source;
    const before = coder.read;
    const at = readMean(coder, view, from);
    if (before === coder.written) {
      coder.written = coder.read;
    } else {
      // The previous block has a new DC value, so this block's difference changes.
      this.sink.copy(view, this.copied, from);
      this.sink.reserve(MOST_BLOCK_BITS);
      writeMean(coder, coder.read, this.sink);
      this.copied = at;
    }
    return skipBlock(coder, view, at);
  }

  private recoded(coder: ComponentCoder, from: number): number {
    const { view } = this.source;
    this.sink.reserve(MOST_BLOCK_BITS);
    const at = readMean(coder, view, from);
    writeMean(coder, coder.read, this.sink);
    return recodeBlock(coder, view, at, this.sink);
  }
}
