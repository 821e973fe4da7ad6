import type { Span } from './index-answers.ts';
import { PlateBits } from './plate-bits.ts';
import type { PlateIndex } from './plate-index.ts';
import { BLOCK_WORDS } from './plate-table.ts';
import { tallyOf, type Measure } from './tally.ts';

/** How much of a measure a plate must have in a window, both included. `atMost` Infinity: no upper bound. */
export interface RecurrenceAsk extends Span {
  readonly measure: Measure;
  readonly atLeast: number;
  readonly atMost: number;
}

/** The plates whose measure lies within bounds; `of`: only of these. */
export class RecurringPlates extends PlateBits {
  constructor(index: PlateIndex, of: PlateBits | null, isWithin: (ordinal: number) => boolean) {
    super();
    const blocks = index.table.blocks.length;
    this.reserve(blocks);
    for (let word = 0; word < blocks * BLOCK_WORDS; word += 1) {
      let wanted = of === null ? -1 : (of.bits[word] ?? 0);
      let kept = 0;
      while (wanted !== 0) {
        const bit = wanted & -wanted;
        wanted ^= bit;
        if (isWithin((word << 5) + 31 - Math.clz32(bit))) kept |= bit;
      }
      this.bits[word] = kept;
    }
  }
}

/**
 * Tells of a plate whether it can have so much in the window: true for all that have, and where the window cuts a day for some
 * more. A plate that did not pass in it at all never can.
 */
export function mayRecur(index: PlateIndex, ask: RecurrenceAsk): (ordinal: number) => boolean {
  const { low, high } = tallyOf(index, ask.measure, ask);
  const atLeast = Math.max(1, ask.atLeast);
  return (ordinal) => (high[ordinal] ?? 0) >= atLeast && (low[ordinal] ?? 0) <= ask.atMost;
}

/** All plates that can (`mayRecur`). */
export const canRecur = (index: PlateIndex, of: PlateBits | null, ask: RecurrenceAsk): PlateBits =>
  new RecurringPlates(index, of, mayRecur(index, ask));

/** Plates whose exact measure lies within the bounds asked. */
export const withinBounds = (
  index: PlateIndex,
  of: PlateBits | null,
  values: Uint32Array,
  { atLeast, atMost }: Pick<RecurrenceAsk, 'atLeast' | 'atMost'>,
): PlateBits =>
  new RecurringPlates(index, of, (ordinal) => {
    const n = values[ordinal] ?? 0;
    return n >= Math.max(1, atLeast) && n <= atMost;
  });

/** Number of plates within bounds, and of their transits in the window. */
export interface RecurringCount {
  readonly plates: number;
  readonly transits: number;
  /** The plates by the power of two of their transits: 1, 2 to 3, 4 to 7 ... */
  readonly byOctave: readonly number[];
}

/**
 * The plates that have any transits, by the power of two of them, as in `RecurringCount`. Without a branch: which plates passed cannot be foretold.
 * In two histograms, so that neighbours of the same octave do not wait for each other.
 */
export function octavesOf(transits: Uint32Array): readonly number[] {
  const [even, odd] = [new Int32Array(33), new Int32Array(33)];
  for (let ordinal = 0; ordinal < transits.length; ordinal += 2) {
    const [a, b] = [Math.clz32(transits[ordinal] ?? 0), Math.clz32(transits[ordinal + 1] ?? 0)];
    even[a] = (even[a] ?? 0) + 1;
    odd[b] = (odd[b] ?? 0) + 1;
  }
  // None has 32 zeros.
  return Array.from({ length: 32 }, (_, octave) => (even[31 - octave] ?? 0) + (odd[31 - octave] ?? 0));
}

/** Counts exactly; `transits`: of each plate in the window (`exactTally`). */
export function countRecurring(of: PlateBits | null, transits: Uint32Array, ask: RecurrenceAsk): RecurringCount {
  let [plates, sum] = [0, 0];
  const byOctave = Array.from({ length: 32 }, () => 0);
  const atLeast = Math.max(1, ask.atLeast);
  for (let ordinal = 0; ordinal < transits.length; ordinal += 1) {
    const n = transits[ordinal] ?? 0;
    // Most plates did not pass: nothing else is asked of them.
    if (n === 0 || n < atLeast || n > ask.atMost || (of !== null && !of.has(ordinal))) continue;
    plates += 1;
    sum += n;
    const octave = 31 - Math.clz32(n);
    byOctave[octave] = (byOctave[octave] ?? 0) + 1;
  }
  return { plates, transits: sum, byOctave };
}
