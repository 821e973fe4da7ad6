import * as api from '@varco/contract/plant/users.ts';
import { parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { UsersDeps } from './users.deps.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { parseListPage, listPagination, type ListPage } from '../../database/list-paging.ts';
import { findManagedUsers } from './users.repository.ts';
import {
  updateUserAccount,
  deleteUserLists,
  createUserAccount,
  deleteUserAccount,
  moveUserLists,
} from './users.service.ts';
import { toUserRecord, formatUsersCsv } from './users.view.ts';

type PlantContext = CallContext<PlantViewer>;

const ALL_USERS_PAGE: ListPage = { offset: 0, limit: api.MAX_LISTED_USERS };

/** T 7.5: `p` -1 returns all users at once. */
function toUserPage(requested: api.PlantUserQuery): ListPage {
  if (requested.p === -1) return ALL_USERS_PAGE;
  const { p, page_size: size = api.USER_PAGE_SIZE, offset, limit } = requested;
  return parseListPage({ p: p === 0 ? 1 : p, page_size: size, offset, limit });
}

/** The filter for the audit log; a search text is recorded only as present, not with its content. */
const toAuditFilter = ({ q, ...filter }: api.PlantUserFilter): Record<string, unknown> => ({
  ...filter,
  ...(q === undefined ? {} : { q: true }),
});

/** Users of the plant and their managers (T 7.5, ADR 0027). */
export function userRoutes(app: PlantApp, deps: UsersDeps): void {
  registerReadRoutes(app, deps);

  implement(app, api.createPlantUser, async ({ body }, ctx) => toUserRecord(await createUserAccount(deps, body, ctx)));

  implement(app, api.updatePlantUser, async ({ params, body }, ctx) =>
    toUserRecord(await updateUserAccount(deps, params.id, body, ctx)),
  );

  implement(app, api.deletePlantUser, async ({ params }, ctx) => {
    await deleteUserAccount(deps, params.id, ctx);
    return { deleted: 1 as const };
  });

  implement(app, api.deleteUserBlacklists, async ({ params }, ctx) => ({
    deleted: await deleteUserLists(deps, params.id, ctx),
  }));

  implement(app, api.moveUserBlacklists, ({ params, body }, ctx) =>
    moveUserLists(deps, params.id, body.dst_user_id, ctx),
  );
}

function registerReadRoutes(app: PlantApp, { store }: UsersDeps): void {
  const find = (filter: api.PlantUserFilter, page: ListPage, ctx: PlantContext) =>
    findManagedUsers(store.runner, ctx.viewer.user, filter, page, toRomeDay(parseInstantMs(ctx.now())), ctx.signal);

  const search = async (requested: api.PlantUserQuery, ctx: PlantContext): Promise<api.PlantUserPage> => {
    const page = toUserPage(requested);
    const { rows, count } = await find(requested, page, ctx);
    await ctx.audit({ count: rows.length, detail: toAuditFilter(requested) });
    return { objects: rows.map(toUserRecord), pagination: listPagination(page, count) };
  };
  implement(app, api.listPlantUsers, ({ query }, ctx) => search(query, ctx));
  implement(app, api.searchPlantUsers, ({ body }, ctx) => search(body, ctx));

  const download = async ({ format, ...filter }: api.PlantUserFilter & { format: string }, ctx: PlantContext) => {
    const { rows } = await find(filter, ALL_USERS_PAGE, ctx);
    const bytes = Buffer.from(formatUsersCsv(rows), 'utf8');
    await ctx.audit({ count: rows.length, bytes: bytes.length, detail: { ...toAuditFilter(filter), format } });
    return { bytes, type: 'text/csv', fileName: `utenti-${toRomeDay(parseInstantMs(ctx.now()))}.csv` };
  };
  implement(app, api.exportPlantUsers, ({ query }, ctx) => download(query, ctx));
  implement(app, api.exportPlantUsersByBody, ({ body }, ctx) => download(body, ctx));
}
