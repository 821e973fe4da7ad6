import type { Pool } from 'pg';
import { CONFUSABLE_FROM, CONFUSABLE_TO } from '@varco/domain/plates/normalise-plate.ts';

type Rows = readonly Record<string, unknown>[];

export interface RollUps {
  readonly plates: Rows;
  readonly days: Rows;
  readonly hours: Rows;
}

/** Queries that compute the expected roll-ups from the transits. */
export const EXPECTED_QUERIES = {
  plates: `select plate, translate(plate, '${CONFUSABLE_FROM}', '${CONFUSABLE_TO}') as folded, min(ts) as first_seen, max(ts) as last_seen, count(*)::int as n,
      (array_agg(gate order by ts desc, gate desc))[1] as last_gate, max(nation) as nation from transit group by plate order by plate`,
  days: `select (ts at time zone 'Europe/Rome')::date as day, plate, count(*)::int as n,
      (count(*) filter (where extract(hour from ts at time zone 'Europe/Rome') not between 6 and 21))::int as night,
      (count(*) filter (where insured = 2))::int as uninsured, max(nation) as nation, array_agg(distinct gate order by gate) as gates
    from transit group by 1, 2 order by 1, 2`,
  hours: `select gate, date_trunc('hour', ts, 'UTC') as hour, count(*)::int as n, (count(*) filter (where nation > 1))::int as n_foreign,
      (count(*) filter (where insured = 2))::int as n_uninsured, (count(*) filter (where inspected = 2))::int as n_uninspected,
      (count(*) filter (where stolen = 1))::int as n_stolen, (count(*) filter (where alarm not in (0, 6)))::int as n_alarm,
      (count(*) filter (where speed >= 0))::int as n_speed, coalesce(sum(speed) filter (where speed >= 0), 0)::bigint as sum_speed,
      (count(*) filter (where insured in (1, 2)))::int as n_checked,
      (count(*) filter (where stolen = 1 or alarm = 5))::int as n_reported_stolen
    from transit group by 1, 2 order by 1, 2`,
};

/** The same columns of the stored roll-ups. */
export const STORED_QUERIES = {
  plates: 'select plate, folded, first_seen, last_seen, n, last_gate, nation from plate_dict order by plate',
  days: 'select day, plate, n, night, uninsured, nation, gates from plate_day order by day, plate',
  hours: `select gate, hour, n, n_foreign, n_uninsured, n_uninspected, n_stolen, n_alarm, n_speed, sum_speed, n_checked, n_reported_stolen
    from gate_hour order by gate, hour`,
};

async function readRollUps(pool: Pool, texts: Readonly<Record<keyof RollUps, string>>): Promise<RollUps> {
  const rows = async (text: string): Promise<Rows> => (await pool.query<Record<string, unknown>>(text)).rows;
  return { plates: await rows(texts.plates), days: await rows(texts.days), hours: await rows(texts.hours) };
}

/** The stored roll-ups, and those computed from the transits: they must always be equal. */
export const readStoredRollUps = (pool: Pool): Promise<RollUps> => readRollUps(pool, STORED_QUERIES);
export const computeExpectedRollUps = (pool: Pool): Promise<RollUps> => readRollUps(pool, EXPECTED_QUERIES);
