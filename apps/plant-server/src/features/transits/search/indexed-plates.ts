import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import { sql } from 'kysely';
import { EVERY_PLATE, type PlateIndexDoor } from '../../../plate-index/open-plate-index.ts';
import { among, anyTerm, MOST_PROBED_PLATES } from './plate-terms.ts';
import type { Condition } from '../../../policy/visible-transits.ts';

/** Plates that fit as read or as corrected, and how a row is told to be one of them. */
export interface Fitting {
  /** Null: more than `MOST_PROBED_PLATES`. */
  readonly plates: ReadonlySet<string> | null;
  /** On the row `t` for plates as read, on the correction `c` for corrected ones. */
  readonly condition: Condition;
}

/** A question the plate index answers: it can also count, and name the plates of a page. */
export interface IndexedPlates {
  readonly index: PlateIndexDoor;
  readonly question: PlateQuestion;
  readonly corrected: Fitting;
}

/** No restriction: the index is asked how often plates passed. */
export const everyPlate = (index: PlateIndexDoor): IndexedPlates => ({
  index,
  question: EVERY_PLATE,
  corrected: { plates: new Set(), condition: sql<boolean>`false` },
});

/** Whole plates, to be met exactly: nothing has to be looked for. */
const isNamedExactly = ({ terms, misreads, variations }: PlateQuestion): boolean =>
  terms.every((term) => term.literal !== null && (term.onlyAsRead || (!misreads && variations === 0)));

/**
 * Plates as read that fit, from memory; null: not worth it, or the index cannot be asked now. `condition` null: a row
 * cannot be asked for its distance from a wildcard, only the plates themselves say it (`everyFitting`).
 */
export async function fittingInIndex(
  index: PlateIndexDoor,
  question: PlateQuestion,
  signal?: AbortSignal,
): Promise<{ readonly plates: Fitting['plates']; readonly condition: Condition | null } | null> {
  if (isNamedExactly(question)) return null;
  const { terms, misreads, variations } = question;
  const found = await index.find(question, { most: MOST_PROBED_PLATES }, signal);
  if (found === null) return null;
  if (found.named !== null) return { plates: new Set(found.named), condition: among('t.plate', found.named) };
  return { plates: null, condition: variations === 0 ? anyTerm('t.plate', terms, misreads) : null };
}

/** All fitting plates by name, however many they are; null: the index cannot be asked now. */
export async function everyFitting(
  index: PlateIndexDoor,
  question: PlateQuestion,
  signal?: AbortSignal,
): Promise<Fitting | null> {
  const all = await index.find(question, { most: Infinity }, signal);
  return all?.named == null ? null : { plates: null, condition: among('t.plate', all.named) };
}
