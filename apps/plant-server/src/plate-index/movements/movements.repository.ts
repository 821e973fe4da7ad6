import { sql, type RawBuilder } from 'kysely';
import { SAME_CLOCK_SLACK_S } from '@varco/domain/analysis/clock-offsets.ts';
import {
  COMPARED_BACK_MS,
  MAX_PLAUSIBLE_KMH,
  MIN_IMPOSSIBLE_DISTANCE_M,
} from '@varco/domain/analysis/impossible-travel.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { areNearerThan, metresBetween, positionOfRead, type PositionSql } from '../../database/read-position.sql.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { readableOnly, visibleTransits, type Condition, type Visibility } from '../../policy/visible-transits.sql.ts';

/** Movements of a plate on one Rome day. */
export interface MovementDay {
  readonly plate: string;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly n: number;
  /** Passages from 00:00 to 05:00. */
  readonly night: number;
  /** Passages at the same gate again after 2 to 60 minutes; of these, the ones at night. */
  readonly loops: number;
  readonly nightLoops: number;
  readonly gates: number;
  /** Passages too far from the one before, or from one of the hour before, for the time between them. */
  readonly jumps: number;
}

const NIGHT_END_HOUR = 5;
/**
 * Speed in metres per second from which two passages count as a jump. Only a preselection, with the rule of `legSpeed`
 * (domain) for gates of one clock.
 */
const MAX_SPEED_M_PER_S = MAX_PLAUSIBLE_KMH / 3.6;
const HOUR_MS = 3_600_000;
/** A day is stored only when it is notable. */
const IS_NOTABLE = sql`night > 0 or loops > 0 or gates >= 8 or jumps > 0`;

const COMPARED_BACK_S = COMPARED_BACK_MS / 1000;

