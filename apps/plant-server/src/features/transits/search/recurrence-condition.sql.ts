import { sql, type RawBuilder } from 'kysely';
import type { RecurrenceRange } from '../../../plate-index/recurrence.ts';
import type { Measure } from '../../../plate-index/tally.ts';
import { visibleTransits, type Condition, type Visibility } from '../../../policy/visible-transits.sql.ts';

/** How often a plate must have passed (inclusive). `atMost` Infinity: no upper bound. */
export interface RecurrenceBounds {
  readonly atLeast: number;
  readonly atMost: number;
}

/** Recurrence bounds with what is counted: the window of the search, at all gates the user may see. */
export interface Recurrence extends RecurrenceBounds {
  readonly measure: Measure;
  readonly over: Visibility;
  /** A second measure of the plate that must also be within bounds. */
  readonly and?: Recurrence;
}

export const ROME_DAY = sql`(t.ts at time zone 'Europe/Rome')::date`;

/**
 * The bounds in the form the index takes (first measure only); null when they count only some gates, which the index
 * cannot distinguish.
 */
export function toRecurrenceRange({ measure, atLeast, atMost, over }: Recurrence): RecurrenceRange | null {
  const { gates, fromMs, toMs } = over;
  return gates === null ? { measure, atLeast, atMost, fromMs, toMs } : null;
}

/** The measure of `plate`. Transits are counted only up to `enough`, which is sufficient to decide. */
function measureQuery({ measure, over }: Recurrence, plate: RawBuilder<unknown>, enough: number): RawBuilder<unknown> {
  const rows = visibleTransits(over, [sql<boolean>`t.plate = ${plate}`]);
  if (measure === 'total') return sql`(select of.n from plate_dict as of where of.plate = ${plate})`;
  if (measure === 'days') return sql`(select count(distinct ${ROME_DAY}) ${rows})`;
  return sql`(select count(*) from (select 1 ${rows} limit ${enough}) as z)`;
}

/**
 * Condition that a plate is within the recurrence bounds. Index entries are counted only up to the first that decides
 * (storage design, Q7). A scalar sub-query, because the planner may turn `exists` into a join over the whole table.
 * `plate` must not belong to a relation called `t`, which is the name of the counted rows.
 */
export function recurrenceCondition(recurrence: Recurrence, plate: RawBuilder<unknown>): Condition {
  const { atLeast, atMost, and } = recurrence;
  if (atLeast > atMost) return sql<boolean>`false`;
  const isOpen = atMost === Infinity;
  const passages = measureQuery(recurrence, plate, isOpen ? atLeast : atMost + 1);
  const condition = isOpen
    ? sql<boolean>`${passages} >= ${atLeast}`
    : sql<boolean>`${passages} between ${atLeast} and ${atMost}`;
  return and === undefined ? condition : sql<boolean>`(${condition} and ${recurrenceCondition(and, plate)})`;
}
