import { watchNewTransits } from '@varco/contract/plant/transits.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { buildTransitScope } from '../../../auth/plant-viewer.ts';
import { checkReason } from '../../../context/consultation-reason.ts';
import type { PlantApp } from '../../../context/plant-app.ts';
import { readPlantSettings } from '../../../settings/plant-settings.repository.ts';
import { computeSearchKey } from '../page-start.ts';
import { openTransitQuery } from '../open-transit-query.ts';
import { describeRange, type TransitQuery } from '../transit-query.ts';
import type { TransitsDeps } from '../transits.deps.ts';
import { listLimitations } from '../transits.service.ts';
import { readSearchStart } from './arrivals.repository.ts';
import { NewTransitStreams } from './new-transit-streams.ts';

/** New transits of a search, live. Opening the stream needs a reason and writes one log entry. */
export function newTransitRoutes(app: PlantApp, deps: TransitsDeps): void {
  const streams = new NewTransitStreams(deps);
  app.addHook('preClose', () => streams.endAll());
  implement(app, watchNewTransits, async ({ body: filter }, ctx) => {
    const settings = await readPlantSettings(deps.store.runner);
    checkReason(ctx.reason, settings);
    const { user, session } = ctx.viewer;
    const scope = buildTransitScope(ctx.viewer);
    const query = await openTransitQuery(deps.confusions, filter, scope, settings.retention_days, ctx.now());
    refuseDependentRows(query);
    const seen = await readSearchStart(deps.store.runner, computeSearchKey(deps, user.uuid, filter));
    // `ctx.signal` aborts when the response begins; the stream must live as long as its connection.
    const left = new AbortController();
    ctx.reply.raw.once('close', () => left.abort());
    const stream = streams.open({ user, session }, filter, seen, left.signal);
    try {
      const outcome = listLimitations(scope, query).length === 0 ? 'ok' : 'partial';
      await ctx.auditStream(filter, { outcome, detail: { filter, ...describeRange(query) } });
    } catch (error) {
      left.abort();
      throw error;
    }
    return { stream };
  });
}

/** A new passage may add or remove other rows of such a search, so their number says nothing. */
function refuseDependentRows({ plates, recurrence, distinct, order }: TransitQuery): void {
  const field =
    plates.ownerCode !== null
      ? 'f_codfisc'
      : distinct
        ? 'f_distinct'
        : recurrence !== null
          ? 'f_count_gt'
          : order.field !== 'data'
            ? 'order_by'
            : null;
  if (field !== null) throw new AppError('bad_request', { sub: 'invalid_field', field });
}