/** Whether no car can drive from one position to the other in so many seconds; null where one is not known. */
const isTooFar = (from: PositionSql, to: PositionSql, seconds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${areNearerThan(from, to, MIN_IMPOSSIBLE_DISTANCE_M)} then false
    else ${metresBetween(from, to)} > greatest(${MIN_IMPOSSIBLE_DISTANCE_M}::float8, ${MAX_SPEED_M_PER_S}::float8 * (${seconds} + ${SAME_CLOCK_SLACK_S}::float8)) end`;

const DAY = sql`(t.ts at time zone 'Europe/Rome')::date`;
const IS_NIGHT = sql`extract(hour from t.ts at time zone 'Europe/Rome') < ${NIGHT_END_HOUR}`;
const IS_LOOP = sql`coalesce(t.ts - lag(t.ts) over (partition by t.plate, t.gate order by t.ts) between interval '2 minutes' and interval '60 minutes', false)`;

const READ = { lat: sql`p.lat`, lon: sql`p.lon` };
const READ_BEFORE = { lat: sql`p.lat_before`, lon: sql`p.lon_before` };
const READ_OF_HOUR = { lat: sql`b.lat`, lon: sql`b.lon` };
/**
 * Compares a passage with the one before it (over midnight only within the hour that is read), and with all of the hour
 * before it where there are several. Its own row is among these and at no distance. Reads without a position are passed over.
 */
const IS_JUMP = sql`case
  when p.ms_before is null then false
  when (p.day_before = p.day or p.ms - p.ms_before <= ${COMPARED_BACK_MS}::float8)
    and ${isTooFar(READ_BEFORE, READ, sql`(p.ms - p.ms_before) / 1000`)} then true
  when cardinality(p.hour_ms) > 2 then exists (select from unnest(p.hour_lat, p.hour_lon, p.hour_ms) as b(lat, lon, ms)
    where ${isTooFar(READ_OF_HOUR, READ, sql`abs(p.ms - b.ms) / 1000`)})
  else false end`;

/**
 * Query for the notable days, from the rows. A loop or a jump may start in the hour before the range, if that hour may
 * be read.
 * @param conditions further conditions on the row `t`
 */
export function movementDaysQuery(
  visible: Visibility,
  earliestMs: number,
  conditions: readonly Condition[],
): RawBuilder<unknown> {
  const readRange = { ...visible, fromMs: Math.max(Math.min(earliestMs, visible.fromMs), visible.fromMs - HOUR_MS) };
  const position = positionOfRead();
  return sql`select * from (
    select s.day, s.plate, count(*)::int as n, (count(*) filter (where s.is_night))::int as night,
      (count(*) filter (where s.is_loop))::int as loops, (count(*) filter (where s.is_loop and s.is_night))::int as night_loops,
      count(distinct s.gate)::int as gates, (count(*) filter (where s.is_jump))::int as jumps
    from (select p.plate, p.gate, p.ts, p.day, p.is_night, p.is_loop, ${IS_JUMP} as is_jump
      from (select t.plate, t.gate, t.ts, t.day, t.is_night, t.is_loop, t.ms, t.place_lat as lat, t.place_lon as lon,
          lag(t.ms) over one as ms_before, lag(t.day) over one as day_before,
          lag(t.place_lat) over one as lat_before, lag(t.place_lon) over one as lon_before,
          array_agg(t.ms) over hour as hour_ms, array_agg(t.place_lat) over hour as hour_lat, array_agg(t.place_lon) over hour as hour_lon
        from (select t.plate, t.gate, t.ts, t.id, t.day, t.is_night, t.is_loop, t.ms, ${position.lat} as place_lat, ${position.lon} as place_lon
          from (select t.plate, t.gate, t.ts, t.id, t.lat, t.lon, ${DAY} as day, ${IS_NIGHT} as is_night, ${IS_LOOP} as is_loop,
              extract(epoch from t.ts)::float8 * 1000 as ms
            ${visibleTransits(readRange, [readableOnly(), ...conditions])}) as t
          left join gate as g on g.id = t.gate) as t
        window one as (partition by t.plate, t.place_lat is null order by t.ts, t.id),
          hour as (partition by t.plate, t.place_lat is null order by t.ts range between interval '${sql.raw(String(COMPARED_BACK_S))} seconds' preceding and current row)) as p) as s
    where s.ts >= ${toIsoInstant(visible.fromMs)}::timestamptz
    group by s.day, s.plate) as days where ${IS_NOTABLE}`;
}

const MOVEMENT_COLUMNS = sql`d.plate, (d.day - date '1970-01-01')::int as day, d.n, d.night, d.loops, d.night_loops as "nightLoops", d.gates, d.jumps`;

/** Notable days of a window from the rows, for some plates or for all. */
export function readMovementsFromRows(
  runner: Runner,
  visible: Visibility,
  earliestMs: number,
  plates: readonly string[] | null,
  signal?: AbortSignal,
): Promise<readonly MovementDay[]> {
  const ofPlates = plates === null ? [] : [sql<boolean>`t.plate = any(${plates}::text[])`];
  return runner.run<MovementDay>(
    compileStatement(sql`select ${MOVEMENT_COLUMNS} from (${movementDaysQuery(visible, earliestMs, ofPlates)}) as d`),
    signal,
  );
}

/** Notable whole Rome days from the roll-up. */
export function readMovementsFromDays(
  runner: Runner,
  days: { readonly from: string; readonly to: string },
  plates: readonly string[] | null,
  signal?: AbortSignal,
): Promise<readonly MovementDay[]> {
  const ofPlates = plates === null ? sql`true` : sql`d.plate = any(${plates}::text[])`;
  return runner.run<MovementDay>(
    compileStatement(sql`select ${MOVEMENT_COLUMNS} from movement_day as d
      where d.day >= ${days.from}::date and d.day < ${days.to}::date and ${ofPlates}`),
    signal,
  );
}

/** Passages of all plates from 00:00 to 05:00 of a Rome day, with the version of the day in `movement_day`. */
export interface NightRows {
  /** Empty when the day has no rows. */
  readonly version: string;
  /**
   * Plate, milliseconds since the start of the day, and 1 if the passage completed a loop or else 0, joined by spaces;
   * passages joined by commas.
   */
  readonly passages: string;
}

/** Joined into one text, which costs a third of single rows. Version and passages come from one snapshot. */
export async function readNightRows(
  runner: Runner,
  { day, dayFromMs, nightEndsMs }: { readonly day: number; readonly dayFromMs: number; readonly nightEndsMs: number },
): Promise<NightRows> {
  const readRange = { gates: null, fromMs: dayFromMs - HOUR_MS, toMs: nightEndsMs };
  const dayFrom = sql`${toIsoInstant(dayFromMs)}::timestamptz`;
  const [found] = await runner.run<{ version: string; passages: string | null }>(
    compileStatement(sql`select v.version::text as version, (
        select string_agg(concat_ws(' ', s.plate, (extract(epoch from s.ts - ${dayFrom}) * 1000)::int, s.is_loop::int), ',')
        from (select t.plate, t.ts, ${IS_LOOP} as is_loop ${visibleTransits(readRange, [readableOnly()])}) as s
        where s.ts >= ${dayFrom}) as passages
      from movement_day_version as v where v.day = date '1970-01-01' + ${day}::int`),
  );
  return { version: found?.version ?? '', passages: found?.passages ?? '' };
}

/** Number of gates by plate and day, including days that are not notable, which the usual values need too. */
export function countGatesByDay(
  runner: Runner,
  visible: Visibility,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<readonly { readonly plate: string; readonly day: number; readonly gates: number }[]> {
  if (plates.length === 0) return Promise.resolve([]);
  return runner.run(
    compileStatement(sql`select t.plate, ((t.ts at time zone 'Europe/Rome')::date - date '1970-01-01')::int as day, count(distinct t.gate)::int as gates
      ${visibleTransits(visible, [sql<boolean>`t.plate = any(${plates}::text[])`])} group by 1, 2`),
    signal,
  );
}

/** Number of readable plates of a window per log2 bucket of their passages. */
export async function readPlatesByLog2(
  runner: Runner,
  visible: Visibility,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const rows = await runner.run<{ octave: number; plates: number }>(
    compileStatement(sql`select length(ltrim(p.n::int::bit(32)::text, '0')) - 1 as octave, count(*)::int as plates
      from (select count(*) as n ${visibleTransits(visible, [readableOnly()])} group by t.plate) as p group by 1`),
    signal,
  );
  const found = Array.from({ length: 32 }, () => 0);
  for (const { octave: bucket, plates } of rows) found[bucket] = plates;
  return found;
}

/** Number of passages of each plate in a window. */
export async function countPassages(
  runner: Runner,
  visible: Visibility,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  if (plates.length === 0) return new Map();
  const rows = await runner.run<{ plate: string; n: number }>(
    compileStatement(sql`select t.plate, count(*)::int as n
      ${visibleTransits(visible, [sql<boolean>`t.plate = any(${plates}::text[])`])} group by 1`),
    signal,
  );
  return new Map(rows.map(({ plate, n }) => [plate, n]));
}

/**
 * First hour of the plant with any read; null when there is none. One index lookup per gate, because all hours of all
 * gates are many.
 */
export async function readFirstHourMs(runner: Runner, signal?: AbortSignal): Promise<number | null> {
  const [row] = await runner.run<{ ms: number | null }>(
    {
      name: 'first-hour',
      text: `with recursive g as (
          (select gate from gate_hour order by gate limit 1)
          union all select (select h.gate from gate_hour as h where h.gate > g.gate order by h.gate limit 1) from g where g.gate is not null)
        select (extract(epoch from min(f.hour)) * 1000)::float8 as ms from g cross join lateral (
          select h.hour from gate_hour as h where h.gate = g.gate and h.n > 0 order by h.hour limit 1) as f`,
      values: [],
    },
    signal,
  );
  return row?.ms ?? null;
}
