import { sql, type RawBuilder } from 'kysely';
import { listOrder } from '../../database/list-conditions.sql.ts';
import type { ListPage } from '../../database/list-paging.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import type { StoredRow } from '../../database/stored-row.ts';
import { addPlateNations } from './plate-nations.repository.ts';

/** Description of the whitelist or the figurehead list: one table each, one row per key, no audience. */
export interface SmallList {
  readonly table: 'whitelist_entry' | 'figurehead_entry';
  readonly fields: readonly string[];
  /** Its rows are about plates, shown with their nation. */
  readonly hasPlates: boolean;
  readonly order: Readonly<Record<string, string>>;
  readonly defaultOrder: string;
}

export const WHITELIST: SmallList = {
  table: 'whitelist_entry',
  hasPlates: true,
  fields: ['plate', 'silences', 'reason', 'is_enabled', 'expires_at'],
  order: { targa: 'e.plate', data_scadenza: 'e.expires_at', created_at: 'e.created_at', username: 'u.username' },
  defaultOrder: '+targa',
};
export const FIGUREHEADS: SmallList = {
  table: 'figurehead_entry',
  hasPlates: false,
  fields: ['owner_code', 'notes', 'is_enabled'],
  order: { codice: 'e.owner_code', created_at: 'e.created_at', username: 'u.username' },
  defaultOrder: '+codice',
};

/** Columns common to these lists. Instants are ISO. */
export interface SmallRow extends Pick<
  StoredRow<'whitelist_entry'>,
  'id' | 'uuid' | 'is_enabled' | 'owner' | 'creator' | 'ver' | 'created_at' | 'updated_at'
> {
  readonly username: string;
  /** Of a list about plates. */
  readonly plate?: string;
}

type Condition = RawBuilder<boolean>;
const all = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql.join([sql<boolean>`true`, ...conditions], sql` and `);

/** One page of rows, and the number of rows that meet the conditions. */
export async function readSmallListPage<Row extends SmallRow>(
  runner: Runner,
  list: SmallList,
  conditions: readonly Condition[],
  orderBy: string | undefined,
  { offset, limit }: ListPage,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly Row[]; readonly count: number }> {
  const from = sql`from ${sql.table(list.table)} as e join plant_user as u on u.id = e.owner where ${all(conditions)}`;
  const [counted] = await runner.run<{ n: number }>(compileStatement(sql`select count(*)::int as n ${from}`), signal);
  const order = listOrder(orderBy, list.defaultOrder, list.order);
  const page = sql`select e.*, u.username ${from} ${order} limit ${limit} offset ${offset}`;
  const rows = await runner.run<Row>(compileStatement(page), signal);
  return { rows: await addNations(runner, list, rows, signal), count: counted?.n ?? 0 };
}

/** A row by id, if it meets the conditions; null when there is none. */
export async function readSmallListRow<Row extends SmallRow>(
  runner: Runner,
  list: SmallList,
  conditions: readonly Condition[],
  id: number,
): Promise<Row | null> {
  const query = sql`select e.*, u.username from ${sql.table(list.table)} as e join plant_user as u on u.id = e.owner
    where e.id = ${id} and ${all(conditions)}`;
  return (await addNations(runner, list, await runner.run<Row>(compileStatement(query))))[0] ?? null;
}

/** Rows of a list about plates with their nations; those of another list as they are. */
async function addNations<Row extends SmallRow>(
  runner: Runner,
  list: SmallList,
  rows: readonly Row[],
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  if (!list.hasPlates) return rows;
  return addPlateNations(
    runner,
    rows.map((row) => ({ ...row, plate: row.plate ?? '' })),
    signal,
  );
}

/** Inserts a row; null when its key or uuid already exists. */
export async function insertSmallListRow(
  runner: Runner,
  list: SmallList,
  row: { readonly uuid: string; readonly owner: number; readonly creator: string } & Readonly<Record<string, unknown>>,
  nowIso: string,
): Promise<number | null> {
  const names = ['uuid', 'owner', 'creator', ...list.fields].join(', ');
  const written = await runner.run<{ id: number }>({
    text: `insert into ${list.table} (${names}, created_at, updated_at)
      select ${names}, $2, $2 from jsonb_populate_record(null::${list.table}, $1::jsonb) on conflict do nothing returning id`,
    values: [JSON.stringify(row), nowIso],
  });
  return written[0]?.id ?? null;
}

/** Updates the fields of a row and increments `ver`. */
export async function updateSmallListRow(
  runner: Runner,
  list: SmallList,
  id: number,
  fields: Readonly<Record<string, unknown>>,
  nowIso: string,
): Promise<void> {
  const set = list.fields.map((name) => `${name} = n.${name}`).join(', ');
  await runner.run({
    text: `update ${list.table} as e set ${set}, ver = e.ver + 1, updated_at = $2
      from jsonb_populate_record(null::${list.table}, $1::jsonb) as n where e.id = $3`,
    values: [JSON.stringify(fields), nowIso, id],
  });
}

export async function deleteSmallListRow(runner: Runner, list: SmallList, id: number): Promise<number> {
  return (await runner.run({ text: `delete from ${list.table} where id = $1 returning id`, values: [id] })).length;
}
