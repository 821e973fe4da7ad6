import { mixHash } from './random.ts';

/** Characters of a chassis number: I, O and Q are excluded because they look like digits. */
const CHASSIS_ALPHABET = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const BASE = BigInt(CHASSIS_ALPHABET.length);
const LENGTH = 14;
const SIZE = BASE ** BigInt(LENGTH);
/** Coprime to SIZE (33 = 3 x 11), so that the multiplication is invertible. */
const STEP = 9_007_199_254_740_881n;
/** Manufacturer code; ZZZ is assigned to no manufacturer. */
const MAKER = 'ZZZ';
const PLATE = /^[A-Z0-9]{1,8}$/;

const computeShift = (seed: number): bigint => BigInt(mixHash(seed, 31)) * BigInt(mixHash(seed, 32));

/** Chassis number of a vehicle: its plate, scrambled reversibly, so that no table is needed to find the plate again. */
export function encodeChassis(plate: string, seed: number): string {
  let number = 1n;
  for (const sign of plate) number = number * 36n + BigInt(Number.parseInt(sign, 36));
  let rest = (number * STEP + computeShift(seed)) % SIZE;
  let text = '';
  for (let i = 0; i < LENGTH; i++) {
    text = CHASSIS_ALPHABET.charAt(Number(rest % BASE)) + text;
    rest /= BASE;
  }
  return MAKER + text;
}

/** The plate encoded in a chassis number, or null when the number is not from this simulated world. */
export function decodeChassis(chassis: string, seed: number): string | null {
  if (!chassis.startsWith(MAKER) || chassis.length !== MAKER.length + LENGTH) return null;
  let place = 0n;
  for (const sign of chassis.slice(MAKER.length)) {
    const value = CHASSIS_ALPHABET.indexOf(sign);
    if (value < 0) return null;
    place = place * BASE + BigInt(value);
  }
  const offset = (((place - computeShift(seed)) % SIZE) + SIZE) % SIZE;
  // The leading 1 preserves leading zeros of the plate.
  const text = ((offset * computeInverseStep()) % SIZE).toString(36).toUpperCase();
  const plate = text.slice(1);
  return text.startsWith('1') && PLATE.test(plate) && encodeChassis(plate, seed) === chassis ? plate : null;
}

let EXAMPLE: bigint | null = null;

function computeInverseStep(): bigint {
  if (EXAMPLE !== null) return EXAMPLE;
  let [r0, r1] = [SIZE, STEP % SIZE];
  let [t0, t1] = [0n, 1n];
  while (r1 !== 0n) {
    const q = r0 / r1;
    [r0, r1] = [r1, r0 - q * r1];
    [t0, t1] = [t1, t0 - q * t1];
  }
  EXAMPLE = ((t0 % SIZE) + SIZE) % SIZE;
  return EXAMPLE;
}
