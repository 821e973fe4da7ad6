import { sql } from 'kysely';
import { ALARM_VALUES, CHECK_VALUES, type StoredCheck } from '@varco/domain/transits/transit-values.ts';
import { CHECK_ALERT_INTERVAL_MIN, isRateLimitedKind } from '@varco/domain/alerts/alert-kinds.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import {
  buildAlertParameters,
  type TransitAlert,
  buildCheckAlert,
  type RaisedAlert,
  buildInsertAlertsSql,
} from '../alerts/alerts.public.ts';
import { toDayNumber } from '../transits/transits.public.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import { compileStatement, type Runner, type Statement } from '../../database/sql-statement.ts';
import { visibleTransits } from '../../policy/visible-transits.sql.ts';

/** A transit that waits for its check. */
export interface UncheckedRow {
  readonly plate: string;
  readonly ts: string;
  readonly id: string;
  readonly nation: number;
  /** As stored. Values from a camera or an import are not overwritten. */
  readonly inspected: number;
  readonly stolen: number;
}

/** Check results for one of them; days are ISO, null: none. `silenced`: alerts suppressed by the whitelist. */
export interface CheckResult {
  readonly row: UncheckedRow;
  readonly silenced?: ReadonlySet<string>;
  readonly insured: StoredCheck;
  readonly insuredUntil: string | null;
  readonly inspected: StoredCheck;
  readonly inspectedUntil: string | null;
  readonly stolen: StoredCheck;
}

const NO = CHECK_VALUES.indexOf('no');
const YES = CHECK_VALUES.indexOf('si');
const LISTED_STOLEN = ALARM_VALUES.indexOf('rub');

/** Waiting transits of a range (milliseconds), newest first; uses the partial index of waiting rows. */
export const uncheckedStatement = (fromMs: number, toMs: number, limit: number): Statement =>
  compileStatement(
    sql`select t.plate, t.ts, t.id::text as id, t.nation, t.inspected, t.stolen
      ${visibleTransits({ gates: null, fromMs, toMs }, [sql<boolean>`t.insured = 0`])} order by t.ts desc, t.id desc limit ${limit}`,
    'unchecked',
  );

