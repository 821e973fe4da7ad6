/**
 * Check digits of Italian tax and VAT codes. The place code in them does not exist, so no code can belong to a real
 * person.
 */

const MONTHS = 'ABCDEHLMPRST';
const NONEXISTENT_PLACE = 'Z000';
const ODD: readonly number[] = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

/** Check letter of the first fifteen characters. */
export function computeTaxCheckLetter(first15: string): string {
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const code = first15.charCodeAt(i);
    const value = code <= 57 ? code - 48 : code - 65;
    sum += i % 2 === 0 ? (ODD[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26));
}

const onlyLetters = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/gu, '')
    .toUpperCase();
const onlyConsonants = (text: string): string => text.replaceAll(/[AEIOU]/gu, '');
const onlyVowels = (text: string): string => text.replaceAll(/[^AEIOU]/gu, '');

const encodeSurname = (name: string): string =>
  `${onlyConsonants(onlyLetters(name))}${onlyVowels(onlyLetters(name))}XXX`.slice(0, 3);

function encodeName(name: string): string {
  const c = onlyConsonants(onlyLetters(name));
  return c.length >= 4 ? c.charAt(0) + c.charAt(2) + c.charAt(3) : encodeSurname(name);
}

/** Tax code of an invented person; `born` is YYYY-MM-DD. */
export function buildTaxCode(surname: string, name: string, born: string, isWoman: boolean): string {
  const day = Number(born.slice(8, 10)) + (isWoman ? 40 : 0);
  const month = MONTHS.charAt(Number(born.slice(5, 7)) - 1);
  const first15 = `${encodeSurname(surname)}${encodeName(name)}${born.slice(2, 4)}${month}${String(day).padStart(2, '0')}${NONEXISTENT_PLACE}`;
  return first15 + computeTaxCheckLetter(first15);
}

/** VAT number with its check digit; the tax office 000 does not exist. `n` is at most 9 999 999. */
export function buildVatNumber(n: number): string {
  const first10 = `${String(n % 10_000_000).padStart(7, '0')}000`;
  return first10 + computeVatCheckDigit(first10);
}

/** Check digit of the first ten digits. */
export function computeVatCheckDigit(first10: string): string {
  let sum = 0;
  for (let i = 0; i < 10; i++) {
    const digit = Number(first10.charAt(i));
    sum += i % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
  }
  return String((10 - (sum % 10)) % 10);
}
