/** Recognition of passwords that a guesser tries first (security 4). Works offline: the password leaves the browser for nobody. */

/** Signs people write for letters. */
const LEET: Readonly<Record<string, string>> = {
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
/** Rows of the keyboard and of the alphabet, there and back. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm'];
const SEQUENCES = [...ROWS, ...ROWS.map((row) => [...row].toReversed().join(''))].map((row) => row + row);
/** Shorter parts than this are no words: they would be found in anything. */
const MIN_WORD = 4;

let loaded: Promise<ReadonlySet<string>> | null = null;

/** The list, fetched from this portal when a password form first asks. */
function commonWords(): Promise<ReadonlySet<string>> {
  loaded ??= import('./common-words.ts').then(({ COMMON_WORDS }) => new Set(COMMON_WORDS.trim().split(/\s+/)));
  return loaded;
}

/**
 * Is the password one of the common ones, with or without figures and signs round it, letters written as figures, twice the same, two of
 * them in a row, a row of the keyboard, or nothing but figures and signs?
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const words = await commonWords();
  const text = password.normalize('NFKC').toLowerCase();
  return [text, core(text), core(deleet(core(text))), core(deleet(text))].some((candidate) =>
    isWeak(plain(candidate), words),
  );
}

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
/** From the first letter to the last: without the figures and signs round it. */
const core = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const deleet = (text: string): string => [...text].map((sign) => LEET[sign] ?? sign).join('');

function isWeak(text: string, words: ReadonlySet<string>): boolean {
  if (!/\p{L}/u.test(text)) return true;
  const unit = /^(.{1,10}?)\1+$/u.exec(text)?.[1] ?? text;
  if (unit.length < MIN_WORD || words.has(unit) || SEQUENCES.some((sequence) => sequence.includes(unit))) return true;
  for (let cut = MIN_WORD; cut <= unit.length - MIN_WORD; cut += 1)
    if (words.has(unit.slice(0, cut)) && words.has(unit.slice(cut))) return true;
  return false;
}
