/** Features of movement: their points follow from how rare the excess is. */
export const MOVEMENTS = ['night', 'night_days', 'loops', 'night_loops', 'gates'] as const;
export type Movement = (typeof MOVEMENTS)[number];

/** Least excess that counts; fixed, because it says what the word means. */
export const LEAST_EXCESS: Readonly<Record<Movement, number>> = {
  night: 3,
  night_days: 2,
  loops: 3,
  night_loops: 2,
  gates: 8,
};

/** What a plate did in the window, and its habit: the same over equally long times before (median of up to four). */
export interface MovementFacts {
  readonly value: Readonly<Record<Movement, number>>;
  readonly habit: Readonly<Record<Movement, number>>;
  /** Passages in the window. */
  readonly reads: number;
}

/** Median of up to four earlier spans; 0 without any. */
export function habitOf(spans: readonly number[]): number {
  const sorted = [...spans].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Nights are counted as they are; passages and loops vary by themselves, so that a habit must be exceeded by two deviations. */
export function excessOf(movement: Movement, value: number, habit: number): number {
  const own = movement === 'gates' || movement === 'night_days' ? habit : habit + 2 * Math.sqrt(habit);
  return Math.max(0, value - own);
}

type Excesses = Readonly<Record<Movement, number[]>>;

/** So many plates of so many do as much or more. */
export interface ExcessShare {
  readonly plates: number;
  readonly of: number;
}

/** Plates read about as often: once, 2 to 3 times, 4 to 7, 8 to 15 ... */
export const octaveOf = (reads: number): number => 31 - Math.clz32(Math.max(1, reads));

/** So many are compared with each other at least; the first of ten is one in ten whatever he did. */
const LEAST_EQUALS = 30;

/** How many plates of the window exceed their habit by so much or more, and how many read as often do all of it together. */
export class ExcessShares {
  readonly #excesses: Excesses = { night: [], night_days: [], loops: [], night_loops: [], gates: [] };
  readonly #active: number;
  readonly #plates: readonly number[];
  /** Rarity of the movements together, ascending, by octave. */
  readonly #together: number[][] = [];

  /**
   * @param platesByOctave plates read in the window, by the octave of their reads
   * @param facts of all that reach the least excess of something
   */
  constructor(platesByOctave: readonly number[], facts: readonly MovementFacts[]) {
    this.#plates = platesByOctave;
    this.#active = Math.max(
      1,
      platesByOctave.reduce((sum, plates) => sum + plates, 0),
    );
    for (const one of facts) for (const [movement, excess] of excessesOf(one)) this.#excesses[movement].push(excess);
    for (const movement of MOVEMENTS) this.#excesses[movement].sort((a, b) => a - b);
    for (const one of facts) (this.#together[octaveOf(one.reads)] ??= []).push(this.#rarity(one));
    this.#together.forEach((list) => list.sort((a, b) => a - b));
  }

  /** Of all plates of the window. */
  shareOf(movement: Movement, excess: number): ExcessShare {
    return { plates: Math.max(1, countFrom(this.#excesses[movement], excess)), of: this.#active };
  }

  /** Plates whose movements together are as rare or rarer, of those read about as often; of more and more octaves until they are enough. */
  shareAmongEquals(facts: MovementFacts): ExcessShare {
    const rarity = this.#rarity(facts);
    const own = octaveOf(facts.reads);
    let [of, plates] = [0, 0];
    for (let apart = 0; of < LEAST_EQUALS && apart < 32; apart += 1)
      for (const octave of apart === 0 ? [own] : [own - apart, own + apart]) {
        of += this.#plates[octave] ?? 0;
        plates += countFrom(this.#together[octave] ?? [], rarity);
      }
    return { plates: Math.max(1, plates), of: Math.max(1, of) };
  }

  /** Sum of the logarithms: as if they had nothing to do with each other. Only its order counts. */
  #rarity(facts: MovementFacts): number {
    return excessesOf(facts).reduce((sum, [movement, excess]) => {
      const { plates, of } = this.shareOf(movement, excess);
      return sum + Math.log10(of / plates);
    }, 0);
  }
}

const excessesOf = ({ value, habit }: MovementFacts): readonly (readonly [Movement, number])[] =>
  MOVEMENTS.map((movement) => [movement, excessOf(movement, value[movement], habit[movement])] as const).filter(
    ([movement, excess]) => excess >= LEAST_EXCESS[movement],
  );

/** How many of an ascending list are as large or larger. */
function countFrom(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return sorted.length - low;
}
