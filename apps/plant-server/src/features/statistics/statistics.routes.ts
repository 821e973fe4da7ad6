import * as api from '@varco/contract/plant/statistics.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { computeVisibleWindow } from '../../policy/visible-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { toInclusiveWindow } from '../analysis/analysis.public.ts';
import { readGates } from '../gates/gates.public.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { StatisticsDeps } from './statistics.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { type PlantViewer, buildTransitScope, type TransitScope } from '../../auth/plant-viewer.ts';
import type { CodeDictionary } from '../../database/code-dictionary.repository.ts';
import { countPeriod, splitPeriod } from './count-period.ts';
import { loadNewClasses, selectCountedGates } from './counted-scope.ts';
import { getLineKey, type PlateBounds, countPlatesByLine } from './count-plates.ts';
import { countUnread } from './gate-figures.repository.ts';
import { buildFigures, type LineParts } from './statistics.view.ts';

const DAY_MS = 86_400_000;
/** Tolerance for the two days a year on which the clock changes. */
const CLOCK_CHANGE_TOLERANCE_MS = 2 * 3_600_000;

interface StatisticsQuery {
  readonly varchi?: readonly number[] | undefined;
  readonly dal: string;
  readonly al: string;
  readonly per?: api.StatisticsBy | undefined;
}

/** Statistics report (decisions; ADR 0022): figures only, no plate leaves the plant. */
export function statisticsRoutes(app: PlantApp, { store }: StatisticsDeps): void {
  async function respond(params: StatisticsQuery, ctx: CallContext<PlantViewer>): Promise<api.StatisticsResponse> {
    const startedAt = performance.now();
    const scope = buildTransitScope(ctx.viewer);
    const settings = await readPlantSettings(store.runner);
    // Figures of one gate and one minute concern about one vehicle, so a reason is required as for any consultation.
    checkReason(ctx.reason, settings);
    const gates = await selectCountedGates(store, params, scope);
    const window = parseStatisticsWindow(params, scope, settings.retention_days, parseInstantMs(ctx.now()));
    const visible = { gates, fromMs: window.fromMs, toMs: window.toMs };
    const parts = splitPeriod(visible);
    const [cells, unread] = await Promise.all([
      countPeriod(store.runner, visible, parts, ctx.signal),
      countUnread(store.runner, visible, ctx.signal),
    ]);
    await loadNewClasses(store.codes, cells);
    const by = params.per ?? 'totale';
    const countRequest = { store, visible, parts, cells, signal: ctx.signal };
    const totals = scope.seesPlates ? await countPlatesByLine(countRequest, 'totale') : null;
    const plates = !scope.seesPlates || by === 'totale' ? totals : await countPlatesByLine(countRequest, by);
    const order = (await readGates(store.runner)).map(({ id }) => id);
    const total = buildFigures({ cells, unread }, getPlateBounds(totals, ''), store.codes);
    await ctx.audit({
      outcome: window.limitations.length === 0 && scope.gates === null ? 'ok' : 'partial',
      count: total.transiti,
      detail: { gates: params.varchi ?? null, from: params.dal, to: params.al, by },
    });
    return {
      totale: total,
      righe: by === 'totale' ? [] : buildStatisticsLines({ cells, unread }, by, plates, store.codes, order),
      ...toInclusiveWindow(window.fromMs, window.toMs),
      limitazioni: [...window.limitations, ...(scope.gates === null ? [] : (['gates'] as const))],
      oscurato: !scope.seesPlates,
      senza_dettaglio: total.transiti - total.contati,
      took_ms: Math.round(performance.now() - startedAt),
    };
  }
  implement(app, api.statistics, ({ body }, ctx) => respond(body, ctx));
  implement(app, api.getStatistics, ({ query }, ctx) => respond(query, ctx));
}

function parseStatisticsWindow(
  { dal, al }: StatisticsQuery,
  scope: TransitScope,
  retentionDays: number,
  nowMs: number,
) {
  const [startMs, endMs] = [parseInstantMs(dal), parseInstantMs(al)];
  if (startMs > endMs) throw new AppError('bad_request', { sub: 'invalid_field', field: 'al' });
  if (endMs - startMs > api.MAX_STATISTICS_DAYS * DAY_MS + CLOCK_CHANGE_TOLERANCE_MS)
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'dal' });
  return computeVisibleWindow(scope, { startMs, endMs, retentionDays, nowMs });
}

const NO_PLATES: PlateBounds = { min: 0, max: 0 };
const getPlateBounds = (plates: ReadonlyMap<string, PlateBounds> | null, line: string): PlateBounds | null =>
  plates === null ? null : (plates.get(line) ?? NO_PLATES);

function buildStatisticsLines(
  { cells, unread }: LineParts,
  by: 'varco' | 'giorno',
  plates: ReadonlyMap<string, PlateBounds> | null,
  codes: CodeDictionary,
  order: readonly number[],
): api.StatisticsResponse['righe'] {
  const gateIndex = (gate: number): number => order.indexOf(gate);
  const cellsOf = Map.groupBy(cells, (cell) => getLineKey(cell, by));
  const unreadOf = Map.groupBy(unread, (one) => getLineKey(one, by));
  return [...new Set([...cellsOf.keys(), ...unreadOf.keys()])]
    .map((line) => ({
      varco_id: by === 'varco' ? Number(line) : null,
      giorno: by === 'giorno' ? line : null,
      ...buildFigures(
        { cells: cellsOf.get(line) ?? [], unread: unreadOf.get(line) ?? [] },
        getPlateBounds(plates, line),
        codes,
      ),
    }))
    .toSorted((a, b) =>
      by === 'varco'
        ? gateIndex(a.varco_id ?? 0) - gateIndex(b.varco_id ?? 0)
        : (a.giorno ?? '') < (b.giorno ?? '')
          ? -1
          : 1,
    );
}
