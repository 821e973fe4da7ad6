import { CONFUSABLE_FROM, CONFUSABLE_TO } from '@varco/domain/plates/normalise-plate.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { buildAlertParameters, type TransitAlert, buildInsertAlertsSql } from '../alerts/alerts.public.ts';
import type { CodeDictionary } from '../../database/code-dictionary.repository.ts';
import type { MonthPartitions } from '../../database/month-partitions.repository.ts';
import type { InsertedRead, NewRead } from './new-read.ts';
import { recordChangesSql } from '../../plate-index/record-plate-changes.repository.ts';
import { READ_COLUMNS, READ_WORDS } from './read-columns.ts';
import { tableOfPlate } from '../transits/transits.public.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import type { Runner, Statement } from '../../database/sql-statement.ts';

/** Maximum number of reads per statement. Longer batches are split. */
export const BATCH_SIZE = 500;

const NO = CHECK_VALUES.indexOf('no');
const YES = CHECK_VALUES.indexOf('si');
const LISTED_STOLEN = ALARM_VALUES.indexOf('rub');
const NO_ALARM_CODES = [ALARM_VALUES.indexOf('no'), ALARM_VALUES.indexOf('--')].join(', ');
const COLUMN_NAMES = READ_COLUMNS.map((column) => column.name).join(', ');
const PICTURE_COLUMNS = ['full_hash', 'plate_hash', 'context_hash'];
const unnestParameters = (types: readonly string[]): string =>
  `unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})`;
const READ_TYPES = READ_COLUMNS.map((column) => column.type);

/**
 * One statement stores a batch and updates the dictionary, plate days and gate hours. Only rows that were really new
 * reach the roll-ups. Each roll-up is first aggregated by key and written in key order, so that concurrent writers
 * cannot deadlock. Days and nights are those of Europe/Rome.
 */
export const UPDATE_ROLL_UPS = `
plates as (
  insert into plate_dict as p (plate, folded, first_seen, last_seen, n, last_gate, nation)
  select plate, translate(plate, '${CONFUSABLE_FROM}', '${CONFUSABLE_TO}'), min(ts), max(ts), count(*),
    (array_agg(gate order by ts desc, gate desc))[1], max(nation)
  from ins group by plate order by plate
  on conflict (plate) do update set
    n = p.n + excluded.n,
    first_seen = least(p.first_seen, excluded.first_seen),
    last_gate = case when excluded.last_seen > p.last_seen then excluded.last_gate
      when excluded.last_seen = p.last_seen then greatest(p.last_gate, excluded.last_gate) else p.last_gate end,
    last_seen = greatest(p.last_seen, excluded.last_seen),
    nation = greatest(p.nation, excluded.nation)),
days as (
  insert into plate_day as d (day, plate, n, night, uninsured, nation, gates)
  select (ts at time zone 'Europe/Rome')::date, plate, count(*),
    count(*) filter (where extract(hour from ts at time zone 'Europe/Rome') not between 6 and 21),
    count(*) filter (where insured = ${NO}), max(nation), array_agg(distinct gate order by gate)
  from ins group by 1, 2 order by 1, 2
  on conflict (day, plate) do update set
    n = d.n + excluded.n, night = d.night + excluded.night, uninsured = d.uninsured + excluded.uninsured,
    nation = greatest(d.nation, excluded.nation),
    gates = case when d.gates @> excluded.gates then d.gates else union_of_gates(d.gates, excluded.gates) end),
hours as (
  insert into gate_hour as h (gate, hour, n, n_foreign, n_uninsured, n_uninspected, n_stolen, n_alarm, n_speed, sum_speed,
    n_checked, n_reported_stolen)
  select gate, date_trunc('hour', ts, 'UTC'), count(*), count(*) filter (where nation > 1),
    count(*) filter (where insured = ${NO}), count(*) filter (where inspected = ${NO}),
    count(*) filter (where stolen = ${YES}), count(*) filter (where alarm not in (${NO_ALARM_CODES})),
    count(*) filter (where speed >= 0), coalesce(sum(speed) filter (where speed >= 0), 0),
    count(*) filter (where insured in (${YES}, ${NO})), count(*) filter (where stolen = ${YES} or alarm = ${LISTED_STOLEN})
  from ins group by 1, 2 order by 1, 2
  on conflict (gate, hour) do update set
    n = h.n + excluded.n, n_foreign = h.n_foreign + excluded.n_foreign, n_uninsured = h.n_uninsured + excluded.n_uninsured,
    n_uninspected = h.n_uninspected + excluded.n_uninspected, n_stolen = h.n_stolen + excluded.n_stolen,
    n_alarm = h.n_alarm + excluded.n_alarm, n_speed = h.n_speed + excluded.n_speed, sum_speed = h.sum_speed + excluded.sum_speed,
    n_checked = h.n_checked + excluded.n_checked, n_reported_stolen = h.n_reported_stolen + excluded.n_reported_stolen),
${recordChangesSql('ins', 1)},`;

