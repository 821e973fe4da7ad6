import { CONFUSABLE_FROM, CONFUSABLE_TO } from '@varco/domain/plates/normalise-plate.ts';
import { ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import type { ClientBase } from 'pg';

const NO = CHECK_VALUES.indexOf('no');
const YES = CHECK_VALUES.indexOf('si');
const LISTED_STOLEN = ALARM_VALUES.indexOf('rub');
const QUIET = [ALARM_VALUES.indexOf('no'), ALARM_VALUES.indexOf('--')].join(', ');
/** Maximum number of differences returned by one step; further ones are found by the next round after a repair. */
const MAX_DIFFERENCES = 50_000;

export type RollUpKind = 'day' | 'hour' | 'plate';
type Values = Readonly<Record<string, unknown>>;

/**
 * A roll-up row that does not match the transits. `name`: plate, or gate and hour. `stored` null: the row is missing;
 * `due` null: it should not exist.
 */
export interface Difference {
  readonly kind: RollUpKind;
  readonly name: string;
  readonly stored: Values | null;
  readonly due: Values | null;
}

/** Condition for transits of day $1 of Europe/Rome, of plate $2 or of all plates when $2 is null. */
export const DAY_CONDITION = `ts >= $1::date::timestamp at time zone 'Europe/Rome' and ts < ($1::date + 1)::timestamp at time zone 'Europe/Rome'`;
/**
 * Select lists of the correct roll-up values. The definitions deliberately repeat those of the ingest, as an
 * independent check.
 */
export const SELECT_DUE = {
  day: `count(*)::int as n, (count(*) filter (where extract(hour from ts at time zone 'Europe/Rome') not between 6 and 21))::int as night,
    (count(*) filter (where insured = ${NO}))::int as uninsured, max(nation) as nation, array_agg(distinct gate order by gate) as gates`,
  hour: `count(*)::int as n, (count(*) filter (where nation > 1))::int as n_foreign,
    (count(*) filter (where insured = ${NO}))::int as n_uninsured, (count(*) filter (where inspected = ${NO}))::int as n_uninspected,
    (count(*) filter (where stolen = ${YES}))::int as n_stolen, (count(*) filter (where alarm not in (${QUIET})))::int as n_alarm,
    (count(*) filter (where speed >= 0))::int as n_speed, coalesce(sum(speed) filter (where speed >= 0), 0)::bigint as sum_speed,
    (count(*) filter (where insured in (${YES}, ${NO})))::int as n_checked,
    (count(*) filter (where stolen = ${YES} or alarm = ${LISTED_STOLEN}))::int as n_reported_stolen`,
  // The id begins with the time, so the greatest id (gate in the low bits) is the newest read; among equal times the
  // highest gate.
  plate: `translate(plate, '${CONFUSABLE_FROM}', '${CONFUSABLE_TO}') as folded, min(ts) as first_seen, max(ts) as last_seen, count(*)::int as n,
    (max((id >> 22) * 32768 + gate) % 32768)::smallint as last_gate, max(nation) as nation`,
} as const;

const DAY = `with r as materialized (
    select plate, ts, gate, nation, speed, insured, inspected, stolen, alarm from transit where ${DAY_CONDITION} and ($2::text is null or plate = $2)),
  day as (select plate, ${SELECT_DUE.day} from r group by plate),
  kept_day as (select plate, n, night, uninsured, nation, gates from plate_day where day = $1::date and ($2::text is null or plate = $2)),
  hour as (select gate, date_trunc('hour', ts, 'UTC') as hour, ${SELECT_DUE.hour} from r where $2::text is null group by 1, 2),
  kept_hour as (select * from gate_hour where $2::text is null
    and hour >= $1::date::timestamp at time zone 'Europe/Rome' and hour < ($1::date + 1)::timestamp at time zone 'Europe/Rome'),
  differing as (
    (select 'day' as kind, plate as name, case when k.n is not null then to_jsonb(k) - 'plate' end as stored,
        case when d.n is not null then to_jsonb(d) - 'plate' end as due
      from kept_day as k full join day as d using (plate)
      where (k.n, k.night, k.uninsured, k.nation, k.gates) is distinct from (d.n, d.night, d.uninsured, d.nation, d.gates) limit ${MAX_DIFFERENCES})
    union all
    (select 'hour', gate || ' ' || to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), to_jsonb(k) - 'gate' - 'hour',
        to_jsonb(h) - 'gate' - 'hour'
      from kept_hour as k full join hour as h using (gate, hour) where to_jsonb(k) is distinct from to_jsonb(h) limit ${MAX_DIFFERENCES}))
  select (select count(*) from r)::int as transits, (select jsonb_agg(to_jsonb(x)) from differing as x) as differences`;

const PLATES = `with due as (select plate, ${SELECT_DUE.plate} from transit where $1::text is null or plate = $1 group by plate),
  kept as (select plate, folded, first_seen, last_seen, n, last_gate, nation from plate_dict where $1::text is null or plate = $1)
  select 'plate' as kind, plate as name, case when k.n is not null then to_jsonb(k) - 'plate' end as stored,
    case when d.n is not null then to_jsonb(d) - 'plate' end as due
  from kept as k full join due as d using (plate)
  where (k.folded, k.first_seen, k.last_seen, k.n, k.last_gate, k.nation)
    is distinct from (d.folded, d.first_seen, d.last_seen, d.n, d.last_gate, d.nation) limit ${MAX_DIFFERENCES}`;

/** First and last day with transits or roll-ups; null when there are none. */
export async function readDaySpan(
  client: ClientBase,
): Promise<{ readonly first: string; readonly last: string } | null> {
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    `select min(day)::text as first, max(day)::text as last from (
       select (min(ts) at time zone 'Europe/Rome')::date as day from transit union all select (max(ts) at time zone 'Europe/Rome')::date from transit
       union all select min(day) from plate_day union all select max(day) from plate_day
       union all select (min(hour) at time zone 'Europe/Rome')::date from gate_hour
       union all select (max(hour) at time zone 'Europe/Rome')::date from gate_hour) as d`,
  );
  const first = rows[0]?.first ?? null;
  const last = rows[0]?.last ?? null;
  return first === null || last === null ? null : { first, last };
}

/** Compares plate days and gate hours of a day with its transits, in one snapshot; with a plate only its own day. */
export async function checkDay(
  client: ClientBase,
  day: string,
  plate: string | null,
): Promise<{ readonly transits: number; readonly differences: readonly Difference[] }> {
  const { rows } = await client.query<{ transits: number; differences: readonly Difference[] | null }>(DAY, [
    day,
    plate,
  ]);
  return { transits: rows[0]?.transits ?? 0, differences: rows[0]?.differences ?? [] };
}

/** Compares the plate dictionary with all transits in one pass; with a plate only its entry. */
export async function checkPlates(client: ClientBase, plate: string | null): Promise<readonly Difference[]> {
  return (await client.query<Difference>(PLATES, [plate])).rows;
}
