import { mix } from './random.ts';

/** Characters of a chassis number: I, O and Q are excluded because they look like digits. */
const SIGNS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const BASE = BigInt(SIGNS.length);
const LENGTH = 14;
const SIZE = BASE ** BigInt(LENGTH);
/** Coprime to SIZE (33 = 3 x 11), so that the multiplication is invertible. */
const STEP = 9_007_199_254_740_881n;
/** Manufacturer code; ZZZ is assigned to no manufacturer. */
const MAKER = 'ZZZ';
const PLATE = /^[A-Z0-9]{1,8}$/;

const shiftOf = (seed: number): bigint => BigInt(mix(seed, 31)) * BigInt(mix(seed, 32));

/** Chassis number of a vehicle: its plate, scrambled reversibly, so that no table is needed to find the plate again. */
export function chassisOf(plate: string, seed: number): string {
  let number = 1n;
  for (const sign of plate) number = number * 36n + BigInt(Number.parseInt(sign, 36));
  let rest = (number * STEP + shiftOf(seed)) % SIZE;
  let text = '';
  for (let i = 0; i < LENGTH; i++) {
    text = SIGNS.charAt(Number(rest % BASE)) + text;
    rest /= BASE;
  }
  return MAKER + text;
}

/** The plate encoded in a chassis number, or null when the number is not from this simulated world. */
export function plateOfChassis(chassis: string, seed: number): string | null {
  if (!chassis.startsWith(MAKER) || chassis.length !== MAKER.length + LENGTH) return null;
  let place = 0n;
  for (const sign of chassis.slice(MAKER.length)) {
    const value = SIGNS.indexOf(sign);
    if (value < 0) return null;
    place = place * BASE + BigInt(value);
  }
  const offset = (((place - shiftOf(seed)) % SIZE) + SIZE) % SIZE;
  // The leading 1 preserves leading zeros of the plate.
  const text = ((offset * inverse()) % SIZE).toString(36).toUpperCase();
  const plate = text.slice(1);
  return text.startsWith('1') && PLATE.test(plate) && chassisOf(plate, seed) === chassis ? plate : null;
}

let known: bigint | null = null;

function inverse(): bigint {
  if (known !== null) return known;
  let [r0, r1] = [SIZE, STEP % SIZE];
  let [t0, t1] = [0n, 1n];
  while (r1 !== 0n) {
    const q = r0 / r1;
    [r0, r1] = [r1, r0 - q * r1];
    [t0, t1] = [t1, t0 - q * t1];
  }
  known = ((t0 % SIZE) + SIZE) % SIZE;
  return known;
}
