import type { Limitation } from '@varco/contract/plant/transits.ts';
import { getChartRights } from '@varco/domain/plants/advanced-charts.ts';
import { toIsoInstant, parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import type { SearchWindow } from '@varco/domain/transits/search-window.ts';
import { computeVisibleWindow } from '../../policy/visible-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import { type PlantSettings, readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { type PlantViewer, buildTransitScope, type TransitScope } from '../../auth/plant-viewer.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';

const DAY_MS = 86_400_000;
/** A range of whole local days is up to an hour longer when the clock changes; twice that is allowed. */
const CLOCK_CHANGE_SLACK_MS = 2 * 3_600_000;

/** Rights, settings and limits that every analysis starts from. */
export interface AnalysisScope {
  readonly scope: TransitScope;
  readonly settings: PlantSettings;
  /** Limits a window to what this user may see. Throws `bad_request` when it is reversed or longer than `mostDays`. */
  readonly limitWindow: (requested: { readonly dal: string; readonly al: string }, mostDays: number) => SearchWindow;
  /** All transits the user may see, the population a plate is compared with. */
  readonly wholeVisibility: Visibility;
  /** Restrictions of this user, in addition to those of a window. */
  readonly limitations: readonly Limitation[];
}

interface AnalysisCall {
  readonly viewer: PlantViewer;
  readonly reason: Parameters<typeof checkReason>[0];
  readonly now: () => string;
}

/**
 * Checks the rights for an analysis: force rights, visible plates, and a reason where the plant requires one. Throws
 * `no_perms`, `reason_required`.
 */
export async function openAnalysisScope(runner: Runner, call: AnalysisCall): Promise<AnalysisScope> {
  const scope = buildTransitScope(call.viewer);
  if (!scope.seesPlates) throw new AppError('no_perms', { sub: 'level' });
  const settings = await readPlantSettings(runner);
  checkReason(call.reason, settings);
  const nowMs = parseInstantMs(call.now());
  const limits = { retentionDays: settings.retention_days, nowMs };
  const visible = computeVisibleWindow(scope, { startMs: null, endMs: null, ...limits });
  return {
    scope,
    settings,
    limitWindow({ dal, al }, mostDays) {
      const [startMs, endMs] = [parseInstantMs(dal), parseInstantMs(al)];
      if (startMs > endMs) throw new AppError('bad_request', { sub: 'invalid_field', field: 'al' });
      if (endMs - startMs > mostDays * DAY_MS + CLOCK_CHANGE_SLACK_MS)
        throw new AppError('bad_request', { sub: 'invalid_field', field: 'dal' });
      return computeVisibleWindow(scope, { startMs, endMs, ...limits });
    },
    wholeVisibility: { gates: scope.gates, fromMs: visible.fromMs, toMs: visible.toMs },
    limitations: [
      ...(scope.gates === null ? [] : (['gates'] as const)),
      ...(scope.tMaxMinutes === 0 ? [] : (['t_max'] as const)),
      ...(scope.lookBackDays === null ? [] : (['look_back'] as const)),
    ],
  };
}

/** LIC-07: requires the licence option for gate-to-gate analysis. Throws `missing_license_option`. */
export function requireGateToGate({ settings }: AnalysisScope, now: string): void {
  if (!getLicensedCharts(settings, now).g2g)
    throw new AppError('missing_license_option', { sub: 'g2g_license_missing' });
}

/** LIC-07: requires the licence option for the population. Throws `missing_license_option`. */
export function requirePopulation({ settings }: AnalysisScope, now: string): void {
  if (!getLicensedCharts(settings, now).population)
    throw new AppError('missing_license_option', { sub: 'population_license_missing' });
}

/** Requires the licence option for charts. Throws `missing_license_option`. */
export function requireCharts(settings: PlantSettings, now: string): void {
  if (!getLicensedCharts(settings, now).charts)
    throw new AppError('missing_license_option', { sub: 'charts_license_missing' });
}

/** Chart options of a licence that has not expired. */
function getLicensedCharts({ license_expires_on: last, license_options: options }: PlantSettings, now: string) {
  const isExpired = last !== null && last < toRomeDay(parseInstantMs(now));
  return getChartRights({ license_options: isExpired ? null : { adv_charts: options?.adv_charts ?? null } }, now);
}

/** Window bounds in the format of the API: the end is inclusive and never before the start. */
export const toInclusiveWindow = (fromMs: number, toMs: number): { readonly dal: string; readonly al: string } => ({
  dal: toIsoInstant(fromMs),
  al: toIsoInstant(Math.max(fromMs, toMs - 1)),
});
