import { sql, type RawBuilder } from 'kysely';
import type { RecurrenceAsk } from '../../../plate-index/recurrence.ts';
import type { Measure } from '../../../plate-index/tally.ts';
import { visibleTransits, type Condition, type Visibility } from '../../../policy/visible-transits.ts';

/** How often a plate must have passed, both included. `atMost` Infinity: no upper bound. */
export interface RecurrenceBounds {
  readonly atLeast: number;
  readonly atMost: number;
}

/** Recurrence and what it is counted over: the window of the search, at all gates the person may see. */
export interface Recurrence extends RecurrenceBounds {
  readonly measure: Measure;
  readonly over: Visibility;
  /** Another measure of the plate that must be within bounds too. */
  readonly and?: Recurrence;
}

export const ROME_DAY = sql`(t.ts at time zone 'Europe/Rome')::date`;

/** What the index is asked of it (the first measure); null: it is counted at some gates only, which the index does not know apart. */
export function indexAskOf({ measure, atLeast, atMost, over }: Recurrence): RecurrenceAsk | null {
  const { gates, fromMs, toMs } = over;
  return gates === null ? { measure, atLeast, atMost, fromMs, toMs } : null;
}

/** The measure of the plate named by `plate`; transits are counted up to `enough`, which decides. */
function measured({ measure, over }: Recurrence, plate: RawBuilder<unknown>, enough: number): RawBuilder<unknown> {
  const rows = visibleTransits(over, [sql<boolean>`t.plate = ${plate}`]);
  if (measure === 'total') return sql`(select of.n from plate_dict as of where of.plate = ${plate})`;
  if (measure === 'days') return sql`(select count(distinct ${ROME_DAY}) ${rows})`;
  return sql`(select count(*) from (select 1 ${rows} limit ${enough}) as z)`;
}

/**
 * Whether a plate passed often enough: index entries are counted only up to the first that decides (storage design, Q7).
 * A scalar sub-query, because the planner may turn `exists` into a join over the whole table. `plate`: of a relation not
 * called `t`, which is the name of the rows counted.
 */
export function recurrenceCondition(recurrence: Recurrence, plate: RawBuilder<unknown>): Condition {
  const { atLeast, atMost, and } = recurrence;
  if (atLeast > atMost) return sql<boolean>`false`;
  const isOpen = atMost === Infinity;
  const passages = measured(recurrence, plate, isOpen ? atLeast : atMost + 1);
  const own = isOpen
    ? sql<boolean>`${passages} >= ${atLeast}`
    : sql<boolean>`${passages} between ${atLeast} and ${atMost}`;
  return and === undefined ? own : sql<boolean>`(${own} and ${recurrenceCondition(and, plate)})`;
}
