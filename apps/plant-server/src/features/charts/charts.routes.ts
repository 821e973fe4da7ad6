import * as api from '@varco/contract/plant/charts.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { buildTransitScope } from '../../auth/plant-viewer.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { computeVisibleWindow } from '../../policy/visible-window.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { requireCharts, toInclusiveWindow } from '../analysis/analysis.public.ts';
import { readGates } from '../gates/gates.public.ts';
import {
  buildDetailFigures,
  countPeriod,
  loadNewClasses,
  selectCountedGates,
  splitPeriod,
} from '../statistics/statistics.public.ts';
import { countHours, sumByGate, sumByHour } from './chart-sums.repository.ts';
import type { ChartsDeps } from './charts.deps.ts';
import { buildChartSums } from './charts.view.ts';
import { checkChartPeriod } from './chart-period.ts';
import { flowRoutes } from './flows.routes.ts';
import { populationRoutes } from './population.routes.ts';
import { toWholeHours } from './whole-hours.ts';

/** Charts (decisions; ADR 0022): sums over up to a year, from the roll-ups; no plate leaves the plant. */
export function chartRoutes(app: PlantApp, { store }: ChartsDeps): void {
  flowRoutes(app, { store });
  populationRoutes(app, { store });
  implement(app, api.transitCharts, async ({ body }, ctx) => {
    const startedAt = performance.now();
    const scope = buildTransitScope(ctx.viewer);
    const settings = await readPlantSettings(store.runner);
    requireCharts(settings, ctx.now());
    checkReason(ctx.reason, settings);
    const nowMs = parseInstantMs(ctx.now());
    const [startMs, endMs] = checkChartPeriod(body, nowMs);
    const gates = await selectCountedGates(store, body, scope);
    const window = computeVisibleWindow(scope, { startMs, endMs, retentionDays: settings.retention_days, nowMs });
    const visible = { gates, ...toWholeHours(window, nowMs) };
    const [byGate, byHour, counts, order] = await Promise.all([
      sumByGate(store.runner, visible, ctx.signal),
      sumByHour(store.runner, visible, ctx.signal),
      countHours(store.runner, visible, ctx.signal),
      readGates(store.runner),
    ]);
    const cells = await countPeriod(store.runner, visible, splitPeriod(visible), ctx.signal);
    await loadNewClasses(store.codes, cells);
    const sums = buildChartSums(
      byGate,
      byHour,
      counts,
      order.map(({ id }) => id),
    );
    const details = buildDetailFigures(cells, store.codes);
    const limitations = [...window.limitations, ...(scope.gates === null ? [] : (['gates'] as const))];
    await ctx.audit({
      outcome: limitations.length === 0 ? 'ok' : 'partial',
      count: sums.transiti,
      detail: { gates: body.varchi ?? null, from: body.dal, to: body.al },
    });
    return {
      ...sums,
      ...details,
      // The running hour is counted as far as it has come.
      ...toInclusiveWindow(visible.fromMs, Math.min(visible.toMs, nowMs + 1)),
      limitazioni: limitations,
      senza_dettaglio: Math.max(0, sums.transiti - details.contati),
      took_ms: Math.round(performance.now() - startedAt),
    };
  });
}
