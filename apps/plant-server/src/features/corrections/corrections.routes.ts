import { correctPlate } from '@varco/contract/plant/corrections.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { computeStoredWindow } from '../../policy/visible-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { CorrectionsDeps } from './corrections.deps.ts';
import { republishAlerts } from '../alerts/alerts.public.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildTransitScope } from '../../auth/plant-viewer.ts';
import {
  toCorrection,
  readCorrection,
  removeCorrection,
  readTransit,
  writeCorrection,
} from '../transits/transits.public.ts';
import { inTransaction } from '../../database/pg-runner.ts';

/**
 * Corrections of plates by users (decisions, "What the camera read is never changed"). The read itself does not change.
 */
export function correctionRoutes(app: PlantApp, { store, pool }: CorrectionsDeps): void {
  implement(app, correctPlate, async ({ params, body }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const scope = buildTransitScope(ctx.viewer);
    const nowMs = parseInstantMs(ctx.now());
    const range = { retentionDays: settings.retention_days, nowMs };
    const row = await readTransit(
      store.runner,
      { ...computeStoredWindow(scope, range), gates: scope.gates },
      params.id,
      ctx.signal,
    );
    if (row === null) throw new AppError('not_found');
    if (body.targa === '' && row.plate !== '')
      throw new AppError('bad_request', { sub: 'invalid_field', field: 'targa' });
    const correction = {
      corrected: body.targa,
      author: ctx.viewer.user.uuid,
      reason: body.reason.trim(),
      madeAt: ctx.now(),
    };
    // The log entry is durable before the change, so that no correction exists without one.
    const made = await inTransaction(pool, async (runner) => {
      const before = await readCorrection(runner, row);
      if (body.targa === row.plate) await removeCorrection(runner, row);
      else await writeCorrection(runner, row, correction);
      // The job of alerts publishes them within a second.
      await republishAlerts(runner, row);
      const after = await readCorrection(runner, row);
      await ctx.audit({
        count: 1,
        detail: {
          id: row.id,
          plate: row.plate,
          before: before?.corrected ?? null,
          after: after?.corrected ?? null,
          reason: correction.reason,
        },
      });
      return after;
    });
    return { correzione: toCorrection(made) };
  });
}
