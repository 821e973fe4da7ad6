import * as api from '@varco/contract/plant/gate-watch.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { computeVisibleWindow } from '../../policy/visible-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { resolveRequestedGates } from '../gates/gates.public.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { GateWatchDeps } from './gate-watch.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { type PlantViewer, buildTransitScope } from '../../auth/plant-viewer.ts';
import { fetchTransits, toTransit, buildViewContext } from '../transits/transits.public.ts';
import { latestOfGates } from './latest-of-gates.repository.ts';
import { isValidWatchGrant, signWatchGrant, type Watcher } from './watch-grant.ts';

type Context = CallContext<PlantViewer>;

/** Camera monitor (decisions; ADR 0022): the newest transit of each chosen gate. Opening it writes one log entry. */
export function gateWatchRoutes(app: PlantApp, deps: GateWatchDeps): void {
  const { store, key } = deps;

  implement(app, api.openWatch, async ({ body }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const latest = await readLatestTransits(deps, body.varchi, [], settings.retention_days, ctx);
    const { leave: grant, expires } = signWatchGrant(
      key,
      getWatcher(body.varchi, ctx),
      parseInstantMs(ctx.now()) / 1000,
    );
    await ctx.audit({
      outcome: latest.limitazioni.length === 0 ? 'ok' : 'partial',
      count: latest.objects.length,
      detail: { gates: body.varchi, until: toIsoInstant(expires * 1000), ids: latest.objects.map(({ id }) => id) },
    });
    return { ...latest, visione: grant, scade: toIsoInstant(expires * 1000) };
  });

  implement(app, api.followWatch, async ({ body }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    // Without a valid watch grant this is a new opening, with a reason and a log entry.
    if (!isValidWatchGrant(key, getWatcher(body.varchi, ctx), body.visione, parseInstantMs(ctx.now()) / 1000))
      throw new AppError('bad_request', { sub: 'invalid_field', field: 'visione' });
    return readLatestTransits(deps, body.varchi, body.noti ?? [], settings.retention_days, ctx);
  });
}

const getWatcher = (gates: readonly number[], { viewer }: Context): Watcher => ({
  user: viewer.user.uuid,
  session: viewer.session,
  gates,
});

/** The newest transit of each gate as the user may see it, without those the client already has. */
async function readLatestTransits(
  { store }: GateWatchDeps,
  requested: readonly number[],
  known: readonly string[],
  retentionDays: number,
  ctx: Context,
): Promise<api.GateLatest> {
  const startedAt = performance.now();
  const scope = buildTransitScope(ctx.viewer);
  const gates = await resolveRequestedGates(store, { varchi: requested }, scope);
  const nowMs = parseInstantMs(ctx.now());
  const window = computeVisibleWindow(scope, { startMs: null, endMs: null, retentionDays, nowMs });
  const keys = await latestOfGates(store.runner, { gates, fromMs: window.fromMs, toMs: window.toMs }, ctx.signal);
  const requestedGates = keys.filter(({ id }) => !known.includes(id));
  const visible = { gates: null, fromMs: window.fromMs, toMs: window.toMs };
  const rows = await fetchTransits(store.runner, visible, requestedGates, ctx.signal);
  const view = await buildViewContext(
    store,
    scope,
    rows,
    { over: visible, withCounts: false, question: null },
    ctx.signal,
  );
  return {
    objects: rows.map((row): Transit => toTransit(row, view)),
    limitazioni: [...window.limitations],
    ora: ctx.now(),
    took_ms: Math.round(performance.now() - startedAt),
  };
}
