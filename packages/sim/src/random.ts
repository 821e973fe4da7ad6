/** Deterministic randomness: the same seed gives the same bytes on every machine. No global state. */

/** Mixes up to four integers into one unsigned 32-bit hash (finaliser of MurmurHash3). */
export function mixHash(a: number, b = 0, c = 0, d = 0): number {
  let h = 0x9e3779b9;
  h = mixStep(h ^ a);
  h = mixStep(h ^ Math.imul(b, 0x85ebca6b));
  h = mixStep(h ^ Math.imul(c, 0xc2b2ae35));
  h = mixStep(h ^ Math.imul(d, 0x27d4eb2f));
  return h >>> 0;
}

function mixStep(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) | 0;
}

/** Hash of a text, for records that are a pure function of a plate. */
export function hashText(seed: number, text: string): number {
  let h = seed | 0;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mixHash(h, text.length, seed);
}

/** Converts a hash to a number in [0, 1). */
export const hashToUnit = (hash: number): number => (hash >>> 0) / 4294967296;

/**
 * Small fast generator (mulberry32). One object is reseeded for millions of trips, because allocating one for each
 * would dominate the cost of generating traffic.
 */
export class Rng {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  reseed(seed: number): this {
    this.#state = seed | 0;
    return this;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Integer in [0, n). */
  int(n: number): number {
    return Math.floor(this.next() * n);
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Approximately normal with mean 0 and deviation 1: sum of three uniform numbers, so always within ±3. */
  bell(): number {
    return (this.next() + this.next() + this.next() - 1.5) * 2;
  }

  pick<T>(items: readonly T[]): T {
    return itemAt(items, this.int(items.length));
  }
}

/** Element of a non-empty list; the index wraps. */
export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('empty list');
  return item;
}

/** Builds a cumulative table of weights once and returns the draw function, which takes a number in [0, 1). */
export function createWeightedDraw<T>(rows: readonly (readonly [T, number])[]): (u: number) => T {
  const total = rows.reduce((sum, [, weight]) => sum + weight, 0);
  const ends: number[] = [];
  let sum = 0;
  for (const [, weight] of rows) ends.push((sum += weight) / total);
  return (u) => {
    let i = 0;
    while (i < ends.length - 1 && u >= (ends[i] ?? 1)) i++;
    return itemAt(rows, i)[0];
  };
}
