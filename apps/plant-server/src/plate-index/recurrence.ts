import type { Span } from './span.ts';
import { PlateBits } from './plate-bits.ts';
import type { Measure } from './tally.ts';

/** Bounds (inclusive) of a measure in a window. `atMost` Infinity: no upper bound. */
export interface RecurrenceRange extends Span {
  readonly measure: Measure;
  readonly atLeast: number;
  readonly atMost: number;
}

type Bounds = Pick<RecurrenceRange, 'atLeast' | 'atMost'>;

/** Plates that did not pass at all are never within bounds. */
export function isWithinBounds(value: number | undefined, { atLeast, atMost }: Bounds): boolean {
  const n = value ?? 0;
  return n >= Math.max(1, atLeast) && n <= atMost;
}

/** The plates whose measure lies within bounds. */
export class PlatesWithinBounds extends PlateBits {
  /**
   * @param values measure of every plate, by ordinal
   * @param candidates only plates of this set; null: all
   */
  constructor(values: Uint32Array, candidates: PlateBits | null, { atLeast, atMost }: Bounds) {
    super();
    const [least, most] = [Math.max(1, atLeast), Math.min(atMost, 0xffff_ffff)];
    this.bits = new Int32Array(values.length >>> 5);
    for (let word = 0; word < this.bits.length; word += 1) {
      const wanted = candidates === null ? -1 : (candidates.bits[word] ?? 0);
      if (wanted === 0) continue;
      let passed = 0;
      for (let bit = 0; bit < 32; bit += 1) {
        const n = values[(word << 5) + bit] ?? 0;
        if (n >= least && n <= most) passed |= 1 << bit;
      }
      this.bits[word] = passed & wanted;
    }
  }
}

/** All plates of an index. @param plates the number of its ordinals */
export class EveryPlate extends PlateBits {
  constructor(plates: number) {
    super();
    this.bits = new Int32Array(plates >>> 5).fill(-1);
  }
}

/** Number of plates within bounds, and of their transits in the window. */
export interface RecurringCount {
  readonly plates: number;
  readonly transits: number;
  /** Number of plates per log2 bucket of their transits: 1, 2 to 3, 4 to 7 and so on. */
  readonly platesByLog2: readonly number[];
}

/**
 * Number of plates with transits per log2 bucket, as in `RecurringCount`. Has no branch, because which plates passed is
 * unpredictable for the processor. Uses two histograms, so that neighbours in the same bucket do not depend on each
 * other.
 */
export function countPlatesByLog2(transits: Uint32Array): readonly number[] {
  const histogram = new Int32Array(2 * LOG2_BUCKETS);
  for (let ordinal = 0; ordinal < transits.length; ordinal += 2) {
    const a = Math.clz32(transits[ordinal] ?? 0);
    const b = Math.clz32(transits[ordinal + 1] ?? 0) + LOG2_BUCKETS;
    histogram[a] = (histogram[a] ?? 0) + 1;
    histogram[b] = (histogram[b] ?? 0) + 1;
  }
  return readHistogram(histogram);
}

/**
 * Exact count. As in `countPlatesByLog2` there is no branch and there are two histograms.
 * @param transits of each plate in the window (`getTally`)
 */
export function countRecurring(candidates: PlateBits | null, transits: Uint32Array, bounds: Bounds): RecurringCount {
  const [least, most] = [Math.max(1, bounds.atLeast), Math.min(bounds.atMost, 0x7fff_ffff)];
  const histogram = new Int32Array(2 * LOG2_BUCKETS);
  let [plates, sum] = [0, 0];
  for (let ordinal = 0; ordinal < transits.length; ordinal += 1) {
    const n = transits[ordinal] ?? 0;
    const word = candidates === null ? -1 : (candidates.bits[ordinal >>> 5] ?? 0);
    // 1 when the plate counts, 0 otherwise.
    const counts = (word >>> (ordinal & 31)) & 1 & Number(n >= least) & Number(n <= most);
    plates += counts;
    sum += n * counts;
    const bucket = Math.clz32(n * counts) + (ordinal & 1) * LOG2_BUCKETS;
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }
  return { plates, transits: sum, platesByLog2: readHistogram(histogram) };
}

/** Leading zeros of a 32-bit number: 0 to 32. */
const LOG2_BUCKETS = 33;

/** A count of 0 has 32 leading zeros and falls into none of the buckets. */
const readHistogram = (histogram: Int32Array): readonly number[] =>
  Array.from(
    { length: 32 },
    (_, bucket) => (histogram[31 - bucket] ?? 0) + (histogram[31 - bucket + LOG2_BUCKETS] ?? 0),
  );
