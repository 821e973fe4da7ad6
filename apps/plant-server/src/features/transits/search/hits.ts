import { sql, type RawBuilder } from 'kysely';
import type { PlateMatches } from './plate-matches.ts';
import { recurrenceCondition, type Recurrence } from './recurrence.ts';
import { visibleTransits, type Condition, type Visibility } from '../../../policy/visible-transits.ts';

/** A search, ready to be driven: who sees what, which plates, which further conditions on the row and on its plate. */
export interface Search {
  readonly visible: Visibility;
  readonly plates: PlateMatches;
  readonly conditions: readonly Condition[];
  /** Rows that came in after the first page was given. */
  readonly leftOut: readonly string[];
  /** Of the rows of a plate that fit, only the newest. */
  readonly distinct: boolean;
  readonly recurrence: Recurrence | null;
}

function plateCondition(plates: PlateMatches): readonly Condition[] {
  if (plates.kind === 'unnamed') throw new Error('plates must be named before a statement asks for them');
  return plates.kind === 'all' ? [] : [plates.condition];
}

/** Everything the row must fit, the plate included. */
export const allConditions = ({ plates, conditions, leftOut }: Search): readonly Condition[] => [
  ...plateCondition(plates),
  ...conditions,
  ...(leftOut.length === 0 ? [] : [sql<boolean>`t.id <> all(${leftOut}::bigint[])`]),
];

/** No newer row of the same plate fits: one index probe per row (storage design, Q6). */
function newestOfPlate(search: Search): Condition {
  const newer = [sql<boolean>`t.plate = h.plate`, sql<boolean>`(t.ts, t.id) > (h.ts, h.id)`, ...allConditions(search)];
  return sql<boolean>`(select 1 ${visibleTransits(search.visible, newer)} limit 1) is null`;
}

/**
 * `from (...) as h where ...`: plate, ts and id of the rows of a search inside `part`, a piece of what is visible in it.
 * `beyond`: further conditions on the row `t`.
 */
export function hitsOf(search: Search, part: Visibility, beyond: readonly Condition[] = []): RawBuilder<unknown> {
  const rows = visibleTransits(part, [...allConditions(search), ...beyond]);
  return sql`from (select t.plate, t.ts, t.id ${rows}) as h${whereOfPlate(search)}`;
}

/** What a search asks of a row `h` beyond the row itself: all passages of its plate must be looked at. */
export function whereOfPlate(search: Search): RawBuilder<unknown> {
  const ofPlate = [
    ...(search.distinct ? [newestOfPlate(search)] : []),
    ...(search.recurrence === null ? [] : [recurrenceCondition(search.recurrence, sql`h.plate`)]),
  ];
  return ofPlate.length === 0 ? sql`` : sql` where ${sql.join(ofPlate, sql` and `)}`;
}

/** Nothing asked but time and gates: the hourly roll-up knows how many rows there are. */
export const isPlainSearch = ({ plates, conditions, leftOut, distinct, recurrence }: Search): boolean =>
  plates.kind === 'all' && conditions.length === 0 && leftOut.length === 0 && !distinct && recurrence === null;
