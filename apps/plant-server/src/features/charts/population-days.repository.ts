import {
  listPopulationWindow,
  MIN_DAYS_SEEN,
  MIN_WEEKS_SEEN,
  POPULATION_DAYS,
  REST_SHARE_PART,
} from '@varco/domain/charts/population.ts';
import { addDays, romeDayStart, toIsoInstant } from '@varco/domain/time/rome.ts';
import { sql } from 'kysely';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { readableOnly, visibleTransits } from '../../policy/visible-transits.sql.ts';
import type { DaySpan } from './flow-days.repository.ts';

/** Row of the whole plant. */
const WHOLE_PLANT = 0;
/** Hours after which a counted day whose transits have changed is counted anew: late reads come all day long. */
const RECOUNT_AFTER_HOURS = 6;

/** Plates of a day by class, of the plant or of one of its gates. */
export interface PopulationDay {
  readonly day: string;
  readonly residents: number;
  readonly commuters: number;
  readonly passers_by: number;
  readonly n_foreign: number;
  readonly transits: number;
  readonly unread: number;
}

/**
 * Finished Rome days that are not counted or have changed since, newest first.
 * @param first first day whose transits are all there; days with fewer than four weeks behind them are not counted
 * @param before the first day that is not finished
 */
export async function findUncountedPopulationDays(
  runner: Runner,
  { first, before }: { readonly first: string; readonly before: string },
  now: string,
  maxDays: number,
): Promise<readonly string[]> {
  const query = sql`select x.day::text as day from (
      select d.day::date as day,
        sum(coalesce(h.n, 0)) over (order by d.day rows between ${sql.lit(POPULATION_DAYS - 1)} preceding and current row)::bigint as n
      from generate_series(${first}::date, ${before}::date - 1, interval '1 day') as d(day)
      left join (select (g.hour at time zone 'Europe/Rome')::date as day, sum(g.n) as n from gate_hour as g group by 1) as h
        on h.day = d.day::date) as x
    left join population_day_basis as b on b.day = x.day
    where x.day >= ${addDays(first, POPULATION_DAYS - 1)}::date and (b.day is null
      or (b.transits <> x.n and b.counted_at < ${now}::timestamptz - interval '1 hour' * ${sql.lit(RECOUNT_AFTER_HOURS)}))
    order by x.day desc limit ${maxDays}`;
  return (await runner.run<{ day: string }>(compileStatement(query))).map(({ day }) => day);
}

/** Condition on the sums of a plate's days: `classifyPresence` as SQL. */
const buildClassSql = (restCount: number, workCount: number) => sql`case
    when s.work_days + s.rest_days < ${sql.lit(MIN_DAYS_SEEN)} or s.weeks < ${sql.lit(MIN_WEEKS_SEEN)} then 'passer_by'
    when ${sql.lit(REST_SHARE_PART * workCount)} * s.rest_days >= s.work_days * ${sql.lit(restCount)} then 'resident'
    else 'commuter' end`;

