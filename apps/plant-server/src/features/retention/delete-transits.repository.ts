import type { Pool } from 'pg';
import { ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import type { DeletedBatch, DeletionBatch } from './deletion-batch.ts';
import { deleteAlertsOfTransits, takeAlertsOfTransits } from './delete-alerts.repository.ts';
import { runDeletion, notOnHoldSql } from './legal-holds.repository.ts';
import { markRewriteDue } from './rewrite-due.repository.ts';
import { recordChangesSql } from '../../plate-index/record-plate-changes.repository.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { assembleTransits, type KeyedRow, selectTakenSql, type StoreTaken, type TakenStep } from './taken-transit.ts';

const NO = CHECK_VALUES.indexOf('no');
const YES = CHECK_VALUES.indexOf('si');
const LISTED_STOLEN = ALARM_VALUES.indexOf('rub');
const NO_ALARM_CODES = [ALARM_VALUES.indexOf('no'), ALARM_VALUES.indexOf('--')].join(', ');

const SELECT_GONE = `select plate, ts, id::text as id, (ts at time zone 'Europe/Rome')::date::text as day, gate, date_trunc('hour', ts, 'UTC') as hour from gone`;

/**
 * Deletes the transits that `selection` finds (plate, ts, id), all before `$1`, with their corrections, notes, reads and pictures, and
 * subtracts them from the roll-ups. Locks the roll-up rows in the same order as ingest. Values that are not sums are
 * corrected by `RECOMPUTE_ROLL_UPS`. `takes`: returns every deleted row as JSON text, of the transits with what repairs the roll-ups.
 */
const buildDeleteText = (selection: string, takes = false): string => `with gone as (
  delete from transit as t using (${selection}) as o
  where t.plate = o.plate and t.ts = o.ts and t.id = o.id and t.ts < $1::timestamptz
  returning ${takes ? 't.*' : 't.plate, t.ts, t.id, t.gate, t.nation, t.speed, t.insured, t.inspected, t.stolen, t.alarm'}),
corrections as (
  delete from plate_correction as c using gone as g where c.plate = g.plate and c.ts = g.ts and c.id = g.id${takes ? ' returning c.*' : ''}),
notes as (
  delete from transit_note as n using gone as g where n.plate = g.plate and n.ts = g.ts and n.id = g.id${takes ? ' returning n.*' : ''}),
reads as (
  delete from transit_read as r using gone as g
  where r.plate = g.plate and r.ts = g.ts and r.id = g.id and r.ts < $1::timestamptz${takes ? ' returning r.*' : ''}),
pictures as (
  delete from transit_picture as p using gone as g where p.plate = g.plate and p.ts = g.ts and p.id = g.id and p.ts < $1::timestamptz
  returning ${takes ? 'p.*' : 'p.full_hash, p.plate_hash, p.context_hash'}),
removals as (
  insert into picture_removal (hash)
  select distinct hash from pictures cross join lateral unnest(array[full_hash, plate_hash, context_hash]) as hash where hash <> ''
  order by 1 on conflict do nothing),
plates as (
  insert into plate_dict as p (plate, folded, first_seen, last_seen, n, last_gate, nation)
  select plate, '', min(ts), max(ts), -count(*), 0, 0 from gone group by plate order by plate
  on conflict (plate) do update set n = p.n + excluded.n),
days as (
  insert into plate_day as d (day, plate, n, night, uninsured, nation, gates)
  select (ts at time zone 'Europe/Rome')::date, plate, -count(*),
    -count(*) filter (where extract(hour from ts at time zone 'Europe/Rome') not between 6 and 21),
    -count(*) filter (where insured = ${NO}), 0, '{}'
  from gone group by 1, 2 order by 1, 2
  on conflict (day, plate) do update set n = d.n + excluded.n, night = d.night + excluded.night,
    uninsured = d.uninsured + excluded.uninsured),
hours as (
  insert into gate_hour as h (gate, hour, n, n_foreign, n_uninsured, n_uninspected, n_stolen, n_alarm, n_speed, sum_speed,
    n_checked, n_reported_stolen)
  select gate, date_trunc('hour', ts, 'UTC'), -count(*), -count(*) filter (where nation > 1),
    -count(*) filter (where insured = ${NO}), -count(*) filter (where inspected = ${NO}), -count(*) filter (where stolen = ${YES}),
    -count(*) filter (where alarm not in (${NO_ALARM_CODES})), -count(*) filter (where speed >= 0),
    -coalesce(sum(speed) filter (where speed >= 0), 0), -count(*) filter (where insured in (${YES}, ${NO})),
    -count(*) filter (where stolen = ${YES} or alarm = ${LISTED_STOLEN})
  from gone group by 1, 2 order by 1, 2
  on conflict (gate, hour) do update set
    n = h.n + excluded.n, n_foreign = h.n_foreign + excluded.n_foreign, n_uninsured = h.n_uninsured + excluded.n_uninsured,
    n_uninspected = h.n_uninspected + excluded.n_uninspected, n_stolen = h.n_stolen + excluded.n_stolen,
    n_alarm = h.n_alarm + excluded.n_alarm, n_speed = h.n_speed + excluded.n_speed, sum_speed = h.sum_speed + excluded.sum_speed,
    n_checked = h.n_checked + excluded.n_checked, n_reported_stolen = h.n_reported_stolen + excluded.n_reported_stolen),
${recordChangesSql('gone', -1)}
${takes ? selectTakenSql('transit') : SELECT_GONE}`;

/** The oldest of a time range that are not under a legal hold. */
const DELETE_OLD =
  buildDeleteText(`select c.plate, c.ts, c.id from transit as c where c.ts >= $3::timestamptz and c.ts < $1::timestamptz and ${notOnHoldSql('c')}
    order by c.ts, c.id limit $2`);

/** Chosen ones of some plates, as read, that are not under a legal hold. */
const CHOSEN = `select c.plate, c.ts, c.id from transit as c where c.plate = any($2::text[]) and c.id = any($3::bigint[])
    and c.ts >= $4::timestamptz and c.ts < $1::timestamptz and ${notOnHoldSql('c')}`;
const DELETE_CHOSEN = buildDeleteText(CHOSEN);
const TAKE_CHOSEN = buildDeleteText(CHOSEN, true);

interface DeletedRow {
  readonly plate: string;
  readonly ts: string;
  readonly id: string;
  readonly day: string;
  readonly gate: number;
  readonly hour: string;
}

/**
 * First and last seen, nations and gates are not sums, so they are computed again from the remaining rows. These are
 * separate statements, because only after the roll-up rows are locked do they see everything that other transactions
 * added.
 */
const RECOMPUTE_ROLL_UPS: readonly {
  readonly text: string;
  readonly of: (gone: readonly DeletedRow[]) => readonly unknown[];
}[] = [
  {
    text: `update plate_dict as d set first_seen = t.first_seen, last_seen = t.last_seen, last_gate = t.last_gate, nation = t.nation
      from (select plate, min(ts) as first_seen, max(ts) as last_seen, max(nation) as nation,
          (array_agg(gate order by ts desc, gate desc))[1] as last_gate from transit where plate = any($1::text[]) group by plate) as t
      where t.plate = d.plate`,
    of: (gone) => [listDistinctPlates(gone)],
  },
  {
    text: `update plate_day as d set gates = t.gates, nation = t.nation
      from (select k.day, k.plate, array_agg(distinct r.gate order by r.gate) as gates, max(r.nation) as nation
          from (select distinct day, plate from unnest($1::date[], $2::text[]) as u(day, plate)) as k
          join transit as r on r.plate = k.plate and r.ts >= k.day::timestamp at time zone 'Europe/Rome'
            and r.ts < (k.day + 1)::timestamp at time zone 'Europe/Rome' group by k.day, k.plate) as t
      where t.day = d.day and t.plate = d.plate`,
    of: (gone) => [gone.map((row) => row.day), gone.map((row) => row.plate)],
  },
  {
    text: 'delete from plate_day where n <= 0 and (day, plate) in (select * from unnest($1::date[], $2::text[]))',
    of: (gone) => [gone.map((row) => row.day), gone.map((row) => row.plate)],
  },
  {
    text: 'delete from gate_hour where n <= 0 and (gate, hour) in (select * from unnest($1::smallint[], $2::timestamptz[]))',
    of: (gone) => [gone.map((row) => row.gate), gone.map((row) => row.hour)],
  },
  {
    text: `with left_alone as (delete from plate_dict where n <= 0 and plate = any($1::text[]) returning plate)
      delete from plate_check where plate in (select plate from left_alone)`,
    of: (gone) => [listDistinctPlates(gone)],
  },
];

/** Tables besides those of the month that a deleted transit may have had rows in. */
const TABLES_OF_A_PLATE = [
  'plate_dict',
  'plate_day',
  'movement_day',
  'plate_check',
  'plate_correction',
  'transit_note',
] as const;

/** Partitions that the deleted transits, their pictures and their reads were in. */
const listMonthTables = (gone: readonly DeletedRow[]): string[] =>
  [...new Set(gone.map(({ ts }) => ts.slice(0, 7).replace('-', '_')))].flatMap((month) => [
    `transit_${month}`,
    `transit_picture_${month}`,
    `transit_read_${month}`,
  ]);

const listDistinctPlates = (gone: readonly DeletedRow[]): string[] => [...new Set(gone.map((row) => row.plate))];

/**
 * Deletes a batch of the oldest transits that are not under a legal hold. One transaction, after which the roll-ups
 * equal the remaining rows. Ingest continues in the meantime.
 */
export function deleteTransits(pool: Pool, { fromMs, beforeMs, limit }: DeletionBatch): Promise<DeletedBatch> {
  const values = [toIsoInstant(beforeMs), limit, fromMs === undefined ? '-infinity' : toIsoInstant(fromMs)];
  const work = async (runner: Runner): Promise<DeletedBatch> => {
    const gone = await runner.run<DeletedRow>({ name: 'delete-transits', text: DELETE_OLD, values });
    await repairRollUps(runner, gone);
    const last = gone.reduce((latest, { ts }) => Math.max(latest, parseInstantMs(ts)), 0);
    return { count: gone.length, fromMs: gone.length === 0 ? fromMs : last };
  };
  return retryTransaction(() => runDeletion(pool, work));
}

/** Recomputes what is not a sum, and marks the tables that hold bytes of the deleted rows. */
async function repairRollUps(runner: Runner, gone: readonly DeletedRow[]): Promise<void> {
  if (gone.length === 0) return;
  for (const { text, of: getValues } of RECOMPUTE_ROLL_UPS) await runner.run({ text, values: getValues(gone) });
  await markRewriteDue(runner, [...listMonthTables(gone), ...TABLES_OF_A_PLATE]);
}

/** Transits chosen one by one: their plates as read, their ids, and a half-open range of time that contains them, milliseconds. */
export interface ChosenTransits {
  readonly plates: readonly string[];
  readonly ids: readonly string[];
  readonly fromMs: number;
  readonly beforeMs: number;
}

/** Records in the transaction of a deletion how many rows it deleted; not called for none. */
export type RecordDeleted = (runner: Runner, n: number) => Promise<void>;

/**
 * Deletes chosen transits that are not under a legal hold, with their alerts. One transaction, after which the roll-ups equal the
 * remaining rows. May run again after a commit whose answer was lost, so only what `record` wrote is counted.
 */
export async function deleteChosenTransits(pool: Pool, chosen: ChosenTransits, record: RecordDeleted): Promise<void> {
  const values = [toIsoInstant(chosen.beforeMs), chosen.plates, chosen.ids, toIsoInstant(chosen.fromMs)];
  await retryTransaction(() =>
    runDeletion(pool, async (runner) => {
      const gone = await runner.run<DeletedRow>({ name: 'delete-chosen-transits', text: DELETE_CHOSEN, values });
      await repairRollUps(runner, gone);
      await deleteAlertsOfTransits(runner, gone);
      if (gone.length > 0) await record(runner, gone.length);
    }),
  );
}

/** A row that was taken out; of a transit, with what repairs the roll-ups. */
interface TakenRow extends KeyedRow {
  readonly day: string;
  readonly gate: number;
  readonly hour: string;
}

/**
 * As `deleteChosenTransits`, with everything that is deleted given to `store` in the same transaction, so that it can be brought back.
 * `check` runs first in the transaction and throws when it may not go on.
 */
export async function takeChosenTransits(
  pool: Pool,
  chosen: ChosenTransits,
  { check, store }: { readonly check: TakenStep; readonly store: StoreTaken },
): Promise<void> {
  const values = [toIsoInstant(chosen.beforeMs), chosen.plates, chosen.ids, toIsoInstant(chosen.fromMs)];
  await retryTransaction(() =>
    runDeletion(pool, async (runner) => {
      await check(runner);
      const rows = await runner.run<TakenRow>({ name: 'take-chosen-transits', text: TAKE_CHOSEN, values });
      const gone = rows.filter(({ source }) => source === 'transit');
      if (gone.length === 0) return;
      const checks = await readPlateChecks(runner, gone);
      await repairRollUps(runner, gone);
      const alerts = await takeAlertsOfTransits(runner, gone);
      await store(runner, assembleTransits('transit', [...rows, ...checks, ...alerts]));
    }),
  );
}

/** Results of the registry about the plates, which go with the last transit of a plate; each with its first transit here. */
async function readPlateChecks(runner: Runner, gone: readonly TakenRow[]): Promise<readonly KeyedRow[]> {
  const rows = await runner.run<{ plate: string; body: string }>({
    text: 'select plate, to_jsonb(p)::text as body from plate_check as p where plate = any($1::text[])',
    values: [listDistinctPlates(gone)],
  });
  return rows.flatMap(({ plate, body }) => {
    const transit = gone.find((row) => row.plate === plate);
    return transit === undefined
      ? []
      : [{ source: 'plate_check' as const, plate, ts: transit.ts, id: transit.id, body }];
  });
}
