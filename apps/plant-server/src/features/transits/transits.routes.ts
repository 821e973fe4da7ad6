import type { Transit } from '@varco/contract/plant/transit.ts';
import * as api from '@varco/contract/plant/transits.ts';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { msOf } from '@varco/domain/time/rome.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp, PlantDeps } from '../../plant/plant-app.ts';
import { checkReason } from '../../plant/consultation-reason.ts';
import { readSettings } from '../../plant/plant-settings.ts';
import { scopeOf, type PlantViewer } from '../../plant/plant-viewer.ts';
import { newestRead } from '../../store/count-transits.ts';
import { pageOf } from './page.view.ts';
import { transitDetail } from './transit-detail.ts';
import { transitQuery, windowDetail } from './transit-query.ts';
import { countFound, findTransits, limitationsOf } from './transits.service.ts';
import { toTransit } from './transits.view.ts';

type Context = CallContext<PlantViewer>;
type TicketSize = 't100' | 't400';

/** Search, count and detail of transits (T 7.1); each leaves one entry in the consultation log before data leaves. */
export function transitRoutes(app: PlantApp, deps: PlantDeps): void {
  const { store } = deps;

  async function search(filter: TransitFilter, sizes: readonly TicketSize[], ctx: Context) {
    const started = performance.now();
    const settings = await readSettings(store.runner);
    checkReason(ctx.reason, settings);
    const scope = scopeOf(ctx.viewer);
    const query = transitQuery(filter, scope, settings.retention_days, ctx.now());
    const found = await findTransits(store, scope, query, ctx.signal);
    const limitations = limitationsOf(scope, query);
    const objects = found.rows.map((row): Transit => toTransit(row, found.view, ticketsFor(row, sizes, ctx)));
    const newest = await newestRead(store.runner);
    const outcome = limitations.length === 0 ? 'ok' : 'partial';
    await ctx.audit({
      outcome,
      count: objects.length,
      detail: { filter, window: windowDetail(query.window), ids: objects.map((o) => o.id) },
    });
    return {
      objects,
      pagination: pageOf(query, objects.length, found.hasNext),
      limitations,
      newest_read: newest,
      took_ms: Math.round(performance.now() - started),
    };
  }

  function ticketsFor(
    row: { readonly id: string; readonly flags: number },
    sizes: readonly TicketSize[],
    ctx: Context,
  ) {
    if (sizes.length === 0 || (row.flags & 1) === 0) return undefined;
    return Object.fromEntries(
      sizes.map((variant) => [
        variant,
        deps.signPicture({ resource: row.id, variant, user: ctx.viewer.user.uuid, session: ctx.viewer.session }),
      ]),
    );
  }

  async function count(filter: TransitFilter, ctx: Context) {
    const settings = await readSettings(store.runner);
    checkReason(ctx.reason, settings);
    const scope = scopeOf(ctx.viewer);
    const query = transitQuery(filter, scope, settings.retention_days, ctx.now());
    const number = await countFound(store, query, ctx.signal);
    const limitations = limitationsOf(scope, query);
    const outcome = limitations.length === 0 ? 'ok' : 'partial';
    await ctx.audit({ outcome, count: number, detail: { filter, window: windowDetail(query.window) } });
    return { count: number, limitations };
  }

  implement(app, api.listTransits, ({ query }, ctx) => search(query, [], ctx));
  implement(app, api.searchTransits, ({ body: { tickets, ...filter } }, ctx) => search(filter, tickets ?? [], ctx));
  implement(app, api.countTransits, ({ query }, ctx) => count(query, ctx));
  implement(app, api.countTransitsByBody, ({ body }, ctx) => count(body, ctx));
  implement(app, api.getTransit, async ({ params }, ctx) => {
    const settings = await readSettings(store.runner);
    checkReason(ctx.reason, settings);
    const detail = await transitDetail(
      store,
      scopeOf(ctx.viewer),
      params.id,
      settings.retention_days,
      msOf(ctx.now()),
      ctx.signal,
    );
    await ctx.audit({ count: 1, detail: { id: params.id, plate: detail.targa } });
    return detail;
  });
}
