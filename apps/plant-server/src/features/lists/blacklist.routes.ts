import * as api from '@varco/contract/plant/blacklist.ts';
import type { BlacklistEntry, BlacklistEntryBody, BlacklistInsertBody } from '@varco/contract/plant/blacklist-entry.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ListsDeps } from './lists.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { parseListPage, listPagination } from '../../database/list-paging.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import {
  countEntries,
  findEntriesByPlateOrUuid,
  findEntryById,
  findEntries,
  type BlacklistRow,
} from './blacklist.repository.ts';
import { changeEntry, deleteEntries, insertEntry, invalidFieldError, type WriteContext } from './blacklist.service.ts';
import { toAuditDetail, toBlacklistEntry } from './blacklist.view.ts';
import { listUsers } from './list-users.repository.ts';

type PlantContext = CallContext<PlantViewer>;

/** Checks the stated reason, which the plant may require for every call on a list. */
export async function requireReason({ store }: Pick<ListsDeps, 'store'>, ctx: PlantContext): Promise<void> {
  checkReason(ctx.reason, await readPlantSettings(store.runner));
}

/** The blacklist calls of T 7.3. Each records one audit entry before data is returned or a change is durable. */
export function blacklistRoutes(app: PlantApp, deps: ListsDeps): void {
  implement(app, api.listBlacklist, ({ query }, ctx) => searchEntries(deps, query, ctx));
  implement(app, api.searchBlacklist, ({ body }, ctx) => searchEntries(deps, body, ctx));
  implement(app, api.countBlacklist, async ({ body }, ctx) => {
    await requireReason(deps, ctx);
    const counts = await countEntries(deps.store.runner, ctx.viewer.user, body, ctx.now(), ctx.signal);
    await ctx.audit({ count: counts.all, detail: { filter: body, counts } });
    return counts;
  });
  implement(app, api.insertBlacklist, ({ body }, ctx) => createEntry(deps, body, ctx));
  implement(app, api.getBlacklist, ({ params }, ctx) => getEntry(deps, ctx, findById(params.id)));
  implement(app, api.updateBlacklist, ({ params, body }, ctx) => updateEntry(deps, ctx, findById(params.id), body));
  implement(app, api.deleteBlacklist, ({ params }, ctx) => removeEntry(deps, ctx, findById(params.id)));
  implement(app, api.getBlacklistByPlate, ({ params }, ctx) => getEntry(deps, ctx, findByPlate(params.plate)));
  implement(app, api.readBlacklistByPlate, ({ body }, ctx) => getEntry(deps, ctx, findByPlate(body.targa)));
  implement(app, api.updateBlacklistByPlate, ({ params, body }, ctx) =>
    updateEntry(deps, ctx, findByPlate(params.plate), body),
  );
  implement(app, api.changeBlacklistByPlate, ({ body }, ctx) => updateEntry(deps, ctx, findByPlate(body.targa), body));
  implement(app, api.deleteBlacklistByPlate, ({ params }, ctx) => removeEntry(deps, ctx, findByPlate(params.plate)));
  implement(app, api.removeBlacklistByPlate, ({ body }, ctx) => removeEntry(deps, ctx, findByPlate(body.targa)));
  implement(app, api.queryBlacklist, ({ query }, ctx) => queryEntries(deps, query, ctx));
  implement(app, api.queryBlacklistByBody, ({ body }, ctx) => queryEntries(deps, body, ctx));
  implement(app, api.deleteBlacklistQuery, ({ query }, ctx) => removeOwnEntries(deps, query, ctx));
  implement(app, api.removeBlacklistQuery, ({ body }, ctx) => removeOwnEntries(deps, body, ctx));
  implement(app, api.listReservedUsers, async (_input, ctx) => {
    const users = await listUsers(deps.store.runner, null);
    await ctx.audit({ count: users.length });
    return { objects: [...users] };
  });
}

async function searchEntries(
  deps: ListsDeps,
  filter: api.BlacklistFilter,
  ctx: PlantContext,
): Promise<api.BlacklistPage> {
  await requireReason(deps, ctx);
  const page = parseListPage(filter);
  const { user } = ctx.viewer;
  const { rows, count } = await findEntries(deps.store.runner, user, filter, page, ctx.now(), ctx.signal);
  await ctx.audit({ count: rows.length, detail: { filter, ids: rows.map(({ id }) => id) } });
  return { objects: rows.map((row) => toBlacklistEntry(row, user)), pagination: listPagination(page, count) };
}

/** Finds an entry; one that the user may not see is not found. */
type EntryFinder = (runner: Runner, ctx: PlantContext) => Promise<readonly BlacklistRow[]>;

