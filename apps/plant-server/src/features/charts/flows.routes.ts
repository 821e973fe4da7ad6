import * as api from '@varco/contract/plant/chart-flows.ts';
import { MAX_CHART_DAYS } from '@varco/contract/plant/charts.ts';
import { estimateMedianSeconds } from '@varco/domain/charts/trip-classes.ts';
import { parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readFirstHourMs } from '../../plate-index/movements/movements.repository.ts';
import { openAnalysisScope, requireGateToGate } from '../analysis/analysis.public.ts';
import { selectCountedGates } from '../statistics/statistics.public.ts';
import { checkChartPeriod, countDays, toFinishedDays } from './chart-period.ts';
import type { ChartsDeps } from './charts.deps.ts';
import { countCountedFlowDays, type DaySpan, type GateFlow, sumFlows } from './flow-days.repository.ts';

/**
 * Trips from gate to gate over whole days, from the counted days (ADR 0022). Whoever may not see every gate is refused: a trip
 * that is missing between two gates would say that a vehicle passed a third one.
 */
export function flowRoutes(app: PlantApp, { store }: ChartsDeps): void {
  implement(app, api.chartFlows, async ({ body }, ctx) => {
    const startedAt = performance.now();
    const analysis = await openAnalysisScope(store.runner, ctx);
    requireGateToGate(analysis, ctx.now());
    if (analysis.scope.gates !== null) throw new AppError('no_perms', { sub: 'gate_not_allowed' });
    const nowMs = parseInstantMs(ctx.now());
    checkChartPeriod(body, nowMs);
    const gates = await selectCountedGates(store, body, analysis.scope);
    const window = analysis.limitWindow(body, MAX_CHART_DAYS + 1);
    const days = toFinishedDays(window, nowMs);
    const flows = days === null ? [] : await sumFlows(store.runner, days, gates, ctx.signal);
    const counted = await describeDays(store.runner, days, ctx.signal);
    const trips = sumTrips(flows);
    const limitations = [...new Set([...window.limitations, ...analysis.limitations])];
    await ctx.audit({
      outcome: limitations.length === 0 ? 'ok' : 'partial',
      count: trips,
      detail: { gates: body.varchi ?? null, from: body.dal, to: body.al, chart: 'flows' },
    });
    return {
      ...counted,
      viaggi: trips,
      flussi: flows.slice(0, api.MAX_FLOWS).map(({ from_gate: da, to_gate: a, n, classes }) => ({
        da,
        a,
        n,
        mediana_s: estimateMedianSeconds(classes) ?? 0,
      })),
      altri_viaggi: sumTrips(flows.slice(api.MAX_FLOWS)),
      limitazioni: limitations,
      took_ms: Math.round(performance.now() - startedAt),
    };
  });
}

const sumTrips = (flows: readonly GateFlow[]): number => flows.reduce((sum, { n }) => sum + n, 0);

/** Counted days of a span, and those the job has not reached yet; days before the first transit are not waited for. */
async function describeDays(runner: Runner, days: DaySpan | null, signal: AbortSignal | undefined) {
  if (days === null) return { giorni: null, giorni_contati: 0, giorni_da_contare: 0 };
  const [counted, firstMs] = await Promise.all([
    countCountedFlowDays(runner, days, signal),
    readFirstHourMs(runner, signal),
  ]);
  const firstDay = firstMs === null ? null : toRomeDay(firstMs);
  const due = firstDay === null ? 0 : countDays(firstDay > days.first ? firstDay : days.first, days.last);
  return {
    giorni: { primo: days.first, ultimo: days.last },
    giorni_contati: counted,
    giorni_da_contare: Math.max(0, due - counted),
  };
}
