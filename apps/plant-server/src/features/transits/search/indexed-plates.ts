import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { EVERY_PLATE, type PlateIndexClient } from '../../../plate-index/plate-index-client.ts';
import { isOneOf, matchesAnyTerm, MAX_NAMED_PLATES, NO_ROW } from './plate-terms.sql.ts';
import type { Condition } from '../../../policy/visible-transits.sql.ts';

/** Plates that match as read or as corrected, and the condition that selects their rows. */
export interface MatchingPlates {
  /** Null when there are more than `MAX_NAMED_PLATES`. */
  readonly plates: ReadonlySet<string> | null;
  /** On the row `t` for plates as read, on the correction `c` for corrected plates. */
  readonly condition: Condition;
}

/** A plate query that the plate index can answer. The index can also count and name the candidate plates of a page. */
export interface IndexedPlates {
  readonly index: PlateIndexClient;
  readonly plateQuery: PlateQuery;
  readonly corrected: MatchingPlates;
}

/** No plate restriction. The index is still used to count how often plates passed. */
export const matchEveryPlate = (index: PlateIndexClient): IndexedPlates => ({
  index,
  plateQuery: EVERY_PLATE,
  corrected: { plates: new Set(), condition: NO_ROW },
});

/** All terms are whole plates that must match exactly, so no search is needed. */
const isExactQuery = ({ terms, misreads, variations }: PlateQuery): boolean =>
  terms.every((term) => term.literal !== null && (term.onlyAsRead || (!misreads && variations === 0)));

/**
 * Plates as read that match, from the index; null when the index is not needed or not available. `condition` is null
 * when the database cannot evaluate the distance from a wildcard pattern row by row; then the plates must be named
 * (`nameAllInIndex`).
 */
export async function findInIndex(
  index: PlateIndexClient,
  plateQuery: PlateQuery,
  signal?: AbortSignal,
): Promise<{ readonly plates: MatchingPlates['plates']; readonly condition: Condition | null } | null> {
  if (isExactQuery(plateQuery)) return null;
  const { terms, misreads, variations } = plateQuery;
  const found = await index.find(plateQuery, { most: MAX_NAMED_PLATES }, signal);
  if (found === null) return null;
  if (found.named !== null) return { plates: new Set(found.named), condition: isOneOf('t.plate', found.named) };
  return { plates: null, condition: variations === 0 ? matchesAnyTerm('t.plate', terms, misreads) : null };
}

/** All matching plates by name, however many there are; null when the index is not available. */
export async function nameAllInIndex(
  index: PlateIndexClient,
  plateQuery: PlateQuery,
  signal?: AbortSignal,
): Promise<MatchingPlates | null> {
  const all = await index.find(plateQuery, { most: Infinity }, signal);
  return all?.named == null ? null : { plates: null, condition: isOneOf('t.plate', all.named) };
}
