/** Detects passwords that attackers try first (security 4). Pure: the browser and a plant use the same rules. */

/** Characters commonly written instead of letters. */
const LETTERS_BY_SIGN: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Keyboard and alphabet sequences, forwards and backwards. */
const CHARACTER_ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm'];
const SEQUENCES = [...CHARACTER_ROWS, ...CHARACTER_ROWS.map((row) => [...row].toReversed().join(''))].map(
  (row) => row + row,
);
/** Shorter words are ignored, because they occur in almost any text. */
const MIN_WORD_LENGTH = 4;

/** The words of `COMMON_WORDS` (common-words.ts), which a browser loads only where a password is chosen. */
export const parseCommonWords = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * True for a common password, also with digits and signs around it, with letters replaced by digits, repeated twice,
 * made of two common words, a keyboard sequence, or only digits and signs.
 */
export function isCommonPassword(password: string, words: ReadonlySet<string>): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  return [
    text,
    trimNonLetters(text),
    trimNonLetters(replaceSignsByLetters(trimNonLetters(text))),
    trimNonLetters(replaceSignsByLetters(text)),
  ].some((candidate) => isWeakText(removeSigns(candidate), words));
}

const removeSigns = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
/** The text from its first to its last letter, without the digits and signs around it. */
const trimNonLetters = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const replaceSignsByLetters = (text: string): string => [...text].map((sign) => LETTERS_BY_SIGN[sign] ?? sign).join('');

function isWeakText(text: string, words: ReadonlySet<string>): boolean {
  if (!/\p{L}/u.test(text)) return true;
  const unit = /^(.{1,10}?)\1+$/u.exec(text)?.[1] ?? text;
  if (unit.length < MIN_WORD_LENGTH || words.has(unit) || SEQUENCES.some((sequence) => sequence.includes(unit)))
    return true;
  for (let cut = MIN_WORD_LENGTH; cut <= unit.length - MIN_WORD_LENGTH; cut += 1)
    if (words.has(unit.slice(0, cut)) && words.has(unit.slice(cut))) return true;
  return false;
}
