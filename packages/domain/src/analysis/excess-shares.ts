/** Features of movement: their points follow from how far and how rarely the usual is exceeded. */
export const MOVEMENTS = ['night', 'night_days', 'loops', 'night_loops', 'gates'] as const;
export type Movement = (typeof MOVEMENTS)[number];

/** Least number that counts; fixed, because it says what the word means. */
export const LEAST_VALUE: Readonly<Record<Movement, number>> = {
  night: 3,
  night_days: 2,
  loops: 3,
  night_loops: 1,
  gates: 8,
};

/** What a plate did in the window (loops and gates: on the day with most), and its habit: the same over equally long times before (median of up to four). */
export interface MovementFacts {
  readonly value: Readonly<Record<Movement, number>>;
  readonly habit: Readonly<Record<Movement, number>>;
  /** Passages on the days the window touches (of less than a day: in the window): who is compared with whom. */
  readonly reads: number;
  /** Passages in the window, or fewer while nobody has counted them. */
  readonly passages: number;
}

/** Median of up to four earlier spans; 0 without any. */
export function habitOf(spans: readonly number[]): number {
  const sorted = ascending(spans);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Of four numbers, but of tens of thousands of plates: a sort that calls back takes ten times as long. */
function ascending(few: readonly number[]): readonly number[] {
  const sorted: number[] = [];
  for (const one of few) {
    let at = sorted.length;
    for (; at > 0 && (sorted[at - 1] ?? 0) > one; at -= 1) sorted[at] = sorted[at - 1] ?? 0;
    sorted[at] = one;
  }
  return sorted;
}

/** What a vehicle varies by from one week to another, beyond its habit: two deviations; gates of a day hardly vary. */
export const ownVariation = (movement: Movement, habit: number): number =>
  movement === 'gates' ? 0 : 2 * Math.sqrt(habit);

/** So many plates of so many do as much or more. */
export interface ExcessShare {
  readonly plates: number;
  readonly of: number;
}

/** By how much plates read about as often exceed their own habits as a matter of course, and how many those are. */
export interface UsualExcess {
  readonly limit: number;
  readonly of: number;
}

/** Plates read about as often: once, 2 to 3 times, 4 to 7, 8 to 15 ... */
export const octaveOf = (reads: number): number => 31 - Math.clz32(Math.max(1, reads));

/** So many are compared with each other at least: of ten the first says nothing. */
const LEAST_ALIKE = 30;
/** Three times what one in ten of them reaches. Mean and deviation would be drawn up by the very vehicles that are looked for: ten of 142 in a small town. */
const TIMES = 3;
const ONE_IN = 10;

type Numbers = Readonly<Record<Movement, number[]>>;
const noNumbers = (): Numbers => ({ night: [], night_days: [], loops: [], night_loops: [], gates: [] });

/** How many plates of the days of the window exceed the usual by so much or more; and by how much those read as often exceed their habits anyway. */
export class ExcessShares {
  /** Ascending. */
  readonly #excesses: Readonly<Record<Movement, Float64Array>>;
  readonly #active: number;
  readonly #plates: readonly number[];
  /** What plates do beyond their habits, by octave. */
  readonly #beyond: Numbers[] = [];
  /** By movement, then by octave. */
  readonly #usual = MOVEMENTS.map((): UsualExcess[] => []);

  /**
   * @param platesByOctave plates read on the days of the window, by the octave of their reads
   * @param facts of all that reach the least number of something; the others count as if they had done nothing
   */
  constructor(platesByOctave: readonly number[], facts: readonly MovementFacts[]) {
    this.#plates = platesByOctave;
    this.#active = Math.max(
      1,
      platesByOctave.reduce((sum, plates) => sum + plates, 0),
    );
    for (const { value, habit, reads } of facts) {
      const own = (this.#beyond[octaveOf(reads)] ??= noNumbers());
      for (const movement of MOVEMENTS)
        if (value[movement] > habit[movement]) own[movement].push(value[movement] - habit[movement]);
    }
    const excesses = (movement: Movement): Float64Array =>
      Float64Array.from(facts.map((one) => this.excessOf(movement, one)).filter((excess) => excess > 0)).sort();
    this.#excesses = {
      night: excesses('night'),
      night_days: excesses('night_days'),
      loops: excesses('loops'),
      night_loops: excesses('night_loops'),
      gates: excesses('gates'),
    };
  }

  /** What a plate does beyond its habit, its own variation and what is usual for plates read as often; 0: nothing, or less than counts. */
  excessOf(movement: Movement, { value, habit, reads }: MovementFacts): number {
    const [own, usual] = [value[movement], habit[movement]];
    if (own < LEAST_VALUE[movement]) return 0;
    const limit = Math.max(ownVariation(movement, usual), this.usualExcess(movement, reads).limit);
    return Math.max(0, own - usual - limit);
  }

  /** Of plates read about as often; of more and more octaves until they are enough. */
  usualExcess(movement: Movement, reads: number): UsualExcess {
    const own = octaveOf(reads);
    const byOctave = this.#usual[MOVEMENTS.indexOf(movement)];
    const known = byOctave?.[own];
    if (known !== undefined) return known;
    let of = 0;
    const beyond: number[] = [];
    for (let apart = 0; of < LEAST_ALIKE && apart < 32; apart += 1)
      for (const octave of apart === 0 ? [own] : [own - apart, own + apart]) {
        of += this.#plates[octave] ?? 0;
        for (const excess of this.#beyond[octave]?.[movement] ?? []) beyond.push(excess);
      }
    of = Math.max(1, of);
    const ascending = Float64Array.from(beyond).sort();
    const found = { limit: TIMES * (ascending[ascending.length - Math.ceil(of / ONE_IN)] ?? 0), of };
    if (byOctave !== undefined) byOctave[own] = found;
    return found;
  }

  /** Of all plates of these days. */
  shareOf(movement: Movement, excess: number): ExcessShare {
    return { plates: Math.max(1, countFrom(this.#excesses[movement], excess)), of: this.#active };
  }
}

/** How many of an ascending list are as large or larger. */
function countFrom(sorted: Float64Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return sorted.length - low;
}
