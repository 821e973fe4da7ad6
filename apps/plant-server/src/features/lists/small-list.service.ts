import { randomUUID } from 'node:crypto';
import { canWriteLists } from '@varco/domain/policy/list-rights.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import type { RawBuilder } from 'kysely';
import { checkReason } from '../../context/consultation-reason.ts';
import type { ListsDeps } from './lists.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { toListRights, type PlantViewer } from '../../auth/plant-viewer.ts';
import { parseListPage, listPagination } from '../../database/list-paging.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { buildVisibleConditions } from './small-list-conditions.sql.ts';
import {
  readSmallListPage,
  insertSmallListRow,
  deleteSmallListRow,
  readSmallListRow,
  updateSmallListRow,
  type SmallList,
  type SmallRow,
} from './small-lists.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';

type PlantContext = CallContext<PlantViewer>;
type Condition = RawBuilder<boolean>;

/** Definition of the whitelist or the figurehead list, which have no audience: its table, and how a row is shown to a user. */
export interface ListDefinition<Row extends SmallRow, Entry> {
  readonly list: SmallList;
  readonly view: (row: Row, isMine: boolean) => Entry;
}

/** The members that entries of both lists have in a response. */
export const toCommonMembers = (row: SmallRow, isMine: boolean) => ({
  id: row.id,
  uuid: row.uuid,
  abilitata: row.is_enabled,
  id_owner: row.owner,
  creator_uuid: row.creator,
  username: row.username,
  ver: row.ver,
  created_at: row.created_at,
  updated_at: row.updated_at,
  modificabile: isMine,
});

const mayChangeRow = (row: SmallRow, user: PlantUser): boolean =>
  canWriteLists(toListRights(user)) === null &&
  (row.owner === user.id || row.creator === user.uuid || user.level >= PLANT_ADMIN_LEVEL);

async function requireListReason({ store }: ListsDeps, ctx: PlantContext): Promise<void> {
  checkReason(ctx.reason, await readPlantSettings(store.runner));
}

interface ListPageRequest {
  readonly order_by?: string | undefined;
  readonly p?: number | undefined;
  readonly page_size?: number | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** One page of the entries this user may see. */
export async function searchListEntries<Row extends SmallRow, Entry>(
  deps: ListsDeps,
  of: ListDefinition<Row, Entry>,
  requested: ListPageRequest,
  conditions: readonly Condition[],
  ctx: PlantContext,
) {
  await requireListReason(deps, ctx);
  const { user } = ctx.viewer;
  const page = parseListPage(requested);
  const where = [...buildVisibleConditions(user), ...conditions];
  const found = await readSmallListPage<Row>(deps.store.runner, of.list, where, requested.order_by, page, ctx.signal);
  await ctx.audit({ count: found.rows.length, detail: { filter: requested, ids: found.rows.map(({ id }) => id) } });
  return {
    objects: found.rows.map((row) => of.view(row, mayChangeRow(row, user))),
    pagination: listPagination(page, found.count),
  };
}

async function requireRow<Row extends SmallRow>(
  runner: Runner,
  { list }: Pick<ListDefinition<Row, unknown>, 'list'>,
  id: number,
  user: PlantUser,
): Promise<Row> {
  const row = await readSmallListRow<Row>(runner, list, buildVisibleConditions(user), id);
  if (row === null) throw new AppError('not_found');
  return row;
}

export async function readListEntry<Row extends SmallRow, Entry>(
  deps: ListsDeps,
  of: ListDefinition<Row, Entry>,
  id: number,
  ctx: PlantContext,
): Promise<Entry> {
  await requireListReason(deps, ctx);
  const row = await requireRow<Row>(deps.store.runner, of, id, ctx.viewer.user);
  await ctx.audit({ count: 1, detail: { id } });
  return of.view(row, mayChangeRow(row, ctx.viewer.user));
}

type RowFields = Readonly<Record<string, unknown>>;

/** Inserts an entry. Throws `duplicate` when its key is already in the list. */
export async function insertListEntry<Row extends SmallRow, Entry>(
  deps: ListsDeps,
  of: ListDefinition<Row, Entry>,
  uuid: string | undefined,
  fields: RowFields,
  ctx: PlantContext,
): Promise<Entry> {
  await requireListReason(deps, ctx);
  const { user } = ctx.viewer;
  const row = await inTransaction(deps.pool, async (runner) => {
    const own = { uuid: uuid ?? randomUUID(), owner: user.id, creator: user.uuid };
    const id = await insertSmallListRow(runner, of.list, { ...own, ...fields }, ctx.now());
    if (id === null) throw new AppError('duplicate');
    await ctx.audit({ count: 1, detail: { id, after: fields } });
    return requireRow<Row>(runner, of, id, user);
  });
  return of.view(row, true);
}

/** Updates an entry; its key cannot be changed. Throws `not_found`, `no_perms`, `conflict` (changed meanwhile), `bad_request`. */
export async function updateListEntry<Row extends SmallRow, Entry>(
  deps: ListsDeps,
  of: ListDefinition<Row, Entry>,
  id: number,
  ver: number | undefined,
  fieldsFor: (row: Row) => RowFields,
  ctx: PlantContext,
): Promise<Entry> {
  await requireListReason(deps, ctx);
  const { user } = ctx.viewer;
  const row = await inTransaction(deps.pool, async (runner) => {
    const before = await requireRow<Row>(runner, of, id, user);
    if (!mayChangeRow(before, user)) throw new AppError('no_perms', { sub: 'level' });
    if (ver !== undefined && ver !== before.ver) throw new AppError('conflict');
    const fields = fieldsFor(before);
    await updateSmallListRow(runner, of.list, id, fields, ctx.now());
    await ctx.audit({ count: 1, detail: { id, before: pickFields(before, fields), after: fields } });
    return requireRow<Row>(runner, of, id, user);
  });
  return of.view(row, true);
}

const pickFields = (row: SmallRow, like: RowFields): RowFields =>
  Object.fromEntries(Object.keys(like).map((name) => [name, Reflect.get(row, name)]));

export async function deleteListEntry<Row extends SmallRow, Entry>(
  deps: ListsDeps,
  of: ListDefinition<Row, Entry>,
  id: number,
  ctx: PlantContext,
): Promise<{ deleted: number }> {
  await requireListReason(deps, ctx);
  return inTransaction(deps.pool, async (runner) => {
    const before = await requireRow<Row>(runner, of, id, ctx.viewer.user);
    if (!mayChangeRow(before, ctx.viewer.user)) throw new AppError('no_perms', { sub: 'level' });
    const deleted = await deleteSmallListRow(runner, of.list, id);
    await ctx.audit({ count: deleted, detail: { id, before } });
    return { deleted };
  });
}
