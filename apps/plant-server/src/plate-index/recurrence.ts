import type { Span } from './index-results.ts';
import { PlateBits } from './plate-bits.ts';
import type { PlateIndex } from './plate-index.ts';
import { BLOCK_WORDS } from './plate-table.ts';
import { getTally, type Measure } from './tally.ts';

/** Bounds (inclusive) of a measure in a window. `atMost` Infinity: no upper bound. */
export interface RecurrenceRange extends Span {
  readonly measure: Measure;
  readonly atLeast: number;
  readonly atMost: number;
}

/** The plates that pass a test; `of`: only plates of this set are tested. */
export class FilteredPlates extends PlateBits {
  constructor(index: PlateIndex, candidates: PlateBits | null, isWithin: (ordinal: number) => boolean) {
    super();
    const blocks = index.table.blocks.length;
    this.reserve(blocks);
    for (let word = 0; word < blocks * BLOCK_WORDS; word += 1) {
      let remaining = candidates === null ? -1 : (candidates.bits[word] ?? 0);
      let passed = 0;
      while (remaining !== 0) {
        const bit = remaining & -remaining;
        remaining ^= bit;
        if (isWithin((word << 5) + 31 - Math.clz32(bit))) passed |= bit;
      }
      this.bits[word] = passed;
    }
  }
}

/**
 * Creates a test whether a plate can lie within the bounds. It is true for every plate that does, and for some more
 * where the window covers a day only partly. Plates that did not pass at all in the window never pass the test.
 */
export function createRecurrenceTest(index: PlateIndex, bounds: RecurrenceRange): (ordinal: number) => boolean {
  const { low, high } = getTally(index, bounds.measure, bounds);
  const atLeast = Math.max(1, bounds.atLeast);
  return (ordinal) => (high[ordinal] ?? 0) >= atLeast && (low[ordinal] ?? 0) <= bounds.atMost;
}

/** All plates that pass the test of `createRecurrenceTest`. */
export const selectPossiblyRecurring = (
  index: PlateIndex,
  candidates: PlateBits | null,
  bounds: RecurrenceRange,
): PlateBits => new FilteredPlates(index, candidates, createRecurrenceTest(index, bounds));

/** Plates whose exact measure lies within the bounds. */
export const selectWithinBounds = (
  index: PlateIndex,
  candidates: PlateBits | null,
  values: Uint32Array,
  { atLeast, atMost }: Pick<RecurrenceRange, 'atLeast' | 'atMost'>,
): PlateBits =>
  new FilteredPlates(index, candidates, (ordinal) => {
    const n = values[ordinal] ?? 0;
    return n >= Math.max(1, atLeast) && n <= atMost;
  });

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
  const [even, odd] = [new Int32Array(33), new Int32Array(33)];
  for (let ordinal = 0; ordinal < transits.length; ordinal += 2) {
    const [a, b] = [Math.clz32(transits[ordinal] ?? 0), Math.clz32(transits[ordinal + 1] ?? 0)];
    even[a] = (even[a] ?? 0) + 1;
    odd[b] = (odd[b] ?? 0) + 1;
  }
  // A count of 0 has 32 leading zeros and falls into none of these buckets.
  return Array.from({ length: 32 }, (_, bucket) => (even[31 - bucket] ?? 0) + (odd[31 - bucket] ?? 0));
}

/** Exact count. @param transits of each plate in the window (`computeExactTally`) */
export function countRecurring(
  candidates: PlateBits | null,
  transits: Uint32Array,
  bounds: RecurrenceRange,
): RecurringCount {
  let [plates, sum] = [0, 0];
  const platesByLog2 = Array.from({ length: 32 }, () => 0);
  const atLeast = Math.max(1, bounds.atLeast);
  for (let ordinal = 0; ordinal < transits.length; ordinal += 1) {
    const n = transits[ordinal] ?? 0;
    // Most plates did not pass, so this is tested first.
    if (n === 0 || n < atLeast || n > bounds.atMost || (candidates !== null && !candidates.has(ordinal))) continue;
    plates += 1;
    sum += n;
    const bucket = 31 - Math.clz32(n);
    platesByLog2[bucket] = (platesByLog2[bucket] ?? 0) + 1;
  }
  return { plates, transits: sum, platesByLog2: platesByLog2 };
}
