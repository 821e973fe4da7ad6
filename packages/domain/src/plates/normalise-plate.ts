/** Maximum length of a stored plate (readings TA26). */
export const PLATE_MAX_LENGTH = 32;

/**
 * Stored form of a plate: upper case, without accents, spaces, dashes and dots; `?` stays where the camera could not
 * read a character. `null`: nothing readable is left, or it contains an impossible character (readings TA26).
 */
export function normalisePlate(raw: string): string | null {
  if (raw.length > 4 * PLATE_MAX_LENGTH) return null;
  const text = raw
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .replace(/[\s\-.·_]/gu, '');
  if (!/^[A-Z0-9?]{1,32}$/.test(text)) return null;
  return /[A-Z0-9]/.test(text) ? text : null;
}

/** Letters and digits only, 2 to 32 characters: the plates a person can act on (readings TA26). */
export const isValidPlate = (plate: string): boolean => /^[A-Z0-9]{2,32}$/.test(plate);

/** Characters that cameras confuse, and for each the digit of its class. SQL uses the same two strings. */
export const CONFUSABLE_FROM = 'OQDBILSZGA';
export const CONFUSABLE_TO = '0008115264';

/**
 * Plate with every confusable character replaced by the digit of its class, so that misreads of one plate become
 * equal.
 */
export function foldPlate(plate: string): string {
  let folded = '';
  for (const character of plate) {
    const at = CONFUSABLE_FROM.indexOf(character);
    folded += at < 0 ? character : CONFUSABLE_TO.charAt(at);
  }
  return folded;
}
