/** Movement features of a suspect: scored by how far, and how rarely, a plate exceeds what is usual. */
export const MOVEMENT_FEATURES = ['night', 'night_days', 'loops', 'night_loops', 'gates'] as const;
export type Movement = (typeof MOVEMENT_FEATURES)[number];

/** Smallest value that counts for a feature. Fixed, because it defines the feature. */
export const MIN_MOVEMENT: Readonly<Record<Movement, number>> = {
  night: 3,
  night_days: 2,
  loops: 3,
  night_loops: 1,
  gates: 8,
};

/**
 * Values of a plate in the window (loops and gates: on its busiest day), and its habit: the same values over earlier
 * spans of equal length (median of up to four).
 */
export interface MovementFacts {
  readonly value: Readonly<Record<Movement, number>>;
  readonly habit: Readonly<Record<Movement, number>>;
  /**
   * Passages on the days the window touches (for a window shorter than a day: in the window). Plates are compared
   * with others of similar `reads`.
   */
  readonly reads: number;
  /** Passages in the window, or a lower bound while they have not been counted. */
  readonly passages: number;
}

/** Median of up to four earlier spans; 0 without any. */
export function medianOfSpans(spans: readonly number[]): number {
  const sorted = sortFew(spans);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/**
 * Sorts up to four numbers. It runs for tens of thousands of plates, and a sort with a callback takes ten times as
 * long.
 */
function sortFew(few: readonly number[]): readonly number[] {
  const sorted: number[] = [];
  for (const one of few) {
    let at = sorted.length;
    for (; at > 0 && (sorted[at - 1] ?? 0) > one; at -= 1) sorted[at] = sorted[at - 1] ?? 0;
    sorted[at] = one;
  }
  return sorted;
}

/**
 * Two standard deviations of a vehicle's own variation from week to week. The number of gates per day hardly varies.
 */
export const computeOwnVariation = (movement: Movement, habit: number): number =>
  movement === 'gates' ? 0 : 2 * Math.sqrt(habit);

/** `plates` of `of` compared plates exceed the usual by at least as much. */
export interface ExcessShare {
  readonly plates: number;
  readonly of: number;
}

/** Excess that is common among plates read about as often, and the number of those plates. */
export interface UsualExcess {
  readonly limit: number;
  readonly of: number;
}

/** Log2 bucket of a number of reads: once, 2 to 3 times, 4 to 7, 8 to 15 ... */
export const toLog2Bucket = (reads: number): number => 31 - Math.clz32(Math.max(1, reads));

/** Smallest peer group that is compared. */
const MIN_PEERS = 30;
/**
 * The usual limit is three times the value that one plate in ten reaches. Mean and deviation are not used, because
 * the vehicles that are searched for would raise them: ten of 142 in a small town.
 */
const USUAL_EXCESS_FACTOR = 3;
const USUAL_EXCESS_ONE_IN = 10;

type ValuesByMovement = Readonly<Record<Movement, number[]>>;
const emptyValues = (): ValuesByMovement => ({ night: [], night_days: [], loops: [], night_loops: [], gates: [] });

/**
 * Answers how many plates on the days of the window exceed the usual by a given amount, and by how much plates read
 * about as often exceed their own habits anyway.
 */
export class ExcessShares {
  /** Ascending. */
  readonly #excesses: Readonly<Record<Movement, Float64Array>>;
  readonly #active: number;
  readonly #plates: readonly number[];
  /** Excess of plates over their own habits, by log2 bucket of their reads. */
  readonly #excessByBucket: ValuesByMovement[] = [];
  /** By movement, then by log2 bucket. */
  readonly #usual = MOVEMENT_FEATURES.map((): UsualExcess[] => []);

  /**
   * @param platesByOctave plates read on the days of the window, by log2 bucket of their reads
   * @param facts of all plates that reach the minimum of at least one feature; the others count as zero
   */
  constructor(platesByOctave: readonly number[], facts: readonly MovementFacts[]) {
    this.#plates = platesByOctave;
    this.#active = Math.max(
      1,
      platesByOctave.reduce((sum, plates) => sum + plates, 0),
    );
    for (const { value, habit, reads } of facts) {
      const own = (this.#excessByBucket[toLog2Bucket(reads)] ??= emptyValues());
      for (const movement of MOVEMENT_FEATURES)
        if (value[movement] > habit[movement]) own[movement].push(value[movement] - habit[movement]);
    }
    const excesses = (movement: Movement): Float64Array =>
      Float64Array.from(facts.map((one) => this.computeExcess(movement, one)).filter((excess) => excess > 0)).sort();
    this.#excesses = {
      night: excesses('night'),
      night_days: excesses('night_days'),
      loops: excesses('loops'),
      night_loops: excesses('night_loops'),
      gates: excesses('gates'),
    };
  }

  /**
   * How far a plate exceeds its habit, its own variation and the usual excess of its peer group; 0: nothing, or below
   * the minimum.
   */
  computeExcess(movement: Movement, { value, habit, reads }: MovementFacts): number {
    const [own, usual] = [value[movement], habit[movement]];
    if (own < MIN_MOVEMENT[movement]) return 0;
    const limit = Math.max(computeOwnVariation(movement, usual), this.usualExcess(movement, reads).limit);
    return Math.max(0, own - usual - limit);
  }

  /** Usual excess of the peer group; neighbouring log2 buckets are added until the group is large enough. */
  usualExcess(movement: Movement, reads: number): UsualExcess {
    const own = toLog2Bucket(reads);
    const byLog2Bucket = this.#usual[MOVEMENT_FEATURES.indexOf(movement)];
    const known = byLog2Bucket?.[own];
    if (known !== undefined) return known;
    let of = 0;
    const beyond: number[] = [];
    for (let apart = 0; of < MIN_PEERS && apart < 32; apart += 1)
      for (const octave of apart === 0 ? [own] : [own - apart, own + apart]) {
        of += this.#plates[octave] ?? 0;
        for (const excess of this.#excessByBucket[octave]?.[movement] ?? []) beyond.push(excess);
      }
    of = Math.max(1, of);
    const ascending = Float64Array.from(beyond).sort();
    const found = {
      limit: USUAL_EXCESS_FACTOR * (ascending[ascending.length - Math.ceil(of / USUAL_EXCESS_ONE_IN)] ?? 0),
      of,
    };
    if (byLog2Bucket !== undefined) byLog2Bucket[own] = found;
    return found;
  }

  /** Share among all plates of these days. */
  getExcessShare(movement: Movement, excess: number): ExcessShare {
    return { plates: Math.max(1, countAtLeast(this.#excesses[movement], excess)), of: this.#active };
  }
}

/** Number of values of an ascending list that are at least `least`. */
function countAtLeast(sorted: Float64Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return sorted.length - low;
}
