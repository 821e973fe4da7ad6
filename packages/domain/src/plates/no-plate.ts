/** Letters, digits and `?` of a word, in one case and without accents: what else a camera writes around it says nothing. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}?]/gu, '');

/** Words cameras send in place of a plate they did not read. None of them is a plate of Europe. */
const NO_PLATE = new Set(
  [
    'unknown,unkown,unknow,unknownplate,unknowncar,unrecognized,unrecognised,notrecognized,notrecognised,noplate,noplates,noplateread',
    'nolicense,nolicence,nolicenseplate,nolicenceplate,noplatefound,noplatedetected,noplaterecognized,platenotfound,platenotread',
    'platenotrecognized,noread,notread,notreaded,notfound,notdetected,notdefined,undefined,undetected,unlicensed,unmarked,unreadable',
    'nonumber,noreg,noregistration,nolp,notag,nodata,noplatesfound,nonedetected,nonefound,nullplate,unknownlicenseplate,unknownlicenceplate',
    'notvisible,platenotvisible,undetermined,indeterminate,withoutplate,vehiclewithoutplate,nullo,false',
    'nondisponibile,nonidentificata,nonvisibile,targanonvisibile,noplaque,nodetectada,placanodetectada,无,无牌照,未知',
    'unread,illegible,noocr,nolpr,noresult,noresults,none,null,nil,na,nan,notavailable,empty,readerror,ocrerror',
    'nonletta,nonletto,nonlette,nonleggibile,nonrilevata,nonrilevato,nonriconosciuta,nonpresente,senzatarga,notarga,targanonletta',
    'targanonrilevata,targamancante,targaassente,targasconosciuta,targailleggibile,illeggibile,sconosciuta,sconosciuto,assente',
    'sinplaca,sinmatricula,nomatricula,noleida,semplaca,naolida,nichterkannt,ohnekennzeichen,keinkennzeichen,unbekannt,nonlue,nonlu',
    'sansplaque,inconnue,inconnu,无车牌,无牌,无牌车,未识别,车牌未识别,無車牌,неизвестно,ненайден,нераспознан',
  ]
    .join(',')
    .split(',')
    .map(fold),
);

/**
 * Whether what a camera sent in place of a plate says that it read none: a usual word, zeros, dashes, only the letter X, or nothing.
 * @param own further words of a family or an installation
 */
export function isNoPlate(text: string, own: readonly string[] = []): boolean {
  const folded = fold(text.slice(0, 128));
  if (!/[\p{L}\p{N}]/u.test(folded) || /^(?:0+|x{4,})$/.test(folded) || NO_PLATE.has(folded)) return true;
  return own.some((word) => fold(word) === folded);
}
