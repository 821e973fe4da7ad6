import type { PictureTickets, Transit, TransitDetail } from '@varco/contract/plant/transit.ts';
import * as api from '@varco/contract/plant/transits.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import { canActOnPlant } from '@varco/domain/permissions.ts';
import { msOf } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { TransitsDeps } from './transits.deps.ts';
import { readSettings } from '../../settings/plant-settings.ts';
import { scopeOf, type PlantViewer, type TransitScope } from '../../auth/plant-viewer.ts';
import { newestRead } from './search/count-transits.ts';
import type { TransitRow } from './fetch-transits.ts';
import { FLAG } from './transit-row.ts';
import { startPage } from './page-start.ts';
import { pageOf } from './page.view.ts';
import { transitDetail } from './transit-detail.ts';
import { transitQuery, windowDetail, type TransitQuery } from './transit-query.ts';
import { countFound, findTransits, limitationsOf, type SearchNeeds } from './transits.service.ts';
import { toTransit } from './transits.view.ts';

type Context = CallContext<PlantViewer>;
type TicketSize = 't100' | 't400';

/** Search, count and detail of transits (T 7.1). Each writes one entry to the consultation log before data is sent. */
export function transitRoutes(app: PlantApp, deps: TransitsDeps): void {
  implement(app, api.listTransits, ({ query }, ctx) => search(deps, query, [], ctx));
  implement(app, api.searchTransits, ({ body: { tickets, ...filter } }, ctx) =>
    search(deps, filter, tickets ?? [], ctx),
  );
  implement(app, api.listAdrTransits, ({ query }, ctx) => search(deps, withPanel(query), [], ctx));
  implement(app, api.searchAdrTransits, ({ body: { tickets, ...filter } }, ctx) =>
    search(deps, withPanel(filter), tickets ?? [], ctx),
  );
  implement(app, api.countTransits, ({ query }, ctx) => count(deps, query, ctx));
  implement(app, api.countTransitsByBody, ({ body }, ctx) => count(deps, body, ctx));
  implement(app, api.getTransit, ({ params }, ctx) => one(deps, params.id, ctx));
}

/** The call for hazardous goods adds the panel filter, whatever the request contains. */
const withPanel = (filter: TransitFilter): TransitFilter => ({ ...filter, f_adr_only: true });

/** First steps of every consultation: check the reason, determine what the user may see, validate the request. */
async function opened(
  { store, ministry }: TransitsDeps,
  filter: TransitFilter,
  ctx: Context,
): Promise<{ readonly scope: TransitScope; readonly query: TransitQuery; readonly needs: SearchNeeds }> {
  const settings = await readSettings(store.runner);
  checkReason(ctx.reason, settings);
  const scope = scopeOf(ctx.viewer);
  const query = transitQuery(filter, scope, settings.retention_days, ctx.now());
  if (query.plates.ownerCode !== null) refuseOwner(ctx.viewer);
  return { scope, query, needs: { store, ministry, municipality: settings.municipality } };
}

/**
 * Querying the ministry for the vehicles of an owner is a look-up, which needs level 5 to 8 (T 6). Throws
 * `no_perms/level`.
 */
function refuseOwner({ user }: PlantViewer): void {
  if (canActOnPlant({ level: user.level, group: user.group_name }) !== null)
    throw new AppError('no_perms', { sub: 'level' });
}

async function search(
  deps: TransitsDeps,
  filter: TransitFilter,
  sizes: readonly TicketSize[],
  ctx: Context,
): Promise<TransitPage> {
  const started = performance.now();
  const { scope, query, needs: searchDeps } = await opened(deps, filter, ctx);
  const start = await startPage(deps, ctx.viewer.user.uuid, filter, query, ctx.signal);
  const [found, newest] = await Promise.all([
    findTransits(searchDeps, scope, query, start, ctx.signal),
    newestRead(deps.store.runner, ctx.signal),
  ]);
  const objects = found.rows.map((row): Transit => toTransit(row, found.view, ticketsFor(deps, row, sizes, ctx)));
  const limitations = limitationsOf(scope, query);
  await ctx.audit({
    // Further pages of a search get a log entry of their own, but do not count as another search.
    ...(query.offset > 0 || query.beside !== null ? { action: 'transits.page' } : {}),
    outcome: limitations.length === 0 ? 'ok' : 'partial',
    count: objects.length,
    detail: { filter, window: windowDetail(query.window), ids: objects.map((object) => object.id) },
  });
  return {
    objects,
    pagination: pageOf(query, objects.length, found.hasNext),
    limitations,
    newest_read: newest,
    took_ms: Math.round(performance.now() - started),
  };
}

/** Picture tickets of the requested sizes, for a row that has a picture. */
function ticketsFor(
  deps: TransitsDeps,
  row: Pick<TransitRow, 'id' | 'flags'>,
  sizes: readonly TicketSize[],
  { viewer }: Context,
): PictureTickets | undefined {
  if (sizes.length === 0 || (row.flags & FLAG.full) === 0) return undefined;
  const ticket = (variant: TicketSize): string =>
    deps.signPicture({ resource: row.id, variant, user: viewer.user.uuid, session: viewer.session });
  return Object.fromEntries(sizes.map((variant) => [variant, ticket(variant)]));
}

async function count(
  deps: TransitsDeps,
  filter: TransitFilter,
  ctx: Context,
): Promise<{ count: number; limitations: api.Limitation[] }> {
  const { scope, query, needs: searchDeps } = await opened(deps, filter, ctx);
  const number = await countFound(searchDeps, scope, query, ctx.signal);
  const limitations = limitationsOf(scope, query);
  const outcome = limitations.length === 0 ? 'ok' : 'partial';
  await ctx.audit({ outcome, count: number, detail: { filter, window: windowDetail(query.window) } });
  return { count: number, limitations };
}

async function one({ store }: TransitsDeps, id: string, ctx: Context): Promise<TransitDetail> {
  const settings = await readSettings(store.runner);
  checkReason(ctx.reason, settings);
  const scope = scopeOf(ctx.viewer);
  const detail = await transitDetail(store, scope, id, settings.retention_days, msOf(ctx.now()), ctx.signal);
  await ctx.audit({ count: 1, detail: { id, plate: detail.targa } });
  return detail;
}
