import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import { readableOnly, visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

/** Passages of all events, each with the index of its event. Index-only scan. */
const eventPassagesQuery = (events: readonly Visibility[], plates: readonly string[] | null): RawBuilder<unknown> =>
  sql.join(
    events.map((event, at) => {
      const conditions = [readableOnly()];
      if (plates !== null) conditions.push(sql<boolean>`t.plate = any(${plates}::text[])`);
      return sql`select ${sql.lit(at)}::int as event, t.plate, t.gate, t.ts ${visibleTransits(event, conditions)}`;
    }),
    sql` union all `,
  );

export interface EventPlate {
  readonly plate: string;
  readonly events: readonly number[];
  readonly passages: number;
  /** Reads of the plate at all gates that the user may see. */
  readonly reads: number;
}

/**
 * Plates read in at least `atLeast` of the events. The total number of reads comes from the dictionary; for a user with
 * limits it is counted through the key of the plate.
 */
export function eventPlatesStatement(
  events: readonly Visibility[],
  atLeast: number,
  visible: Visibility,
  isUnlimited: boolean,
): Statement {
  const counted = isUnlimited
    ? sql`select d.plate, d.n from plate_dict as d where d.plate in (select p.plate from p)`
    : sql`select t.plate, count(*) as n ${visibleTransits(visible, [sql<boolean>`t.plate in (select p.plate from p)`])} group by t.plate`;
  return compileStatement(sql`with p as materialized (
      select h.plate, array_agg(distinct h.event) as events, count(*)::int as passages
      from (${eventPassagesQuery(events, null)}) as h group by h.plate having count(distinct h.event) >= ${atLeast}
    ), r as materialized (${counted})
    select p.plate, p.events, p.passages, coalesce(r.n, p.passages)::int as reads from p left join r using (plate)`);
}

export const findEventPlates = (
  runner: Runner,
  events: readonly Visibility[],
  about: { readonly atLeast: number; readonly over: Visibility; readonly isUnlimited: boolean },
  signal?: AbortSignal,
): Promise<readonly EventPlate[]> =>
  runner.run<EventPlate>(eventPlatesStatement(events, about.atLeast, about.over, about.isUnlimited), signal);

/** Number of reads in each event, in the order of the events; only plates read in full. */
export async function countEventReads(
  runner: Runner,
  events: readonly Visibility[],
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const query = sql`select h.event, count(*)::int as n from (${eventPassagesQuery(events, null)}) as h group by h.event`;
  const rows = await runner.run<{ event: number; n: number }>(compileStatement(query), signal);
  return events.map((_, at) => rows.find(({ event }) => event === at)?.n ?? 0);
}

export interface EventPassage {
  readonly event: number;
  readonly plate: string;
  readonly gate: number;
  readonly ts: string;
}

/** Passages of some plates in the events, oldest first, at most `most` per plate. */
export const readEventPassages = (
  runner: Runner,
  events: readonly Visibility[],
  plates: readonly string[],
  maxPerPlate: number,
  signal?: AbortSignal,
): Promise<readonly EventPassage[]> =>
  plates.length === 0
    ? Promise.resolve([])
    : runner.run<EventPassage>(
        compileStatement(sql`select event, plate, gate, ts from (
            select h.*, row_number() over (partition by h.plate order by h.ts, h.gate) as place from (${eventPassagesQuery(events, plates)}) as h
          ) as n where n.place <= ${maxPerPlate} order by n.plate, n.ts, n.gate`),
        signal,
      );
