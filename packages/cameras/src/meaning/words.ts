/** A word of a table: case, spaces and signs between letters make no difference. */
export const foldWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-./()]/g, '');

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

/** Words cameras send in place of a plate they did not read. A description may add its own. */
const NO_PLATE = new Set(
  [
    'unknown,unkown,unknow,unknownplate,unrecognized,unrecognised,notrecognized,notrecognised,noplate,noplates,noplateread,nolicense,nolicence',
    'nolicenseplate,nolicenceplate,noread,notread,notfound,notdetected,notdefined,undefined,undetected,unlicensed,none,null,nil,na,n/a,empty',
    'nan,0,00,000,0000,00000,000000,noplatefound,unreadable,illegible,noocr,nonletta,nonletto,nonrilevata,senzatarga,notarga,targanonletta',
    'illeggibile,sconosciuta,sconosciuto,sinplaca,sinmatricula,semplaca,nichterkannt,ohnekennzeichen,keinkennzeichen,nonlue,sansplaque',
    '无车牌,无牌,无牌车,未识别,车牌未识别,無車牌,неизвестно,ненайден,нераспознан',
  ]
    .join(',')
    .split(',')
    .map(foldWord),
);

/** @param own further words of a family, folded */
export function isNoPlate(text: string, own: ReadonlySet<string>): boolean {
  const folded = foldWord(text);
  return !/[\p{L}\p{N}]/u.test(folded) || NO_PLATE.has(folded) || own.has(folded);
}
