import { parseInstantMs } from '@varco/domain/time/rome.ts';
import type { PlantServices } from '../../../context/plant-services.ts';
import type { Runner } from '../../../database/sql-statement.ts';
import { FLAG } from '../../transits/transits.public.ts';
import { joinColumns, listColumns, restoreTransits } from '../../ingest/ingest.public.ts';
import { TAKEN_TABLES, type TakenTable, type TakenTransit } from '../../retention/retention.public.ts';
import { readPictureHashes, type RestrictedPictureKind } from './seal-restricted.ts';

/** Of what belongs to something that may be gone: only rows whose owner is there. */
const OWNER_IS_THERE: Readonly<Partial<Record<TakenTable, string>>> = {
  alert_delivery: `where exists (select from alert as a where a.id = r.alert)
    and exists (select from alert_channel as c where c.kind = r.channel)
    and (r.recipient is null or exists (select from alert_recipient as p where p.id = r.recipient))`,
  alert_decision: 'where exists (select from alert as a where a.id = r.alert)',
};

/**
 * Values that differ from those of the stored row, so that nobody is notified of the past: an alert that waited to be published gets a
 * number before all of the stream, and nothing of it is sent any more.
 */
const CHANGED_VALUES: Readonly<Partial<Record<TakenTable, Readonly<Record<string, string>>>>> = {
  alert: { seq: 'coalesce(r.seq, -r.id)', channels_new: 'false', channels_urged: 'false' },
  alert_delivery: {
    outcome: `coalesce(r.outcome, 'dropped')`,
    ended_at: 'coalesce(r.ended_at, now())',
  },
};

/** Makes the months that transits are put back into; before the transaction, because others must see them. */
export const ensureMonths = (
  { months }: Pick<PlantServices['store'], 'months'>,
  instants: readonly string[],
): Promise<void> => months.ensure(instants.map(parseInstantMs));

/**
 * Puts transits with everything that was taken out with them back, inside an open transaction. What is there again by then stays as it
 * is. Columns that a table got since have their defaults.
 */
export async function putBack(runner: Runner, transits: readonly TakenTransit[]): Promise<void> {
  for (const table of TAKEN_TABLES) {
    const bodies = transits.flatMap(({ rows }) => rows.filter((row) => row.table === table).map(({ body }) => body));
    if (bodies.length === 0) continue;
    const known = await listColumns(runner, table);
    const bySchema = Map.groupBy(bodies, (body) => joinKnown(known, body));
    for (const [schema, of] of bySchema) await putRowsBack(runner, table, schema.split(','), of);
  }
}

/** Columns of a row that its table still has, as a text. */
const joinKnown = (known: readonly string[], body: string): string => {
  const row: unknown = JSON.parse(body);
  const names = new Set(typeof row === 'object' && row !== null ? Object.keys(row) : []);
  return known.filter((name) => names.has(name)).join(',');
};

async function putRowsBack(
  runner: Runner,
  table: TakenTable,
  columns: readonly string[],
  bodies: readonly string[],
): Promise<void> {
  if (table === 'transit' || table === 'unread_transit') return restoreTransits(runner, table, columns, bodies);
  const changed = CHANGED_VALUES[table] ?? {};
  const values = columns.map((name) => changed[name] ?? `r.${joinColumns([name])}`).join(', ');
  await runner.run({
    text: `insert into ${table} (${joinColumns(columns)}) overriding system value
      select ${values} from jsonb_populate_recordset(null::${table}, $1::jsonb) as r ${OWNER_IS_THERE[table] ?? ''} on conflict do nothing`,
    values: [`[${bodies.join(',')}]`],
  });
}

/** A transit that was put back without some of its pictures. */
export interface LostPictures {
  readonly transit: TakenTransit;
  readonly kinds: readonly RestrictedPictureKind[];
}

/** Takes pictures that ended during the restriction off their transits, inside the transaction that put those back. */
export async function clearLostPictures(runner: Runner, lost: readonly LostPictures[]): Promise<void> {
  if (lost.length === 0) return;
  const keys = [
    lost.map(({ transit }) => transit.plate),
    lost.map(({ transit }) => transit.ts),
    lost.map(({ transit }) => transit.id),
  ];
  const hashes = lost.flatMap(({ transit, kinds }) => kinds.map((kind) => readPictureHashes(transit)[kind]));
  const flags = lost.map(({ kinds }) => kinds.reduce((sum, kind) => sum | FLAG[kind], 0));
  const isKey = (row: string): string => `${row}.plate = u.plate and ${row}.ts = u.ts and ${row}.id = u.id`;
  const unnest = 'unnest($1::text[], $2::timestamptz[], $3::bigint[]';
  for (const table of ['transit', 'unread_transit'])
    await runner.run({
      text: `update ${table} as t set flags = t.flags & ~u.flag from ${unnest}, $4::smallint[]) as u(plate, ts, id, flag) where ${isKey('t')}`,
      values: [...keys, flags],
    });
  const cleared = ['full_hash', 'plate_hash', 'context_hash'].map(
    (column) => `${column} = case when p.${column} = any($4::text[]) then '' else p.${column} end`,
  );
  await runner.run({
    text: `update transit_picture as p set ${cleared.join(', ')} from ${unnest}) as u(plate, ts, id) where ${isKey('p')}`,
    values: [...keys, hashes],
  });
  await runner.run({
    text: `delete from transit_picture as p using ${unnest}) as u(plate, ts, id)
      where ${isKey('p')} and p.full_hash || p.plate_hash || p.context_hash = ''`,
    values: keys,
  });
  await runner.run({
    text: `update transit_read as r set picture = '' from ${unnest}) as u(plate, ts, id) where ${isKey('r')} and r.picture = any($4::text[])`,
    values: [...keys, hashes],
  });
}
