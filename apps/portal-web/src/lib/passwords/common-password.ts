/** Detects passwords that attackers try first (security 4). Works locally: the password is sent to no server. */

/** Characters commonly written instead of letters. */
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
/** Keyboard and alphabet sequences, forwards and backwards. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm'];
const SEQUENCES = [...ROWS, ...ROWS.map((row) => [...row].toReversed().join(''))].map((row) => row + row);
/** Shorter words are ignored, because they occur in almost any text. */
const MIN_WORD = 4;

let loaded: Promise<ReadonlySet<string>> | null = null;

/** The word list, fetched from the portal on first use. */
function commonWords(): Promise<ReadonlySet<string>> {
  loaded ??= import('./common-words.ts').then(({ COMMON_WORDS }) => new Set(COMMON_WORDS.trim().split(/\s+/)));
  return loaded;
}

/**
 * True for a common password, also with digits and signs around it, with letters replaced by digits, repeated twice,
 * made of two common words, a keyboard sequence, or only digits and signs.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const words = await commonWords();
  const text = password.normalize('NFKC').toLowerCase();
  return [text, core(text), core(deleet(core(text))), core(deleet(text))].some((candidate) =>
    isWeak(plain(candidate), words),
  );
}

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
/** The text from its first to its last letter, without the digits and signs around it. */
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
