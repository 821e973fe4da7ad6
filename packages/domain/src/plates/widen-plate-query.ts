import type { Confusion } from './confusions.ts';
import { foldPlate } from './normalise-plate.ts';
import { type PlateTerm, toLikePattern } from './plate-pattern.ts';
import type { PlateQuery } from './plate-query.ts';

/** Maximum number of terms that measured pairs may add to a search: each costs as much as a term a person typed. */
export const MAX_MEASURED_TERMS = 32;

/** What measured pairs did to a search. */
export interface Widening {
  /** Pairs that added at least one term, the most frequent first. */
  readonly used: readonly Confusion[];
  /** Pairs that concern the search, but whose terms would have been too many. */
  readonly leftOut: number;
}

const isCharacter = (text: string): boolean => /^[A-Z0-9]$/.test(text);

/** Both characters can be in a plate, and the fixed classes do not accept the pair anyway. */
const addsToClasses = ({ read, actual }: Confusion): boolean =>
  isCharacter(read) && isCharacter(actual) && foldPlate(read) !== foldPlate(actual);

/** Terms compare equal when the fixed classes make them match the same plates. */
const toFoldedKey = (term: PlateTerm): string => foldPlate(toLikePattern(term));

/** Measured pairs widen searches with misreads; with variations one replaced character is accepted already. */
export const mayBeWidened = ({ terms, misreads, variations }: PlateQuery): boolean =>
  misreads && variations === 0 && terms.some((term) => !term.onlyAsRead);

/** The term once for each position of the actual character, with that one read as the camera reads it. */
function replaceEachOnce(term: PlateTerm, { read, actual }: Confusion): PlateTerm[] {
  return term.pieces.flatMap((piece, index) => {
    if (piece.kind !== 'text') return [];
    return [...piece.text].flatMap((sign, at): PlateTerm[] => {
      if (sign !== actual) return [];
      const text = piece.text.slice(0, at) + read + piece.text.slice(at + 1);
      const pieces = term.pieces.with(index, { kind: 'text', text });
      return [{ pieces, literal: term.literal === null ? null : text, onlyAsRead: false, isMeasured: true }];
    });
  });
}

/**
 * Adds what cameras were measured to read instead of the plates searched for: each term with one character replaced. A pair
 * counts in one direction, from the actual character to the one that was read, because the search names the actual plate.
 * A pair is used at all its positions or not at all.
 * @param pairs the most frequent first
 */
export function widenPlateQuery(
  plateQuery: PlateQuery,
  pairs: readonly Confusion[],
): { readonly plateQuery: PlateQuery; readonly widening: Widening } {
  if (!mayBeWidened(plateQuery)) return { plateQuery, widening: { used: [], leftOut: 0 } };
  const terms = plateQuery.terms.filter((term) => !term.onlyAsRead);
  const known = new Set(terms.map(toFoldedKey));
  const added: PlateTerm[] = [];
  const used: Confusion[] = [];
  let leftOut = 0;
  for (const pair of pairs.filter(addsToClasses)) {
    const fresh = new Map(
      terms.flatMap((term) => replaceEachOnce(term, pair)).map((term) => [toFoldedKey(term), term] as const),
    );
    for (const key of known) fresh.delete(key);
    if (fresh.size === 0) continue;
    if (added.length + fresh.size > MAX_MEASURED_TERMS) {
      leftOut += 1;
      continue;
    }
    used.push(pair);
    added.push(...fresh.values());
    for (const key of fresh.keys()) known.add(key);
  }
  return { plateQuery: { ...plateQuery, terms: [...plateQuery.terms, ...added] }, widening: { used, leftOut } };
}
