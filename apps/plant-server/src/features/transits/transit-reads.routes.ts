import { listTransitReads } from '@varco/contract/plant/transit-reads.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { computeStoredWindow } from '../../policy/visible-window.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { openNamedTransits } from '../approvals/approvals.public.ts';
import { readTransit } from './fetch-transits.repository.ts';
import { readTransitReads } from './transit-reads.repository.ts';
import { toTransitRead } from './transit-reads.view.ts';
import type { TransitsDeps } from './transits.deps.ts';
import { HIDDEN } from './transits.view.ts';

/** The reads behind a transit, for whom may open the transit itself: by right, or because an approval showed it. */
export function transitReadRoutes(app: PlantApp, { store }: Pick<TransitsDeps, 'store'>): void {
  implement(app, listTransitReads, async ({ params: { id } }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const { scope } = await openNamedTransits(store.runner, ctx.viewer, [id], ctx.now());
    const range = { retentionDays: settings.retention_days, nowMs: parseInstantMs(ctx.now()) };
    const visible = { ...computeStoredWindow(scope, range), gates: scope.gates };
    const row = await readTransit(store.runner, visible, id, ctx.signal);
    if (row === null) throw new AppError('not_found');
    const reads = await readTransitReads(store.runner, row);
    const objects = reads.map((read) => toTransitRead(read, scope.seesPlates));
    const plate = scope.seesPlates ? row.plate : HIDDEN;
    await ctx.audit({ count: objects.length, detail: { id, plate } });
    return { objects };
  });
}
