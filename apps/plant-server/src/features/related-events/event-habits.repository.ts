import type { HabitDays } from '@varco/domain/analysis/related-events.ts';
import { sql } from 'kysely';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import { visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

const DAY_MS = 86_400_000;

/** An event with the other days it is compared with. */
export interface HabitEvent {
  readonly gates: readonly number[];
  readonly days: HabitDays;
}

export interface HabitRow {
  readonly plate: string;
  readonly event: number;
  /**
   * `days`: other days with a passage at a gate of the event at that time of day. `reads`: reads at that time of day at
   * all gates.
   */
  readonly days: number;
  readonly reads: number;
}

/**
 * What plates do on other days at the times of day of the events. Reads one range of the key (plate, time) per plate;
 * same rule as `habitDayAt` of the domain.
 */
export function eventHabitsStatement(
  visible: Visibility,
  plates: readonly string[],
  events: readonly HabitEvent[],
): Statement {
  const eventRows = sql.join(
    events.map(
      (
        { gates, days },
        at,
      ) => sql`select ${sql.lit(at)}::int as event, ${gates}::smallint[] as gates, ${days.fromMs}::float8 as since,
        ${days.lengthMs}::float8 as long, ${days.first}::int as first, ${days.last}::int as last, ${days.without}::int[] as without`,
    ),
    sql` union all `,
  );
  return compileStatement(sql`with s as materialized (
      select t.plate, t.gate, (extract(epoch from t.ts at time zone 'Europe/Rome') * 1000)::float8 as wall
      ${visibleTransits(visible, [sql<boolean>`t.plate = any(${plates}::text[])`])}
    ) select s.plate, e.event, (count(distinct d.day) filter (where s.gate = any(e.gates)))::int as days, count(*)::int as reads
    from s cross join (${eventRows}) as e cross join lateral (select floor((s.wall - e.since) / ${DAY_MS})::int as day) as d
    where s.wall - e.since - d.day::float8 * ${DAY_MS} <= e.long and d.day between e.first and e.last and not d.day = any(e.without)
    group by s.plate, e.event`);
}

export const readEventHabits = (
  runner: Runner,
  visible: Visibility,
  plates: readonly string[],
  events: readonly HabitEvent[],
  signal?: AbortSignal,
): Promise<readonly HabitRow[]> =>
  plates.length === 0 || visible.fromMs >= visible.toMs
    ? Promise.resolve([])
    : runner.run<HabitRow>(eventHabitsStatement(visible, plates, events), signal);
