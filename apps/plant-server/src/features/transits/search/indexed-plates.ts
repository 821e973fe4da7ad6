import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import { sql } from 'kysely';
import { EVERY_PLATE, type PlateIndexDoor } from '../../../plate-index/open-plate-index.ts';
import { among, anyTerm, MOST_PROBED_PLATES } from './plate-terms.ts';
import type { Condition } from '../../../policy/visible-transits.ts';

/** Plates that match as read or as corrected, and the condition that selects their rows. */
export interface Fitting {
  /** Null when there are more than `MAX_NAMED_PLATES`. */
  readonly plates: ReadonlySet<string> | null;
  /** On the row `t` for plates as read, on the correction `c` for corrected plates. */
  readonly condition: Condition;
}

/** A plate query that the plate index can answer. The index can also count and name the candidate plates of a page. */
export interface IndexedPlates {
  readonly index: PlateIndexDoor;
  readonly question: PlateQuestion;
  readonly corrected: Fitting;
}

/** No plate restriction. The index is still used to count how often plates passed. */
export const everyPlate = (index: PlateIndexDoor): IndexedPlates => ({
  index,
  question: EVERY_PLATE,
  corrected: { plates: new Set(), condition: sql<boolean>`false` },
});

/** All terms are whole plates that must match exactly, so no search is needed. */
const isNamedExactly = ({ terms, misreads, variations }: PlateQuestion): boolean =>
  terms.every((term) => term.literal !== null && (term.onlyAsRead || (!misreads && variations === 0)));

/**
 * Plates as read that match, from the index; null when the index is not needed or not available. `condition` is null
 * when the database cannot evaluate the distance from a wildcard pattern row by row; then the plates must be named
 * (`nameAllInIndex`).
 */
export async function fittingInIndex(
  index: PlateIndexDoor,
  plateQuery: PlateQuestion,
  signal?: AbortSignal,
): Promise<{ readonly plates: Fitting['plates']; readonly condition: Condition | null } | null> {
  if (isNamedExactly(plateQuery)) return null;
  const { terms, misreads, variations } = plateQuery;
  const found = await index.find(plateQuery, { most: MOST_PROBED_PLATES }, signal);
  if (found === null) return null;
  if (found.named !== null) return { plates: new Set(found.named), condition: among('t.plate', found.named) };
  return { plates: null, condition: variations === 0 ? anyTerm('t.plate', terms, misreads) : null };
}

/** All matching plates by name, however many there are; null when the index is not available. */
export async function everyFitting(
  index: PlateIndexDoor,
  plateQuery: PlateQuestion,
  signal?: AbortSignal,
): Promise<Fitting | null> {
  const all = await index.find(plateQuery, { most: Infinity }, signal);
  return all?.named == null ? null : { plates: null, condition: among('t.plate', all.named) };
}