export const readUnchecked = (
  runner: Runner,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<readonly UncheckedRow[]> => runner.run<UncheckedRow>(uncheckedStatement(fromMs, toMs, limit));

/**
 * Skips rows that were changed since they were read: a later run finds them again. The roll-ups change by what was
 * really updated.
 */
const APPLY_CHECKS = `with u as materialized (
  select * from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::smallint[], $5::smallint[], $6::smallint[], $7::smallint[],
    $8::smallint[], $9::smallint[], $10::smallint[])
    as u(plate, ts, id, was_inspected, was_stolen, insured, insured_until, inspected, inspected_until, stolen)),
done as (
  update transit as t set insured = u.insured, insured_until = u.insured_until,
    inspected = case when u.was_inspected = 0 then u.inspected else t.inspected end,
    inspected_until = case when u.was_inspected = 0 then u.inspected_until else t.inspected_until end,
    stolen = case when u.was_stolen = 0 then u.stolen else t.stolen end
  from u where t.plate = u.plate and t.ts = u.ts and t.id = u.id
    and t.insured = 0 and t.inspected = u.was_inspected and t.stolen = u.was_stolen
    and t.ts >= $11::timestamptz and t.ts <= $12::timestamptz
  returning t.plate, t.ts, t.id, t.gate, t.nation, t.brand, t.model, t.colour, t.vclass, t.flags, (t.insured = ${NO})::int as uninsured,
    (t.inspected = ${NO} and u.was_inspected <> ${NO})::int as uninspected,
    (t.stolen = ${YES} and u.was_stolen <> ${YES})::int as stolen, (t.insured in (${YES}, ${NO}))::int as checked,
    (t.stolen = ${YES} and u.was_stolen <> ${YES} and t.alarm <> ${LISTED_STOLEN})::int as reported_stolen),
${buildInsertAlertsSql('done', 13)},
days as (
  insert into plate_day as d (day, plate, n, night, uninsured, nation, gates)
  select (ts at time zone 'Europe/Rome')::date, plate, 0, 0, sum(uninsured), 0, '{}'
  from done where uninsured > 0 group by 1, 2 order by 1, 2
  on conflict (day, plate) do update set uninsured = d.uninsured + excluded.uninsured),
hours as (
  insert into gate_hour as h (gate, hour, n, n_foreign, n_uninsured, n_uninspected, n_stolen, n_alarm, n_speed, sum_speed,
    n_checked, n_reported_stolen)
  select gate, date_trunc('hour', ts, 'UTC'), 0, 0, sum(uninsured), sum(uninspected), sum(stolen), 0, 0, 0,
    sum(checked), sum(reported_stolen)
  from done where checked + uninspected + stolen > 0 group by 1, 2 order by 1, 2
  on conflict (gate, hour) do update set n_uninsured = h.n_uninsured + excluded.n_uninsured,
    n_uninspected = h.n_uninspected + excluded.n_uninspected, n_stolen = h.n_stolen + excluded.n_stolen,
    n_checked = h.n_checked + excluded.n_checked, n_reported_stolen = h.n_reported_stolen + excluded.n_reported_stolen)
select (select count(*)::int from done) as n, (select count(*)::int from raised) as alerts`;

/** Days outside the range of the store (2000 to 2089) are stored as none. */
function toStoredDay(day: string | null): number {
  const number = toDayNumber(day ?? undefined);
  return number > 0 && number <= 32_767 ? number : 0;
}

/** Alerts for the values just learned (T 4.2). Values that the transit already had raise no alert again. */
const createAlerts = ({ row, insured, inspected, stolen, silenced }: CheckResult): readonly RaisedAlert[] =>
  [
    ...(stolen === 'si' && row.stolen === 0 ? [buildCheckAlert('rubata')] : []),
    ...(insured === 'no' ? [buildCheckAlert('rca')] : []),
    ...(inspected === 'no' && row.inspected === 0 ? [buildCheckAlert('revisione')] : []),
  ].filter(({ kind }) => silenced?.has(kind) !== true);

/**
 * Keeps one alert per plate and kind where passages of the batch are close together. The statement checks earlier
 * passages.
 */
function dropPausedAlerts(alerts: readonly (TransitAlert & { readonly ts: string })[]): readonly TransitAlert[] {
  const last = new Map<string, number>();
  const inOrder = alerts.toSorted((one, other) => parseInstantMs(one.ts) - parseInstantMs(other.ts));
  return inOrder.filter(({ plate, ts, alert }) => {
    if (!isRateLimitedKind(alert.kind)) return true;
    const key = `${plate} ${alert.kind}`;
    const before = last.get(key);
    if (before !== undefined && parseInstantMs(ts) - before < CHECK_ALERT_INTERVAL_MIN * 60_000) return false;
    last.set(key, parseInstantMs(ts));
    return true;
  });
}

/** Outcome of a write. */
export interface AppliedChecks {
  /** Number of transits that were still waiting. */
  readonly n: number;
  /** Number of alerts raised. */
  readonly alerts: number;
}

/**
 * Writes check results to waiting transits, updates the roll-ups and raises the alerts, in one transaction: roll-ups
 * always equal the rows, and no alert is lost or duplicated.
 */
export async function applyChecks(runner: Runner, results: readonly CheckResult[]): Promise<AppliedChecks> {
  if (results.length === 0) return { n: 0, alerts: 0 };
  const code = (value: StoredCheck): number => CHECK_VALUES.indexOf(value);
  const times = results.map(({ row }) => row.ts).sort();
  const values = [
    results.map(({ row }) => row.plate),
    results.map(({ row }) => row.ts),
    results.map(({ row }) => row.id),
    results.map(({ row }) => row.inspected),
    results.map(({ row }) => row.stolen),
    results.map((one) => code(one.insured)),
    results.map((one) => toStoredDay(one.insuredUntil)),
    results.map((one) => code(one.inspected)),
    results.map((one) => toStoredDay(one.inspectedUntil)),
    results.map((one) => code(one.stolen)),
    times[0],
    times.at(-1),
    ...buildAlertParameters(
      dropPausedAlerts(
        results.flatMap((one) =>
          createAlerts(one).map((alert) => ({ plate: one.row.plate, transit: one.row.id, ts: one.row.ts, alert })),
        ),
      ),
    ),
  ];
  const [row] = await retryTransaction(() =>
    runner.run<AppliedChecks>({ name: 'settle-checks', text: APPLY_CHECKS, values }),
  );
  return row ?? { n: 0, alerts: 0 };
}
