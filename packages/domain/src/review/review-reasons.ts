import type { ReviewEntry } from './review-entry.ts';
import { toDayNumber } from './review-days.ts';

/** A text stands for several plates, over several days, before it counts as copied. */
const COPIED = { plates: 4, days: 2 } as const;
const MIN_LETTERS = 5;
/** Words that say nothing about why; a reason made of them alone is empty. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    'a al come da del della di e il in la le per su the of for and to ' +
    'accertamenti accertamento attivita check controlli controllo indagine indagini inv investigation investigations lavoro ' +
    'le motivi motivo na nd none police polizia prova query reason richiesta ricerca search servizio targa test ufficio varie ' +
    'vari veicolo verifica verifiche work xx xxx'
  ).split(' '),
);

/** A reason in the form in which texts are compared: letters and digits only, in lower case, without accents. */
const foldReason = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** True when a reason says nothing: too short, or only words that fit every consultation. */
export function isEmptyReason(text: string | null): boolean {
  const folded = foldReason(text ?? '');
  return folded.length < MIN_LETTERS || folded.split(' ').every((word) => EMPTY_WORDS.has(word));
}

/** Consultations without a case number whose reason is empty, or copied from plate to plate and day to day. */
export function findPoorReasons(looks: readonly ReviewEntry[]): readonly ReviewEntry[] {
  const open = looks.filter(({ caseNo }) => caseNo === null);
  const uses = new Map<string, { plates: Set<string>; days: Set<number> }>();
  for (const { reasonText, plates, atMs } of open) {
    const text = foldReason(reasonText ?? '');
    const use = uses.get(text) ?? { plates: new Set(), days: new Set() };
    for (const plate of plates) use.plates.add(plate);
    use.days.add(toDayNumber(atMs));
    uses.set(text, use);
  }
  return open.filter(({ reasonText }) => {
    if (isEmptyReason(reasonText)) return true;
    const use = uses.get(foldReason(reasonText ?? ''));
    return use !== undefined && use.plates.size >= COPIED.plates && use.days.size >= COPIED.days;
  });
}
