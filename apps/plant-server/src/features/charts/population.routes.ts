import * as api from '@varco/contract/plant/chart-population.ts';
import { MAX_CHART_DAYS } from '@varco/contract/plant/charts.ts';
import { POPULATION_DAYS, POPULATION_VERSION } from '@varco/domain/charts/population.ts';
import { addDays, parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { openAnalysisScope, requirePopulation } from '../analysis/analysis.public.ts';
import { selectCountedGates } from '../statistics/statistics.public.ts';
import { checkChartPeriod, countDays, toFinishedDays } from './chart-period.ts';
import type { ChartsDeps } from './charts.deps.ts';
import { findFirstWholeDay } from './count-population-days.ts';
import { countCountedPopulationDays, readPopulationDays } from './population-days.repository.ts';
import { buildPopulationDay } from './population.view.ts';

/**
 * Residents, commuters and passers-by of whole days, from the counted days (ADR 0022). Whoever may not see every gate is refused:
 * the classes come from the passages at all gates.
 */
export function populationRoutes(app: PlantApp, { store }: ChartsDeps): void {
  implement(app, api.chartPopulation, async ({ body }, ctx) => {
    const startedAt = performance.now();
    const { runner } = store;
    const analysis = await openAnalysisScope(runner, ctx);
    requirePopulation(analysis, ctx.now());
    if (analysis.scope.gates !== null) throw new AppError('no_perms', { sub: 'gate_not_allowed' });
    const nowMs = parseInstantMs(ctx.now());
    checkChartPeriod(body, nowMs);
    const gate = body.varco ?? null;
    if (gate !== null) await selectCountedGates(store, { varchi: [gate] }, analysis.scope);
    const window = analysis.limitWindow(body, MAX_CHART_DAYS + 1);
    const days = toFinishedDays(window, nowMs);
    const first = await findFirstWholeDay(runner, analysis.settings.retention_days, nowMs, ctx.signal);
    const dueFrom = first === null ? null : addDays(first, POPULATION_DAYS - 1);
    const [counted, known] =
      days === null
        ? [[], { counted: 0, due: 0 }]
        : await Promise.all([
            readPopulationDays(runner, days, gate, ctx.signal),
            countCountedPopulationDays(runner, days, dueFrom, ctx.signal),
          ]);
    const limitations = [...new Set([...window.limitations, ...analysis.limitations])];
    await ctx.audit({
      outcome: limitations.length === 0 ? 'ok' : 'partial',
      count: counted.length,
      detail: { gates: gate === null ? null : [gate], from: body.dal, to: body.al, chart: 'population' },
    });
    const due =
      days === null || dueFrom === null ? 0 : countDays(dueFrom > days.first ? dueFrom : days.first, days.last);
    return {
      formula: POPULATION_VERSION,
      giorni: days === null ? null : { primo: days.first, ultimo: days.last },
      giorni_contati: known.counted,
      giorni_da_contare: Math.max(0, due - known.due),
      stimabile_dal: dueFrom,
      serie: counted.map((one) => buildPopulationDay(one, gate === null ? 'plant' : 'gate')),
      limitazioni: limitations,
      took_ms: Math.round(performance.now() - startedAt),
    };
  });
}
