import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import { visibleTransits, type Visibility } from '../../policy/visible-transits.sql.ts';

const NO = sql.lit(CHECK_VALUES.indexOf('no'));
const YES = sql.lit(CHECK_VALUES.indexOf('si'));
const LISTED_STOLEN = sql.lit(ALARM_VALUES.indexOf('rub'));
const NO_ALARM_CODES = sql.join(['no', '--'].map((value) => sql.lit(ALARM_VALUES.findIndex((one) => one === value))));

/** Sums of `gate_hour`, which are always exact. */
export interface HourSums {
  readonly n: number;
  readonly n_foreign: number;
  readonly n_uninsured: number;
  readonly n_uninspected: number;
  readonly n_stolen: number;
  readonly n_alarm: number;
}

/** Figures that are not in `gate_hour` and must be counted from the rows. */
export interface GateDetails {
  readonly plates: number;
  readonly stolen: number;
  readonly insurance_checked: number;
  readonly inspection_checked: number;
  readonly theft_checked: number;
  readonly waiting: number;
  /** Not stated, then EURO 0 to 6. */
  readonly euro: readonly number[];
  /** Transits by code of the vehicle class. */
  readonly classes: Readonly<Record<string, number>>;
}

export type CountedGate = HourSums & GateDetails & { readonly gate: number };

/**
 * Column definitions of the figures. They use the same conditions as the filters of the search, so that each figure
 * equals the number of rows the search finds.
 */
const FIGURE_COLUMNS = sql`count(*)::int as n, (count(*) filter (where t.nation > 1))::int as n_foreign,
  (count(*) filter (where t.insured = ${NO}))::int as n_uninsured, (count(*) filter (where t.inspected = ${NO}))::int as n_uninspected,
  (count(*) filter (where t.stolen = ${YES}))::int as n_stolen, (count(*) filter (where t.alarm not in (${NO_ALARM_CODES})))::int as n_alarm,
  (count(*) filter (where t.stolen = ${YES} or t.alarm = ${LISTED_STOLEN}))::int as stolen,
  (count(*) filter (where t.insured in (${YES}, ${NO})))::int as insurance_checked,
  (count(*) filter (where t.inspected in (${YES}, ${NO})))::int as inspection_checked,
  (count(*) filter (where t.stolen in (${YES}, ${NO}) or t.alarm = ${LISTED_STOLEN}))::int as theft_checked,
  (count(*) filter (where t.insured = 0))::int as waiting,
  ${sql.join([-1, 0, 1, 2, 3, 4, 5, 6].map((euro, at) => sql`(count(*) filter (where t.euro = ${sql.lit(euro)}))::int as ${sql.ref(`e${at}`)}`))}`;

const SUMMED_COLUMNS = [
  ...['n', 'n_foreign', 'n_uninsured', 'n_uninspected', 'n_stolen', 'n_alarm'],
  ...['stolen', 'insurance_checked', 'inspection_checked', 'theft_checked', 'waiting'],
];

/**
 * Figures of each gate in a time range, from the rows: one pass for the sums and one on the key (gate, time) for the
 * plates. Plates are grouped by gate before counting, because `count(distinct)` sorts and takes three times as long.
 */
export function countGatesStatement(visible: Visibility): Statement {
  return compileStatement(sql`with k as (select t.gate, t.vclass, ${FIGURE_COLUMNS} ${visibleTransits(visible)} group by t.gate, t.vclass),
    p as (select x.gate, count(*)::int as plates from (
      select t.gate, t.plate ${visibleTransits(visible)} group by t.gate, t.plate) as x group by x.gate),
    s as (select k.gate, ${sql.join(SUMMED_COLUMNS.map((name) => sql`sum(${sql.ref(`k.${name}`)})::int as ${sql.ref(name)}`))},
        array[${sql.join([0, 1, 2, 3, 4, 5, 6, 7].map((at) => sql`sum(${sql.ref(`k.e${at}`)})::int`))}] as euro,
        jsonb_object_agg(k.vclass, k.n) as classes
      from k group by k.gate)
    select s.*, p.plates from s join p using (gate)`);
}

