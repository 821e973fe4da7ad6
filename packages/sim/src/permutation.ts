/** A large prime, coprime to the size of every plate series (all their prime factors are below 110). */
const STEP = 32_452_843;

/**
 * Maps serials to positions of a plate series by a permutation, without a table. `size` must be below 2^53 / STEP
 * (277 million).
 */
export const scatter = (serial: number, size: number, shift: number): number =>
  (STEP * (serial % size) + (shift % size)) % size;

/** Inverse of `scatter`: returns the serial at a position. */
export function unscatter(place: number, size: number, shift: number): number {
  const offset = BigInt((((place - shift) % size) + size) % size);
  return Number((offset * computeInverse(size)) % BigInt(size));
}

const inverseCache = new Map<number, bigint>();

function computeInverse(size: number): bigint {
  const known = inverseCache.get(size);
  if (known !== undefined) return known;
  let [r0, r1] = [BigInt(size), BigInt(STEP % size)];
  let [t0, t1] = [0n, 1n];
  while (r1 !== 0n) {
    const q = r0 / r1;
    [r0, r1] = [r1, r0 - q * r1];
    [t0, t1] = [t1, t0 - q * t1];
  }
  const inverse = ((t0 % BigInt(size)) + BigInt(size)) % BigInt(size);
  inverseCache.set(size, inverse);
  return inverse;
}
