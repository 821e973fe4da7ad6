import * as api from '@varco/contract/plant/blacklist.ts';
import type { BlacklistEntry, BlacklistWrite } from '@varco/contract/plant/blacklist-entry.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ListsDeps } from './lists.deps.ts';
import { readSettings } from '../../settings/plant-settings.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { listPageOf, listPagination } from '../../database/list-paging.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/statement.ts';
import { entriesOf, entryById, findEntries, type BlacklistRow } from './blacklist.queries.ts';
import { changeEntry, deleteEntries, insertEntry, invalid, type Writing } from './blacklist.service.ts';
import { logged, toEntry } from './blacklist.view.ts';
import { listUsers } from './list-users.queries.ts';

type Context = CallContext<PlantViewer>;

/** Checks the stated reason, which the plant may require for every call on a list. */
export async function settleReason({ store }: Pick<ListsDeps, 'store'>, ctx: Context): Promise<void> {
  checkReason(ctx.reason, await readSettings(store.runner));
}

/** The blacklist calls of T 7.3. Each records one audit entry before data is returned or a change is durable. */
export function blacklistRoutes(app: PlantApp, deps: ListsDeps): void {
  implement(app, api.listBlacklist, ({ query }, ctx) => search(deps, query, ctx));
  implement(app, api.searchBlacklist, ({ body }, ctx) => search(deps, body, ctx));
  implement(app, api.insertBlacklist, ({ body }, ctx) => insert(deps, body, ctx));
  implement(app, api.getBlacklist, ({ params }, ctx) => read(deps, ctx, byId(params.id)));
  implement(app, api.updateBlacklist, ({ params, body }, ctx) => change(deps, ctx, byId(params.id), body));
  implement(app, api.deleteBlacklist, ({ params }, ctx) => remove(deps, ctx, byId(params.id)));
  implement(app, api.getBlacklistByPlate, ({ params }, ctx) => read(deps, ctx, byPlate(params.plate)));
  implement(app, api.readBlacklistByPlate, ({ body }, ctx) => read(deps, ctx, byPlate(body.targa)));
  implement(app, api.updateBlacklistByPlate, ({ params, body }, ctx) => change(deps, ctx, byPlate(params.plate), body));
  implement(app, api.changeBlacklistByPlate, ({ body }, ctx) => change(deps, ctx, byPlate(body.targa), body));
  implement(app, api.deleteBlacklistByPlate, ({ params }, ctx) => remove(deps, ctx, byPlate(params.plate)));
  implement(app, api.removeBlacklistByPlate, ({ body }, ctx) => remove(deps, ctx, byPlate(body.targa)));
  implement(app, api.queryBlacklist, ({ query }, ctx) => candidates(deps, query, ctx));
  implement(app, api.queryBlacklistByBody, ({ body }, ctx) => candidates(deps, body, ctx));
  implement(app, api.deleteBlacklistQuery, ({ query }, ctx) => removeOwn(deps, query, ctx));
  implement(app, api.removeBlacklistQuery, ({ body }, ctx) => removeOwn(deps, body, ctx));
  implement(app, api.listReservedUsers, async (_input, ctx) => {
    const users = await listUsers(deps.store.runner, null);
    await ctx.audit({ count: users.length });
    return { objects: [...users] };
  });
}

async function search(deps: ListsDeps, filter: api.BlacklistFilter, ctx: Context): Promise<api.BlacklistPage> {
  await settleReason(deps, ctx);
  const page = listPageOf(filter);
  const { user } = ctx.viewer;
  const { rows, count } = await findEntries(deps.store.runner, user, filter, page, ctx.now(), ctx.signal);
  await ctx.audit({ count: rows.length, detail: { filter, ids: rows.map(({ id }) => id) } });
  return { objects: rows.map((row) => toEntry(row, user)), pagination: listPagination(page, count) };
}

/** Finds an entry; one that the user may not see is not found. */
type Finder = (runner: Runner, ctx: Context) => Promise<readonly BlacklistRow[]>;

