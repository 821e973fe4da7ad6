/** A word of a table: case, accents, spaces and signs between letters make no difference. */
export const foldWord = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s_\-./()\p{M}]/gu, '');

/** Builds a table from `code: words separated by commas`. */
export function tableOf(lists: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const entries = Object.entries(lists).flatMap(([code, words]) =>
    words.split(',').map((word): [string, string] => [foldWord(word), code]),
  );
  return new Map(entries);
}

/** Words for "not known", in any field; they give no value and no note. */
const UNKNOWN = new Set(
  [
    '',
    'unknown',
    'unk',
    'undefined',
    'notdefined',
    'none',
    'null',
    'nil',
    'n/a',
    'na',
    'other',
    'others',
    'all',
    'invalid',
  ].map(foldWord),
);
export const isUnknownWord = (text: string): boolean => UNKNOWN.has(foldWord(text));
