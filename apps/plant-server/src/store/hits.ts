import { sql, type RawBuilder } from 'kysely';
import type { PlateMatches } from './plate-matches.ts';
import { visibleTransits, type Condition, type Visibility } from './visible-transits.ts';

/** How often a plate must have passed, both included. `atMost` Infinity: no upper bound. */
export interface RecurrenceBounds {
  readonly atLeast: number;
  readonly atMost: number;
}

/** Recurrence and what it is counted over: the window of the search, at all gates the person may see. */
export interface Recurrence extends RecurrenceBounds {
  readonly over: Visibility;
}

/** A search, ready to be driven: who sees what, which plates, which further conditions on the row and on its plate. */
export interface Search {
  readonly visible: Visibility;
  readonly plates: PlateMatches;
  readonly conditions: readonly Condition[];
  /** Of the rows of a plate that fit, only the newest. */
  readonly distinct: boolean;
  readonly recurrence: Recurrence | null;
}

const plateCondition = (plates: PlateMatches): readonly Condition[] =>
  plates.kind === 'all' ? [] : [plates.condition];

/** Everything the row must fit, the plate included. */
export const allConditions = (search: Search): readonly Condition[] => [
  ...plateCondition(search.plates),
  ...search.conditions,
];

/**
 * Whether a plate passed often enough: index entries are counted only up to the first that decides (storage design, Q7).
 * A scalar sub-query, because the planner may turn `exists` into a join over the whole table.
 */
export function recurrenceCondition(recurrence: Recurrence, plate: RawBuilder<unknown>): Condition {
  const { atLeast, atMost, over } = recurrence;
  if (atLeast > atMost) return sql<boolean>`false`;
  const isOpen = atMost === Infinity;
  const passages = sql`(select count(*) from (select 1 ${visibleTransits(over, [sql<boolean>`t.plate = ${plate}`])}
    limit ${isOpen ? atLeast : atMost + 1}) as z)`;
  return isOpen ? sql<boolean>`${passages} >= ${atLeast}` : sql<boolean>`${passages} between ${atLeast} and ${atMost}`;
}

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
  const ofPlate = [
    ...(search.distinct ? [newestOfPlate(search)] : []),
    ...(search.recurrence === null ? [] : [recurrenceCondition(search.recurrence, sql`h.plate`)]),
  ];
  const where = ofPlate.length === 0 ? sql`` : sql` where ${sql.join(ofPlate, sql` and `)}`;
  return sql`from (select t.plate, t.ts, t.id ${rows}) as h${where}`;
}

/** Nothing asked but time and gates: the hourly roll-up knows how many rows there are. */
export const isPlainSearch = ({ plates, conditions, distinct, recurrence }: Search): boolean =>
  plates.kind === 'all' && conditions.length === 0 && !distinct && recurrence === null;