const byId =
  (id: number): Finder =>
  async (runner, ctx) => {
    const row = await entryById(runner, ctx.viewer.user, id);
    return row === null ? [] : [row];
  };

/** The best of the entries of a plate that this user sees. */
const byPlate =
  (plate: string): Finder =>
  (runner, ctx) =>
    entriesOf(runner, ctx.viewer.user, { plates: [plate], uuids: [] }, ctx.now());

async function foundBy(finder: Finder, runner: Runner, ctx: Context): Promise<BlacklistRow> {
  const [row] = await finder(runner, ctx);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

async function read(deps: ListsDeps, ctx: Context, finder: Finder): Promise<BlacklistEntry> {
  await settleReason(deps, ctx);
  const row = await foundBy(finder, deps.store.runner, ctx);
  await ctx.audit({ count: 1, detail: { id: row.id, plate: row.plate } });
  return toEntry(row, ctx.viewer.user);
}

const writingOf = (deps: ListsDeps, runner: Runner, ctx: Context): Writing => ({
  runner,
  user: ctx.viewer.user,
  now: ctx.now(),
  mailDomains: deps.alertMailDomains,
});

async function insert(deps: ListsDeps, body: BlacklistWrite, ctx: Context): Promise<BlacklistEntry> {
  await settleReason(deps, ctx);
  const made = await inTransaction(deps.pool, async (runner) => {
    const row = await insertEntry(writingOf(deps, runner, ctx), body);
    await ctx.audit({ count: 1, detail: { after: logged(row) } });
    return row;
  });
  return toEntry(made, ctx.viewer.user);
}

async function change(deps: ListsDeps, ctx: Context, finder: Finder, body: BlacklistWrite): Promise<BlacklistEntry> {
  await settleReason(deps, ctx);
  const made = await inTransaction(deps.pool, async (runner) => {
    const row = await foundBy(finder, runner, ctx);
    const { before, after } = await changeEntry(writingOf(deps, runner, ctx), row, body);
    await ctx.audit({ count: 1, detail: { before: logged(before), after: logged(after) } });
    return after;
  });
  return toEntry(made, ctx.viewer.user);
}

async function remove(deps: ListsDeps, ctx: Context, finder: Finder): Promise<{ deleted: number }> {
  await settleReason(deps, ctx);
  return inTransaction(deps.pool, async (runner) => {
    const row = await foundBy(finder, runner, ctx);
    const deleted = await deleteEntries(writingOf(deps, runner, ctx), [row]);
    await ctx.audit({ count: deleted, detail: { before: logged(row) } });
    return { deleted };
  });
}

async function candidates(
  deps: ListsDeps,
  query: api.BlacklistQuery,
  ctx: Context,
): Promise<{ objects: BlacklistEntry[] }> {
  await settleReason(deps, ctx);
  const { runner } = deps.store;
  const rows = await entriesOf(runner, ctx.viewer.user, askedBy(query), ctx.now());
  await ctx.audit({ count: rows.length, detail: { query, ids: rows.map(({ id }) => id) } });
  return { objects: rows.map((row) => toEntry(row, ctx.viewer.user)) };
}

const askedBy = (query: api.BlacklistQuery) => ({
  plates: query.or_targa ?? [],
  uuids: query.or_uuid ?? [],
  reserved: query.f_reserved,
  createdByUser: query.f_created_by_user,
});

/** T 7.3: deletes only the user's own entries, and only when the call sets `f_created_by_user`. */
async function removeOwn(deps: ListsDeps, query: api.BlacklistQuery, ctx: Context): Promise<{ deleted: number }> {
  if (query.f_created_by_user !== true) throw invalid('f_created_by_user');
  await settleReason(deps, ctx);
  return inTransaction(deps.pool, async (runner) => {
    const found = await entriesOf(runner, ctx.viewer.user, askedBy(query), ctx.now());
    const rows = found.filter(({ kind }) => kind !== 'slave');
    const deleted = await deleteEntries(writingOf(deps, runner, ctx), rows);
    await ctx.audit({ count: deleted, detail: { query, before: rows.map(logged) } });
    return { deleted };
  });
}
