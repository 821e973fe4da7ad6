/**
 * Check digits of Italian tax and VAT codes. The place code in them does not exist, so no code can belong to a real
 * person.
 */

const MONTHS = 'ABCDEHLMPRST';
const NOWHERE = 'Z000';
const ODD: readonly number[] = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

/** Check letter of the first fifteen characters. */
export function taxControl(first15: string): string {
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const code = first15.charCodeAt(i);
    const value = code <= 57 ? code - 48 : code - 65;
    sum += i % 2 === 0 ? (ODD[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26));
}

const letters = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/gu, '')
    .toUpperCase();
const consonants = (text: string): string => text.replaceAll(/[AEIOU]/gu, '');
const vowels = (text: string): string => text.replaceAll(/[^AEIOU]/gu, '');

const surnamePart = (name: string): string => `${consonants(letters(name))}${vowels(letters(name))}XXX`.slice(0, 3);

function namePart(name: string): string {
  const c = consonants(letters(name));
  return c.length >= 4 ? c.charAt(0) + c.charAt(2) + c.charAt(3) : surnamePart(name);
}

/** Tax code of an invented person; `born` is YYYY-MM-DD. */
export function taxCode(surname: string, name: string, born: string, isWoman: boolean): string {
  const day = Number(born.slice(8, 10)) + (isWoman ? 40 : 0);
  const month = MONTHS.charAt(Number(born.slice(5, 7)) - 1);
  const first15 = `${surnamePart(surname)}${namePart(name)}${born.slice(2, 4)}${month}${String(day).padStart(2, '0')}${NOWHERE}`;
  return first15 + taxControl(first15);
}

/** VAT number with its check digit; the tax office 000 does not exist. `n` is at most 9 999 999. */
export function vatNumber(n: number): string {
  const first10 = `${String(n % 10_000_000).padStart(7, '0')}000`;
  return first10 + vatControl(first10);
}

/** Check digit of the first ten digits. */
export function vatControl(first10: string): string {
  let sum = 0;
  for (let i = 0; i < 10; i++) {
    const digit = Number(first10.charAt(i));
    sum += i % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
  }
  return String((10 - (sum % 10)) % 10);
}
