import type { Rng } from './random.ts';

/** Characters that optical readers confuse, in both directions. */
const CONFUSABLE: Readonly<Record<string, string>> = {
  '0': 'DO',
  '1': 'IT',
  '2': 'Z',
  '3': 'B8',
  '4': 'A',
  '5': 'S',
  '6': 'G',
  '7': 'TZ',
  '8': 'B3',
  '9': 'G',
  A: '4',
  B: '8',
  C: 'G',
  D: '0',
  E: 'F',
  F: 'E',
  G: '6C',
  H: 'M',
  J: '3',
  K: 'X',
  L: '1',
  M: 'N',
  N: 'M',
  P: 'R',
  R: 'P',
  S: '5',
  T: '7',
  V: 'Y',
  W: 'V',
  X: 'K',
  Y: 'V',
  Z: '2',
};

/** Replaces one character with a wrong one: mostly a look-alike, otherwise any character. */
export function misreadPlate(plate: string, rng: Rng): string {
  for (let attempt = 0; attempt < 8; attempt++) {
    const i = rng.int(plate.length);
    const options = rng.chance(0.85) ? (CONFUSABLE[plate.charAt(i)] ?? '') : 'BDFHKLNPRSTXZ2345678';
    if (options === '') continue;
    const sign = options.charAt(rng.int(options.length));
    if (sign !== plate.charAt(i)) return plate.slice(0, i) + sign + plate.slice(i + 1);
  }
  return plate;
}

/** Replaces one or two unreadable characters with `?`, as dirt or shade causes. */
export function blurPlate(plate: string, rng: Rng): string {
  const first = rng.int(plate.length);
  const second = rng.chance(0.3) ? rng.int(plate.length) : first;
  return [...plate].map((sign, i) => (i === first || i === second ? '?' : sign)).join('');
}
