import { MAX_TRIP_S, TRIP_CLASS_MINUTES } from '@varco/domain/charts/trip-classes.ts';
import { addDays, romeDayStart, toIsoInstant } from '@varco/domain/time/rome.ts';
import { sql } from 'kysely';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { readableOnly, visibleTransits } from '../../policy/visible-transits.sql.ts';

const HOUR_MS = 3_600_000;
const CLASS_COLUMNS = TRIP_CLASS_MINUTES.map((minutes) => `within_${minutes}`);
const COLUMNS = ['n', ...CLASS_COLUMNS];
const references = (alias: string, names: readonly string[]) =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));

/** Trips of a pair of gates over days. */
export interface GateFlow {
  readonly from_gate: number;
  readonly to_gate: number;
  readonly n: number;
  /** Trips in each class of minutes (`TRIP_CLASS_MINUTES`). */
  readonly classes: readonly number[];
}

/** Days counted, first and last included. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
}

/**
 * Transits of `gate_hour` by the Rome days to which they count: an hour belongs to its day, and the last hour of a day also to
 * the next one, because a trip may have begun in it.
 */
const TRANSITS_BY_DAY = sql`select x.day, sum(x.n)::int as n from (
    select (h.hour at time zone 'Europe/Rome')::date as day, h.n from gate_hour as h
    union all select (h.hour at time zone 'Europe/Rome')::date + 1, h.n from gate_hour as h
      where extract(hour from h.hour at time zone 'Europe/Rome') = 23) as x group by x.day`;

/**
 * Finished Rome days that are not counted or have changed since, newest first.
 * @param before the first day that is not finished
 */
export async function findUncountedFlowDays(
  runner: Runner,
  { first, before }: { readonly first: string; readonly before: string },
  maxDays: number,
): Promise<readonly string[]> {
  const query = sql`select d.day::date::text as day
    from generate_series(${first}::date, ${before}::date - 1, interval '1 day') as d(day)
    left join (${TRANSITS_BY_DAY}) as h on h.day = d.day::date
    left join flow_day_basis as b on b.day = d.day::date
    where b.transits is distinct from coalesce(h.n, 0) order by d.day desc limit ${maxDays}`;
  return (await runner.run<{ day: string }>(compileStatement(query))).map(({ day }) => day);
}

/** Counts the trips of a Rome day and saves them with the transits they were counted from, in one statement and one snapshot. */
export async function saveFlowDay(runner: Runner, day: string, now: string): Promise<void> {
  const startMs = romeDayStart(day);
  const read = { gates: null, fromMs: startMs - HOUR_MS, toMs: romeDayStart(addDays(day, 1)) };
  const classes = TRIP_CLASS_MINUTES.map((minutes, at) => {
    const above = (TRIP_CLASS_MINUTES[at - 1] ?? -1) * 60;
    return sql`(count(*) filter (where s.seconds > ${sql.lit(above)} and s.seconds <= ${sql.lit(minutes * 60)}))::int as ${sql.ref(`within_${minutes}`)}`;
  });
  const query = sql`with counted as (
      select s.from_gate, s.to_gate, count(*)::int as n, ${sql.join(classes)}
      from (select t.gate as to_gate, t.ts, lag(t.gate) over w as from_gate,
          extract(epoch from t.ts - lag(t.ts) over w)::float8 as seconds
        ${visibleTransits(read, [readableOnly()])} window w as (partition by t.plate order by t.ts, t.id)) as s
      where s.ts >= ${toIsoInstant(startMs)}::timestamptz and s.from_gate <> s.to_gate and s.seconds <= ${sql.lit(MAX_TRIP_S)}
      group by s.from_gate, s.to_gate),
    gone as (delete from flow_day as f where f.day = ${day}::date
      and not exists (select from counted as c where c.from_gate = f.from_gate and c.to_gate = f.to_gate)),
    saved as (insert into flow_day (day, from_gate, to_gate, ${sql.join(COLUMNS.map((name) => sql.ref(name)))})
      select ${day}::date, c.from_gate, c.to_gate, ${references('c', COLUMNS)} from counted as c order by 2, 3
      on conflict (day, from_gate, to_gate) do update set
        ${sql.join(COLUMNS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))})
    insert into flow_day_basis (day, transits, counted_at)
      select ${day}::date, coalesce(sum(h.n), 0)::int, ${now}::timestamptz from gate_hour as h
      where h.hour >= ${toIsoInstant(read.fromMs)}::timestamptz and h.hour < ${toIsoInstant(read.toMs)}::timestamptz
    on conflict (day) do update set transits = excluded.transits, counted_at = excluded.counted_at`;
  await runner.run(compileStatement(query));
}

/** Deletes counted days before one whose transits have gone. */
export async function deleteFlowDays(runner: Runner, before: string): Promise<void> {
  await runner.run({ text: 'delete from flow_day where day < $1::date', values: [before] });
  await runner.run({ text: 'delete from flow_day_basis where day < $1::date', values: [before] });
}

/** Number of days of a span that are counted. */
export async function countCountedFlowDays(
  runner: Runner,
  { first, last }: DaySpan,
  signal?: AbortSignal,
): Promise<number> {
  const text = 'select count(*)::int as n from flow_day_basis where day between $1::date and $2::date';
  const [row] = await runner.run<{ n: number }>({ text, values: [first, last] }, signal);
  return row?.n ?? 0;
}

/**
 * Trips between gates over a span of days, most trips first. Sums are floats, which are exact beyond 2^31 as well.
 * @param gates both ends are among these; null: all
 */
export function sumFlows(
  runner: Runner,
  { first, last }: DaySpan,
  gates: readonly number[] | null,
  signal?: AbortSignal,
): Promise<readonly GateFlow[]> {
  const sums = CLASS_COLUMNS.map((name) => sql`sum(${sql.ref(`f.${name}`)})::float8`);
  const among =
    gates === null ? sql`` : sql`and f.from_gate = any(${gates}::smallint[]) and f.to_gate = any(${gates}::smallint[])`;
  return runner.run<GateFlow>(
    compileStatement(sql`select f.from_gate, f.to_gate, sum(f.n)::float8 as n, array[${sql.join(sums)}] as classes
      from flow_day as f where f.day between ${first}::date and ${last}::date ${among}
      group by f.from_gate, f.to_gate order by 3 desc, 1, 2`),
    signal,
  );
}