const findById =
  (id: number): EntryFinder =>
  async (runner, ctx) => {
    const row = await findEntryById(runner, ctx.viewer.user, id);
    return row === null ? [] : [row];
  };

/** The best of the entries of a plate that this user sees. */
const findByPlate =
  (plate: string): EntryFinder =>
  (runner, ctx) =>
    findEntriesByPlateOrUuid(runner, ctx.viewer.user, { plates: [plate], uuids: [] }, ctx.now());

async function requireEntry(finder: EntryFinder, runner: Runner, ctx: PlantContext): Promise<BlacklistRow> {
  const [row] = await finder(runner, ctx);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

async function getEntry(deps: ListsDeps, ctx: PlantContext, finder: EntryFinder): Promise<BlacklistEntry> {
  await requireReason(deps, ctx);
  const row = await requireEntry(finder, deps.store.runner, ctx);
  await ctx.audit({ count: 1, detail: { id: row.id, plate: row.plate } });
  return toBlacklistEntry(row, ctx.viewer.user);
}

const buildWriteContext = (deps: ListsDeps, runner: Runner, ctx: PlantContext): WriteContext => ({
  runner,
  user: ctx.viewer.user,
  now: ctx.now(),
  mailDomains: deps.limits.current().alert_mail_domains,
});

async function createEntry(deps: ListsDeps, body: BlacklistInsertBody, ctx: PlantContext): Promise<BlacklistEntry> {
  await requireReason(deps, ctx);
  const made = await inTransaction(deps.pool, async (runner) => {
    const row = await insertEntry(buildWriteContext(deps, runner, ctx), body);
    const { da_punteggio: score } = body;
    await ctx.audit({ count: 1, detail: { after: toAuditDetail(row), ...(score === undefined ? {} : { score }) } });
    return row;
  });
  return toBlacklistEntry(made, ctx.viewer.user);
}

async function updateEntry(
  deps: ListsDeps,
  ctx: PlantContext,
  finder: EntryFinder,
  body: BlacklistEntryBody,
): Promise<BlacklistEntry> {
  await requireReason(deps, ctx);
  const made = await inTransaction(deps.pool, async (runner) => {
    const row = await requireEntry(finder, runner, ctx);
    const { before, after } = await changeEntry(buildWriteContext(deps, runner, ctx), row, body);
    await ctx.audit({ count: 1, detail: { before: toAuditDetail(before), after: toAuditDetail(after) } });
    return after;
  });
  return toBlacklistEntry(made, ctx.viewer.user);
}

async function removeEntry(deps: ListsDeps, ctx: PlantContext, finder: EntryFinder): Promise<{ deleted: number }> {
  await requireReason(deps, ctx);
  return inTransaction(deps.pool, async (runner) => {
    const row = await requireEntry(finder, runner, ctx);
    const deleted = await deleteEntries(buildWriteContext(deps, runner, ctx), [row]);
    await ctx.audit({ count: deleted, detail: { before: toAuditDetail(row) } });
    return { deleted };
  });
}

async function queryEntries(
  deps: ListsDeps,
  query: api.BlacklistQuery,
  ctx: PlantContext,
): Promise<{ objects: BlacklistEntry[] }> {
  await requireReason(deps, ctx);
  const { runner } = deps.store;
  const rows = await findEntriesByPlateOrUuid(runner, ctx.viewer.user, toEntryQuery(query), ctx.now());
  await ctx.audit({ count: rows.length, detail: { query, ids: rows.map(({ id }) => id) } });
  return { objects: rows.map((row) => toBlacklistEntry(row, ctx.viewer.user)) };
}

const toEntryQuery = (query: api.BlacklistQuery) => ({
  plates: query.or_targa ?? [],
  uuids: query.or_uuid ?? [],
  reserved: query.f_reserved,
  createdByUser: query.f_created_by_user,
});

/** T 7.3: deletes only the user's own entries, and only when the call sets `f_created_by_user`. */
async function removeOwnEntries(
  deps: ListsDeps,
  query: api.BlacklistQuery,
  ctx: PlantContext,
): Promise<{ deleted: number }> {
  if (query.f_created_by_user !== true) throw invalidFieldError('f_created_by_user');
  await requireReason(deps, ctx);
  return inTransaction(deps.pool, async (runner) => {
    const found = await findEntriesByPlateOrUuid(runner, ctx.viewer.user, toEntryQuery(query), ctx.now());
    const rows = found.filter(({ kind }) => kind !== 'slave');
    const deleted = await deleteEntries(buildWriteContext(deps, runner, ctx), rows);
    await ctx.audit({ count: deleted, detail: { query, before: rows.map(toAuditDetail) } });
    return { deleted };
  });
}
