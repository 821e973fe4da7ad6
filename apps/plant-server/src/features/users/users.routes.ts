import * as api from '@varco/contract/plant/users.ts';
import { msOf, romeDayOf } from '@varco/domain/time/rome.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { UsersDeps } from './users.deps.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { listPageOf, listPagination, type ListPage } from '../../database/list-paging.ts';
import { findUsers } from './users.queries.ts';
import { changeUser, clearLists, createUser, deleteUser, giveLists } from './users.service.ts';
import { toUser, usersCsv } from './users.view.ts';

type Context = CallContext<PlantViewer>;

const ALL: ListPage = { offset: 0, limit: api.ALL_USERS };

/** T 7.5: `p` -1 returns all users at once. */
function pageOf(asked: api.PlantUserQuestion): ListPage {
  if (asked.p === -1) return ALL;
  const { p, page_size: size = api.USER_PAGE, offset, limit } = asked;
  return listPageOf({ p: p === 0 ? 1 : p, page_size: size, offset, limit });
}

/** The filter for the audit log; a search text is recorded only as present, not with its content. */
const told = ({ q, ...filter }: api.PlantUserFilter): Record<string, unknown> => ({
  ...filter,
  ...(q === undefined ? {} : { q: true }),
});

/** Users of the plant and their managers (T 7.5, ADR 0106). */
export function userRoutes(app: PlantApp, deps: UsersDeps): void {
  readRoutes(app, deps);

  implement(app, api.createPlantUser, async ({ body }, ctx) => toUser(await createUser(deps, body, ctx)));

  implement(app, api.updatePlantUser, async ({ params, body }, ctx) =>
    toUser(await changeUser(deps, params.id, body, ctx)),
  );

  implement(app, api.deletePlantUser, async ({ params }, ctx) => {
    await deleteUser(deps, params.id, ctx);
    return { deleted: 1 as const };
  });

  implement(app, api.deleteUserBlacklists, async ({ params }, ctx) => ({
    deleted: await clearLists(deps, params.id, ctx),
  }));

  implement(app, api.moveUserBlacklists, ({ params, body }, ctx) => giveLists(deps, params.id, body.dst_user_id, ctx));
}

function readRoutes(app: PlantApp, { store }: UsersDeps): void {
  const find = (filter: api.PlantUserFilter, page: ListPage, ctx: Context) =>
    findUsers(store.runner, ctx.viewer.user, filter, page, romeDayOf(msOf(ctx.now())), ctx.signal);

  const search = async (asked: api.PlantUserQuestion, ctx: Context): Promise<api.PlantUserPage> => {
    const page = pageOf(asked);
    const { rows, count } = await find(asked, page, ctx);
    await ctx.audit({ count: rows.length, detail: told(asked) });
    return { objects: rows.map(toUser), pagination: listPagination(page, count) };
  };
  implement(app, api.listPlantUsers, ({ query }, ctx) => search(query, ctx));
  implement(app, api.searchPlantUsers, ({ body }, ctx) => search(body, ctx));

  const download = async ({ format, ...filter }: api.PlantUserFilter & { format: string }, ctx: Context) => {
    const { rows } = await find(filter, ALL, ctx);
    const bytes = Buffer.from(usersCsv(rows), 'utf8');
    await ctx.audit({ count: rows.length, bytes: bytes.length, detail: { ...told(filter), format } });
    return { bytes, type: 'text/csv', fileName: `utenti-${romeDayOf(msOf(ctx.now()))}.csv` };
  };
  implement(app, api.exportPlantUsers, ({ query }, ctx) => download(query, ctx));
  implement(app, api.exportPlantUsersByBody, ({ body }, ctx) => download(body, ctx));
}