/** Counts the plates of a Rome day and saves them with the transits they were counted from, in one statement and one snapshot. */
export async function savePopulationDay(runner: Runner, day: string, now: string): Promise<void> {
  const { first, restDays, workDayCount } = listPopulationWindow(day);
  const [fromMs, toMs] = [romeDayStart(day), romeDayStart(addDays(day, 1))];
  const isRest = sql`w.day = any(${restDays}::date[])`;
  const weeks = Array.from(
    { length: POPULATION_DAYS / 7 },
    (_, at) => sql`bool_or((${day}::date - w.day) / 7 = ${sql.lit(at)})::int`,
  );
  const query = sql`with seen as (
      select w.plate, (count(*) filter (where not ${isRest}))::int as work_days, (count(*) filter (where ${isRest}))::int as rest_days,
        ${sql.join(weeks, sql` + `)} as weeks
      from plate_day as t join plate_day as w on w.plate = t.plate
      where t.day = ${day}::date and t.n > 0 and ${readableOnly()}
        and w.day between ${first}::date and ${day}::date and w.n > 0
      group by w.plate),
    classed as (
      select t.gates, t.nation > 1 as is_foreign, ${buildClassSql(restDays.length, workDayCount)} as class
      from seen as s join plate_day as t on t.plate = s.plate and t.day = ${day}::date),
    plates as (
      select g.gate, (count(*) filter (where c.class = 'resident'))::int as residents,
        (count(*) filter (where c.class = 'commuter'))::int as commuters,
        (count(*) filter (where c.class = 'passer_by'))::int as passers_by, (count(*) filter (where c.is_foreign))::int as n_foreign
      from classed as c cross join lateral unnest(${sql.lit(WHOLE_PLANT)}::smallint || c.gates) as g(gate) group by g.gate),
    by_gate as (
      select t.gate, count(*)::int as transits, (count(*) filter (where not (${readableOnly()})))::int as unread
      ${visibleTransits({ gates: null, fromMs, toMs, unread: 'with' })} group by t.gate),
    passages as (
      select b.gate, b.transits, b.unread from by_gate as b
      union all select ${sql.lit(WHOLE_PLANT)}::smallint, coalesce(sum(b.transits), 0)::int, coalesce(sum(b.unread), 0)::int from by_gate as b),
    counted as (
      select coalesce(p.gate, t.gate) as gate, coalesce(p.residents, 0) as residents, coalesce(p.commuters, 0) as commuters,
        coalesce(p.passers_by, 0) as passers_by, coalesce(p.n_foreign, 0) as n_foreign, coalesce(t.transits, 0) as transits,
        coalesce(t.unread, 0) as unread
      from plates as p full join passages as t on t.gate = p.gate),
    gone as (delete from population_day as d where d.day = ${day}::date and not exists (select from counted as c where c.gate = d.gate)),
    saved as (insert into population_day (gate, day, residents, commuters, passers_by, n_foreign, transits, unread)
      select c.gate, ${day}::date, c.residents, c.commuters, c.passers_by, c.n_foreign, c.transits, c.unread from counted as c order by 1
      on conflict (gate, day) do update set residents = excluded.residents, commuters = excluded.commuters,
        passers_by = excluded.passers_by, n_foreign = excluded.n_foreign, transits = excluded.transits, unread = excluded.unread)
    insert into population_day_basis (day, transits, counted_at)
      select ${day}::date, coalesce(sum(h.n), 0)::bigint, ${now}::timestamptz from gate_hour as h
      where h.hour >= ${toIsoInstant(romeDayStart(first))}::timestamptz and h.hour < ${toIsoInstant(toMs)}::timestamptz
    on conflict (day) do update set transits = excluded.transits, counted_at = excluded.counted_at`;
  await runner.run(compileStatement(query));
}

/** Deletes counted days before one whose transits have gone. */
export async function deletePopulationDays(runner: Runner, before: string): Promise<void> {
  await runner.run({ text: 'delete from population_day where day < $1::date', values: [before] });
  await runner.run({ text: 'delete from population_day_basis where day < $1::date', values: [before] });
}

/** Counted days of a span, in days from a first one on that is due. */
export async function countCountedPopulationDays(
  runner: Runner,
  { first, last }: DaySpan,
  dueFrom: string | null,
  signal?: AbortSignal,
): Promise<{ readonly counted: number; readonly due: number }> {
  const text = `select count(*)::int as counted, (count(*) filter (where day >= $3::date))::int as due
    from population_day_basis where day between $1::date and $2::date`;
  const [row] = await runner.run<{ counted: number; due: number }>({ text, values: [first, last, dueFrom] }, signal);
  return row ?? { counted: 0, due: 0 };
}

/**
 * Counted days of a span, oldest first; days without any passage are left out.
 * @param gate null: the whole plant
 */
export function readPopulationDays(
  runner: Runner,
  { first, last }: DaySpan,
  gate: number | null,
  signal?: AbortSignal,
): Promise<readonly PopulationDay[]> {
  const text = `select day::text as day, residents, commuters, passers_by, n_foreign, transits, unread from population_day
    where gate = $1::smallint and day between $2::date and $3::date order by day`;
  return runner.run<PopulationDay>({ text, values: [gate ?? WHOLE_PLANT, first, last] }, signal);
}
