/** Repeatable random numbers for generated answers. */
export interface Random {
  /** From `min` to below `max`. */
  readonly real: (min: number, max: number) => number;
  /** From `min` to `max`, both included. */
  readonly whole: (min: number, max: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(values: readonly T[]) => T;
}

/** Mulberry32: the same seed gives the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    real: (min, max) => min + next() * (max - min),
    whole,
    chance: (probability) => next() < probability,
    pick: (values) => {
      const picked = values[whole(0, values.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
  };
}

/** An invented plate. */
export const createPlate = (index: number): string => `GK${String(index % 1000).padStart(3, '0')}RB`;