const RECORD_ARRIVALS = `
arrivals as (
  insert into recent_arrival (xid, at, first_id, ids)
  select pg_current_xact_id(), now(), min(id), array_agg(id) from ins having count(*) > 0)
select id::text as id, plate from ins`;

/** What the roll-ups need of a stored row. */
export const RETURNING =
  'returning id, ts, gate, vclass, nation, brand, model, colour, speed, insured, inspected, stolen, alarm, flags, plate';

interface BatchKind {
  readonly table: ReturnType<typeof tableOfPlate>;
  readonly hasPictures: boolean;
  readonly hasAlerts: boolean;
}

/** Text of the statement for a batch. It varies with pictures and alerts, so that most batches pay for neither. */
function buildInsertText({ table, hasPictures, hasAlerts }: BatchKind): string {
  const insert = `insert into ${table} (${COLUMN_NAMES}) select ${COLUMN_NAMES} from`;
  const alerts = hasAlerts
    ? `${buildInsertAlertsSql('ins', READ_TYPES.length + (hasPictures ? PICTURE_COLUMNS.length : 0) + 1)},`
    : '';
  // Roll-ups are about plates; a passage without one has none.
  const rest = `${alerts}${table === 'transit' ? UPDATE_ROLL_UPS : ''}${RECORD_ARRIVALS}`;
  if (!hasPictures)
    return `with ins as (
  ${insert} ${unnestParameters(READ_TYPES)} as u(${COLUMN_NAMES})
  on conflict do nothing ${RETURNING}),${rest}`;
  return `with u as materialized (
  select * from ${unnestParameters([...READ_TYPES, 'text', 'text', 'text'])} as u(${COLUMN_NAMES}, ${PICTURE_COLUMNS.join(', ')})),
ins as (${insert} u on conflict do nothing ${RETURNING}),
pictures as (
  insert into transit_picture (ts, id, plate, ${PICTURE_COLUMNS.join(', ')})
  select ts, id, plate, ${PICTURE_COLUMNS.join(', ')} from u join ins using (plate, ts, id)
  where full_hash || plate_hash || context_hash <> '' order by plate, ts, id on conflict do nothing),${rest}`;
}

const toStatementName = ({ table, hasPictures, hasAlerts }: BatchKind): string =>
  `insert-reads${table === 'transit' ? '' : '-unread'}${hasPictures ? '-pictures' : ''}${hasAlerts ? '-alerts' : ''}`;

const STATEMENTS = new Map(
  (['transit', 'unread_transit'] as const).flatMap((table) =>
    [false, true].flatMap((hasPictures) =>
      [false, true].map((hasAlerts) => {
        const kind = { table, hasPictures, hasAlerts };
        return [toStatementName(kind), buildInsertText(kind)] as const;
      }),
    ),
  ),
);

