import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { sql } from 'kysely';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';

/** Sums of one gate over whole hours. Speeds in km/h. */
export interface GateSum {
  readonly gate: number;
  readonly n: number;
  readonly n_foreign: number;
  readonly n_speed: number;
  readonly sum_speed: number;
}

/** Transits of one hour of the clock of Rome, over gates. */
export interface HourSum {
  /** YYYY-MM-DD */
  readonly day: string;
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly n: number;
}

/** How often an hour of a weekday lies in a range. */
export interface HourCount {
  readonly weekday: number;
  readonly hour: number;
  readonly times: number;
}

/** Hours and gates of a range of whole hours, from `gate_hour`. Sums are floats, which are exact beyond 2^31 as well. */
const selectHours = ({ gates, fromMs, toMs }: Visibility) =>
  sql`from gate_hour as g where g.hour >= ${toIsoInstant(fromMs)}::timestamptz and g.hour < ${toIsoInstant(toMs)}::timestamptz
    ${gates === null ? sql`` : sql`and g.gate = any(${gates}::smallint[])`}`;

export const sumByGate = (runner: Runner, visible: Visibility, signal?: AbortSignal): Promise<readonly GateSum[]> =>
  runner.run<GateSum>(
    compileStatement(sql`select g.gate, sum(g.n)::float8 as n, sum(g.n_foreign)::float8 as n_foreign,
      sum(g.n_speed)::float8 as n_speed, sum(g.sum_speed)::float8 as sum_speed
      ${selectHours(visible)} group by g.gate having sum(g.n) > 0`),
    signal,
  );

/** Instants are summed over gates first, so that only one row an hour is converted to the clock of Rome. */
export const sumByHour = (runner: Runner, visible: Visibility, signal?: AbortSignal): Promise<readonly HourSum[]> =>
  runner.run<HourSum>(
    compileStatement(sql`select (r.clock::date)::text as day, extract(isodow from r.clock)::int as weekday,
        extract(hour from r.clock)::int as hour, sum(r.n)::float8 as n
      from (select g.hour at time zone 'Europe/Rome' as clock, sum(g.n)::float8 as n
        ${selectHours(visible)} group by g.hour having sum(g.n) > 0) as r
      group by 1, 2, 3 order by 1, 3`),
    signal,
  );

/** The hours of a range of whole hours by weekday and hour of Rome; on the nights of the clock change one is missing or twice there. */
export const countHours = (
  runner: Runner,
  { fromMs, toMs }: Pick<Visibility, 'fromMs' | 'toMs'>,
  signal?: AbortSignal,
): Promise<readonly HourCount[]> =>
  runner.run<HourCount>(
    compileStatement(sql`select extract(isodow from r.clock)::int as weekday, extract(hour from r.clock)::int as hour, count(*)::int as times
      from (select h at time zone 'Europe/Rome' as clock
        from generate_series(${toIsoInstant(fromMs)}::timestamptz, ${toIsoInstant(toMs)}::timestamptz - interval '1 hour', interval '1 hour') as h) as r
      group by 1, 2 order by 1, 2`),
    signal,
  );
