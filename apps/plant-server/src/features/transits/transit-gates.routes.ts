import { locateTransits } from '@varco/contract/plant/transit-gates.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { computeStoredWindow } from '../../policy/visible-window.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { openNamedTransits } from '../approvals/approvals.public.ts';
import { readTransitGates } from './fetch-transits.repository.ts';
import type { TransitsDeps } from './transits.deps.ts';

/** Where transits passed that a log names by their ids, for whom may open them. */
export function transitGateRoutes(app: PlantApp, { store }: Pick<TransitsDeps, 'store'>): void {
  implement(app, locateTransits, async ({ body }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const { scope, ids } = await openNamedTransits(store.runner, ctx.viewer, [...new Set(body.ids)], ctx.now());
    const range = { retentionDays: settings.retention_days, nowMs: parseInstantMs(ctx.now()) };
    const visible = { ...computeStoredWindow(scope, range), gates: scope.gates };
    const found = await readTransitGates(store.runner, visible, ids, ctx.signal);
    const objects = found.map(({ id, ts, gate }) => ({ id, data: ts, varco_id: gate }));
    await ctx.audit({ count: objects.length, detail: { ids: body.ids } });
    return { objects };
  });
}
