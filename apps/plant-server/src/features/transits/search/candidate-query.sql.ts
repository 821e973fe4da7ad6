import { sql, type RawBuilder } from 'kysely';
import type { PlateMatches } from './plate-matches.repository.ts';
import { recurrenceCondition, type Recurrence } from './recurrence-condition.sql.ts';
import { visibleTransits, type Condition, type Visibility } from '../../../policy/visible-transits.sql.ts';

/**
 * A search in executable form: what the user may see, which plates, and further conditions on the row and on its plate.
 */
export interface Search {
  readonly visible: Visibility;
  readonly plates: PlateMatches;
  readonly conditions: readonly Condition[];
  /** Ids of rows that were added after the first page was delivered. */
  readonly excludedIds: readonly string[];
  /** Only the newest matching row of each plate. */
  readonly distinct: boolean;
  readonly recurrence: Recurrence | null;
}

function plateConditions(plates: PlateMatches): readonly Condition[] {
  if (plates.kind === 'unnamed') throw new Error('plates must be named before a statement asks for them');
  return plates.kind === 'all' ? [] : [plates.condition];
}

/** All conditions on the row, including the plate. */
export const rowConditions = ({ plates, conditions, excludedIds }: Search): readonly Condition[] => [
  ...plateConditions(plates),
  ...conditions,
  ...(excludedIds.length === 0 ? [] : [sql<boolean>`t.id <> all(${excludedIds}::bigint[])`]),
];

/** True when no newer row of the same plate matches: one index lookup per row (storage design, Q6). */
function isNewestOfPlate(search: Search): Condition {
  const newer = [sql<boolean>`t.plate = h.plate`, sql<boolean>`(t.ts, t.id) > (h.ts, h.id)`, ...rowConditions(search)];
  return sql<boolean>`(select 1 ${visibleTransits(search.visible, newer)} limit 1) is null`;
}

/**
 * The candidate query `from (...) as h where ...`: plate, ts and id of the rows of a search inside `range`, a part of
 * what is visible. `cursorConditions`: further conditions on the row `t`.
 */
export function candidateQuery(
  search: Search,
  range: Visibility,
  cursorConditions: readonly Condition[] = [],
): RawBuilder<unknown> {
  const rows = visibleTransits(range, [...rowConditions(search), ...cursorConditions]);
  return sql`from (select t.plate, t.ts, t.id ${rows}) as h${plateWhereClause(search)}`;
}

/** Conditions on a candidate row `h` that depend on the other passages of its plate. */
export function plateWhereClause(search: Search): RawBuilder<unknown> {
  const ofPlate = [
    ...(search.distinct ? [isNewestOfPlate(search)] : []),
    ...(search.recurrence === null ? [] : [recurrenceCondition(search.recurrence, sql`h.plate`)]),
  ];
  return ofPlate.length === 0 ? sql`` : sql` where ${sql.join(ofPlate, sql` and `)}`;
}

/** True when only time and gates are filtered, so that the hourly roll-up knows the number of rows. */
export const filtersOnlyTimeAndGates = (search: Search): boolean => {
  const { plates, conditions, excludedIds, distinct, recurrence, visible } = search;
  const isAboutRows = conditions.length > 0 || excludedIds.length > 0 || visible.unread !== undefined;
  return plates.kind === 'all' && !isAboutRows && !distinct && recurrence === null;
};
