import { randomUUID } from 'node:crypto';
import { canWriteLists, seesOnlyOwn } from '@varco/domain/blacklist/list-rights.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/permissions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { sql, type RawBuilder } from 'kysely';
import { checkReason } from '../../context/consultation-reason.ts';
import type { ListsDeps } from './lists.deps.ts';
import { readSettings } from '../../settings/plant-settings.ts';
import type { PlantUser } from '../../auth/plant-user.queries.ts';
import { listRightsOf, type PlantViewer } from '../../auth/plant-viewer.ts';
import { listPageOf, listPagination } from '../../database/list-paging.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import {
  findSmall,
  insertSmall,
  removeSmall,
  smallById,
  updateSmall,
  type SmallList,
  type SmallRow,
} from './small-lists.ts';
import type { Runner } from '../../database/statement.ts';

type Context = CallContext<PlantViewer>;
type Condition = RawBuilder<boolean>;

/** Definition of the whitelist or the figurehead list, which have no audience: its table, and how a row is shown to a user. */
export interface ListOf<Row extends SmallRow, Entry> {
  readonly list: SmallList;
  readonly view: (row: Row, isMine: boolean) => Entry;
}

/** Below level 5, and outside the forces, a user sees only own entries (PERM-02). */
const visible = (user: PlantUser): readonly Condition[] =>
  seesOnlyOwn({ level: user.level, group: user.group_name })
    ? [sql<boolean>`(e.owner = ${user.id} or e.creator = ${user.uuid})`]
    : [];

const mayChange = (row: SmallRow, user: PlantUser): boolean =>
  canWriteLists(listRightsOf(user)) === null &&
  (row.owner === user.id || row.creator === user.uuid || user.level >= PLANT_ADMIN_LEVEL);

async function settle({ store }: ListsDeps, ctx: Context): Promise<void> {
  checkReason(ctx.reason, await readSettings(store.runner));
}

interface Asked {
  readonly order_by?: string | undefined;
  readonly p?: number | undefined;
  readonly page_size?: number | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** One page of the entries this user may see. */
export async function searchList<Row extends SmallRow, Entry>(
  deps: ListsDeps,
  of: ListOf<Row, Entry>,
  asked: Asked,
  conditions: readonly Condition[],
  ctx: Context,
) {
  await settle(deps, ctx);
  const { user } = ctx.viewer;
  const page = listPageOf(asked);
  const where = [...visible(user), ...conditions];
  const found = await findSmall<Row>(deps.store.runner, of.list, where, asked.order_by, page, ctx.signal);
  await ctx.audit({ count: found.rows.length, detail: { filter: asked, ids: found.rows.map(({ id }) => id) } });
  return {
    objects: found.rows.map((row) => of.view(row, mayChange(row, user))),
    pagination: listPagination(page, found.count),
  };
}

async function foundRow<Row extends SmallRow>(
  runner: Runner,
  { list }: Pick<ListOf<Row, unknown>, 'list'>,
  id: number,
  user: PlantUser,
): Promise<Row> {
  const row = await smallById<Row>(runner, list, visible(user), id);
  if (row === null) throw new AppError('not_found');
  return row;
}

export async function readOne<Row extends SmallRow, Entry>(
  deps: ListsDeps,
  of: ListOf<Row, Entry>,
  id: number,
  ctx: Context,
): Promise<Entry> {
  await settle(deps, ctx);
  const row = await foundRow<Row>(deps.store.runner, of, id, ctx.viewer.user);
  await ctx.audit({ count: 1, detail: { id } });
  return of.view(row, mayChange(row, ctx.viewer.user));
}

type Fields = Readonly<Record<string, unknown>>;

/** Inserts an entry. Throws `duplicate` when its key is already in the list. */
export async function insertOne<Row extends SmallRow, Entry>(
  deps: ListsDeps,
  of: ListOf<Row, Entry>,
  uuid: string | undefined,
  fields: Fields,
  ctx: Context,
): Promise<Entry> {
  await settle(deps, ctx);
  const { user } = ctx.viewer;
  const row = await inTransaction(deps.pool, async (runner) => {
    const own = { uuid: uuid ?? randomUUID(), owner: user.id, creator: user.uuid };
    const id = await insertSmall(runner, of.list, { ...own, ...fields }, ctx.now());
    if (id === null) throw new AppError('duplicate');
    await ctx.audit({ count: 1, detail: { id, after: fields } });
    return foundRow<Row>(runner, of, id, user);
  });
  return of.view(row, true);
}

/** Updates an entry; its key cannot be changed. Throws `not_found`, `no_perms`, `conflict` (changed meanwhile), `bad_request`. */
export async function changeOne<Row extends SmallRow, Entry>(
  deps: ListsDeps,
  of: ListOf<Row, Entry>,
  id: number,
  ver: number | undefined,
  fieldsFor: (row: Row) => Fields,
  ctx: Context,
): Promise<Entry> {
  await settle(deps, ctx);
  const { user } = ctx.viewer;
  const row = await inTransaction(deps.pool, async (runner) => {
    const before = await foundRow<Row>(runner, of, id, user);
    if (!mayChange(before, user)) throw new AppError('no_perms', { sub: 'level' });
    if (ver !== undefined && ver !== before.ver) throw new AppError('conflict');
    const fields = fieldsFor(before);
    await updateSmall(runner, of.list, id, fields, ctx.now());
    await ctx.audit({ count: 1, detail: { id, before: pick(before, fields), after: fields } });
    return foundRow<Row>(runner, of, id, user);
  });
  return of.view(row, true);
}

const pick = (row: SmallRow, like: Fields): Fields =>
  Object.fromEntries(Object.keys(like).map((name) => [name, Reflect.get(row, name)]));

export async function deleteOne<Row extends SmallRow, Entry>(
  deps: ListsDeps,
  of: ListOf<Row, Entry>,
  id: number,
  ctx: Context,
): Promise<{ deleted: number }> {
  await settle(deps, ctx);
  return inTransaction(deps.pool, async (runner) => {
    const before = await foundRow<Row>(runner, of, id, ctx.viewer.user);
    if (!mayChange(before, ctx.viewer.user)) throw new AppError('no_perms', { sub: 'level' });
    const deleted = await removeSmall(runner, of.list, id);
    await ctx.audit({ count: deleted, detail: { id, before } });
    return { deleted };
  });
}
