/** Tax code of a person or VAT number of a company, by which nominee owners ("prestanome") are listed (T 3.7). */

const ODD_POSITION_VALUES: readonly number[] = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

const toEvenPositionValue = (character: string): number =>
  /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;

/** Check character of a tax code, from the 15 characters before it (D.M. 23/12/1976). */
function taxCodeCheckCharacter(text: string): string {
  let sum = 0;
  for (const [at, character] of [...text].entries()) {
    const value = toEvenPositionValue(character);
    sum += at % 2 === 0 ? (ODD_POSITION_VALUES[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26));
}

/** Check digit of a VAT number, from the 10 digits before it (Luhn). */
function vatCheckDigit(text: string): number {
  let sum = 0;
  for (const [at, character] of [...text].entries()) {
    const doubled = at % 2 === 1 ? Number(character) * 2 : Number(character);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** `length`: neither 11 digits nor a tax code of 16 characters. `check`: the check character is wrong. */
export type OwnerCodeFault = 'length' | 'check';

/** Stored form of an owner code: upper case without separators. */
export const normaliseOwnerCode = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '');

/** Null: a valid code. An entry with a mistyped code would never match. */
export function findOwnerCodeFault(code: string): OwnerCodeFault | null {
  if (/^\d{11}$/.test(code)) return vatCheckDigit(code.slice(0, 10)) === Number(code.at(-1)) ? null : 'check';
  // Digits may be replaced by letters at the same position (omocodia).
  if (!/^[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/.test(code)) return 'length';
  return taxCodeCheckCharacter(code.slice(0, 15)) === code.at(-1) ? null : 'check';
}