export const countGates = (
  runner: Runner,
  visible: Visibility,
  signal?: AbortSignal,
): Promise<readonly CountedGate[]> =>
  visible.fromMs >= visible.toMs ? Promise.resolve([]) : runner.run<CountedGate>(countGatesStatement(visible), signal);

/** Passages without a plate of a gate on a Rome day. */
export interface UnreadOfDay {
  readonly gate: number;
  readonly day: string;
  readonly n: number;
}

export async function countUnread(
  runner: Runner,
  visible: Visibility,
  signal?: AbortSignal,
): Promise<readonly UnreadOfDay[]> {
  if (visible.fromMs >= visible.toMs) return [];
  const query = sql`select t.gate, (t.ts at time zone 'Europe/Rome')::date::text as day, count(*)::int as n
    ${visibleTransits({ ...visible, unread: 'only' })} group by 1, 2`;
  return runner.run<UnreadOfDay>(compileStatement(query), signal);
}

/** A gate on a whole Rome day. `details` is null when the gate has not been counted since it last changed. */
export interface GateDay {
  readonly gate: number;
  readonly day: string;
  readonly sums: HourSums;
  readonly details: GateDetails | null;
}

type GateDayRow = CountedGate & { readonly day: string; readonly is_counted: boolean };

const DETAIL_COLUMNS = [
  'plates',
  'stolen',
  'insurance_checked',
  'inspection_checked',
  'theft_checked',
  'waiting',
  'euro',
  'classes',
];
const HAS_SAME_SUMS = sql`(d.n, d.n_foreign, d.n_uninsured, d.n_uninspected, d.n_stolen, d.n_alarm)
  = (h.n, h.n_foreign, h.n_uninsured, h.n_uninspected, h.n_stolen, h.n_alarm)`;

/**
 * Sums of whole Rome days from `gate_hour`. Rome differs from UTC by whole hours, so every hour belongs to exactly one
 * day.
 */
const hoursByDay = ({
  gates,
  fromMs,
  toMs,
}: Visibility) => sql`select g.gate, (g.hour at time zone 'Europe/Rome')::date as day,
    sum(g.n)::int as n, sum(g.n_foreign)::int as n_foreign, sum(g.n_uninsured)::int as n_uninsured,
    sum(g.n_uninspected)::int as n_uninspected, sum(g.n_stolen)::int as n_stolen, sum(g.n_alarm)::int as n_alarm
  from gate_hour as g where g.hour >= ${toIsoInstant(fromMs)}::timestamptz and g.hour < ${toIsoInstant(toMs)}::timestamptz
    ${gates === null ? sql`` : sql`and g.gate = any(${gates}::smallint[])`}
  group by 1, 2 having sum(g.n) > 0`;

/** Gates and days of a range that starts and ends at a Rome midnight. Days without transits are left out. */
export async function readGateDays(
  runner: Runner,
  whole: Visibility,
  signal?: AbortSignal,
): Promise<readonly GateDay[]> {
  if (whole.fromMs >= whole.toMs) return [];
  const query = sql`select h.*, h.day::text as day, d.gate is not null as is_counted, ${sql.join(DETAIL_COLUMNS.map((name) => sql.ref(`d.${name}`)))}
    from (${hoursByDay(whole)}) as h left join gate_day as d on d.gate = h.gate and d.day = h.day and ${HAS_SAME_SUMS}`;
  const rows = await runner.run<GateDayRow>(compileStatement(query), signal);
  return rows.map((row) => ({ gate: row.gate, day: row.day, sums: row, details: row.is_counted ? row : null }));
}

