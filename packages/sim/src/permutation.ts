/** A large prime, coprime to the size of every plate series (their factors are all below 110). */
const STEP = 32_452_843;

/**
 * Scatters serials over a plate series without a table and without two serials meeting on one plate.
 * `size` must stay under 2^53 / STEP (277 million).
 */
export const scatter = (serial: number, size: number, shift: number): number =>
  (STEP * (serial % size) + (shift % size)) % size;

/** Undoes `scatter`: which serial has this place. */
export function gather(place: number, size: number, shift: number): number {
  const offset = BigInt((((place - shift) % size) + size) % size);
  return Number((offset * inverseOf(size)) % BigInt(size));
}

const inverses = new Map<number, bigint>();

function inverseOf(size: number): bigint {
  const known = inverses.get(size);
  if (known !== undefined) return known;
  let [r0, r1] = [BigInt(size), BigInt(STEP % size)];
  let [t0, t1] = [0n, 1n];
  while (r1 !== 0n) {
    const q = r0 / r1;
    [r0, r1] = [r1, r0 - q * r1];
    [t0, t1] = [t1, t0 - q * t1];
  }
  const inverse = ((t0 % BigInt(size)) + BigInt(size)) % BigInt(size);
  inverses.set(size, inverse);
  return inverse;
}