/** The statement for reads of one table. */
function insertStatement(reads: readonly NewRead[], codes: CodeDictionary): Statement {
  const columns: readonly unknown[] = READ_COLUMNS.map((column) => reads.map((read) => column.of(read, codes)));
  const hasPictures = reads.some((read) => read.pictures !== undefined);
  const alerts = collectAlerts(reads, columns[0]);
  const pictures = hasPictures
    ? (['full', 'plate', 'context'] as const).map((kind) => reads.map((read) => read.pictures?.[kind] ?? ''))
    : [];
  const table = tableOfPlate(reads[0]?.plate ?? '');
  const name = toStatementName({ table, hasPictures, hasAlerts: alerts.length > 0 });
  const values = [...columns, ...pictures, ...(alerts.length > 0 ? buildAlertParameters(alerts) : [])];
  return { name, text: STATEMENTS.get(name) ?? '', values };
}

/** @param ids ids of the transits, in the order of the reads */
const collectAlerts = (reads: readonly NewRead[], ids: unknown): readonly TransitAlert[] =>
  reads.flatMap(({ plate, alerts = [] }, index) =>
    alerts.map((alert) => ({ plate, transit: Array.isArray(ids) ? String(ids[index]) : '', alert })),
  );

/** What inserting needs: the runner, the code dictionary and the monthly partitions. */
export interface ReadStore {
  readonly runner: Runner;
  readonly codes: CodeDictionary;
  readonly months: MonthPartitions;
}

/**
 * Stores reads and returns the outcome of each, in their order. On return all of them are durable. The same read (gate,
 * plate, instant) is stored once, whatever its other fields are; an empty plate is a passage whose plate was not read. Each
 * 500 reads of one table are one transaction, which is repeated as a whole after a deadlock or a lost connection. To store more in one transaction, pass a store with the runner of
 * that transaction; its owner must then repeat the whole transaction on `isRetryable`.
 * @throws RangeError for an instant outside 2020 to 2089. Source: storage design, parts 6 and 12.
 */
export async function insertReads(store: ReadStore, reads: readonly NewRead[]): Promise<readonly InsertedRead[]> {
  await store.codes.ensureCodes(reads.flatMap((read) => READ_WORDS.map(([kind, of]) => [kind, of(read)] as const)));
  await store.months.ensure(reads.map((read) => parseInstantMs(read.at)));
  const positions = [...reads.keys()];
  const isUnread = (at: number): boolean => reads[at]?.plate === '';
  const results = new Map<number, InsertedRead>();
  for (const ofTable of [positions.filter((at) => !isUnread(at)), positions.filter(isUnread)])
    for (let from = 0; from < ofTable.length; from += BATCH_SIZE) {
      const batch = ofTable.slice(from, from + BATCH_SIZE);
      const inserted = await insertBatch(
        store,
        batch.flatMap((at) => reads[at] ?? []),
      );
      inserted.forEach((result, index) => results.set(batch[index] ?? -1, result));
    }
  return positions.flatMap((at) => results.get(at) ?? []);
}

/** Stores reads of one table in one statement. */
async function insertBatch(store: ReadStore, batch: readonly NewRead[]): Promise<readonly InsertedRead[]> {
  const statement = insertStatement(batch, store.codes);
  const insert = (): Promise<readonly { id: string; plate: string }[]> => store.runner.run(statement);
  const rows = await (store.runner.isTransaction === true ? insert() : retryTransaction(insert));
  const storedKeys = new Set(rows.map((row) => `${row.id} ${row.plate}`));
  const ids: unknown = statement.values[0];
  return batch.map((read, index) => {
    const id = Array.isArray(ids) ? String(ids[index]) : '';
    const state = storedKeys.delete(`${id} ${read.plate}`) ? 'stored' : 'duplicate';
    return { state, id, plate: read.plate };
  });
}