/** Number of distinct plates of a range: whole days from the roll-up, partial days from the rows. */
export async function countPlatesOfPlant(
  runner: Runner,
  days: { readonly first: string; readonly last: string } | null,
  partialDays: readonly Visibility[],
  signal?: AbortSignal,
): Promise<number> {
  const sources = [
    ...(days === null
      ? []
      : [
          sql`select d.plate from plate_day as d where d.day between ${days.first}::date and ${days.last}::date and d.n > 0`,
        ]),
    ...partialDays.map((partialDay) => sql`select t.plate ${visibleTransits(partialDay)}`),
  ];
  if (sources.length === 0) return 0;
  const query = sql`select count(*)::int as n from (select u.plate from (${sql.join(sources, sql` union all `)}) as u group by u.plate) as x`;
  const [row] = await runner.run<{ n: number }>(compileStatement(query), signal);
  return row?.n ?? 0;
}

/** Number of distinct plates of each whole day of the plant, from the roll-up. */
export async function countPlatesByDay(
  runner: Runner,
  first: string,
  last: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const query = sql`select d.day::text as day, count(*)::int as n from plate_day as d
    where d.day between ${first}::date and ${last}::date and d.n > 0 group by d.day`;
  const rows = await runner.run<{ day: string; n: number }>(compileStatement(query), signal);
  return new Map(rows.map(({ day, n }) => [day, n]));
}

const LINE_KEYS = {
  totale: sql`''`,
  varco: sql`t.gate::text`,
  giorno: sql`((t.ts at time zone 'Europe/Rome')::date)::text`,
} as const;

/**
 * Number of distinct plates per report line, from the key (gate, time). Exact, with a cost in proportion to the
 * transits.
 */
export async function countPlatesOfLines(
  runner: Runner,
  visible: Visibility,
  by: keyof typeof LINE_KEYS,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const query = sql`select x.line, count(*)::int as n from (
      select ${LINE_KEYS[by]} as line, t.plate ${visibleTransits(visible)} group by 1, 2) as x group by x.line`;
  const rows = await runner.run<{ line: string; n: number }>(compileStatement(query), signal);
  return new Map(rows.map(({ line, n }) => [line, n]));
}

/** Finished Rome days that were not counted, or that changed after they were counted, newest first. */
export async function findUncountedDays(
  runner: Runner,
  before: string,
  recheck: { readonly from: string; readonly before: string },
  maxDays: number,
): Promise<readonly string[]> {
  const query = sql`select h.day::text as day from (
      ${hoursByDay({ gates: null, fromMs: 0, toMs: Date.parse('2089-01-01T00:00:00.000Z') })}) as h
    left join gate_day as d on d.gate = h.gate and d.day = h.day and ${HAS_SAME_SUMS}
      and not (d.waiting > 0 and d.day >= ${recheck.from}::date and d.counted_at < ${recheck.before}::timestamptz)
    where h.day < ${before}::date and d.gate is null group by h.day order by h.day desc limit ${maxDays}`;
  return (await runner.run<{ day: string }>(compileStatement(query))).map(({ day }) => day);
}

/** Counts a whole Rome day of all gates and saves the result. Gates without transits are removed. */
export async function saveGateDay(runner: Runner, day: string, visible: Visibility, now: string): Promise<void> {
  const { text, values } = countGatesStatement(visible);
  const columns = ['gate', 'n', 'n_foreign', 'n_uninsured', 'n_uninspected', 'n_stolen', 'n_alarm', ...DETAIL_COLUMNS];
  const set = columns.slice(1).map((name) => `${name} = excluded.${name}`);
  await runner.run({
    text: `with counted as (${text}),
      gone as (delete from gate_day where day = $${values.length + 1}::date and gate not in (select gate from counted))
      insert into gate_day (day, counted_at, ${columns.join(', ')})
      select $${values.length + 1}::date, $${values.length + 2}::timestamptz, ${columns.join(', ')} from counted order by gate
      on conflict (gate, day) do update set counted_at = excluded.counted_at, ${set.join(', ')}`,
    values: [...values, day, now],
  });
}

/** Deletes counted days that have no transits left. */
export async function deleteGateDays(runner: Runner, before: string): Promise<void> {
  await runner.run({ text: 'delete from gate_day where day < $1::date', values: [before] });
}
