import type { Limitation } from '@varco/contract/plant/transits.ts';
import { advancedCharts } from '@varco/domain/plants/advanced-charts.ts';
import { isoOf, msOf, romeDayOf } from '@varco/domain/time/rome.ts';
import { type SearchWindow, searchWindow } from '@varco/domain/transits/search-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import { type PlantSettings, readSettings } from '../../settings/plant-settings.ts';
import { type PlantViewer, scopeOf, type TransitScope } from '../../auth/plant-viewer.ts';
import type { Runner } from '../../database/statement.ts';
import type { Visibility } from '../../policy/visible-transits.ts';

const DAY_MS = 86_400_000;
/** Two days a year are an hour longer. */
const SLACK_MS = 2 * 3_600_000;

/** What every analysis asks of the person and the plant before it looks at anything. */
export interface AnalysisScope {
  readonly scope: TransitScope;
  readonly settings: PlantSettings;
  /** The part of a window this person may see. Throws `bad_request` when it is the wrong way round or longer than `mostDays`. */
  readonly window: (asked: { readonly dal: string; readonly al: string }, mostDays: number) => SearchWindow;
  /** All they may see of the plant: what a plate is held against. */
  readonly everything: Visibility;
  /** Restrictions of this person, beside those of a window. */
  readonly limitations: readonly Limitation[];
}

interface AnalysisCall {
  readonly viewer: PlantViewer;
  readonly reason: Parameters<typeof checkReason>[0];
  readonly now: () => string;
}

/**
 * Rights of an analysis: force rights, plates in clear (it is about plates), a reason where the plant wants one. Throws `no_perms`,
 * `reason_required`.
 */
export async function analysisScope(runner: Runner, call: AnalysisCall): Promise<AnalysisScope> {
  const scope = scopeOf(call.viewer);
  if (!scope.seesPlates) throw new AppError('no_perms', { sub: 'level' });
  const settings = await readSettings(runner);
  checkReason(call.reason, settings);
  const nowMs = msOf(call.now());
  const limits = { refMs: null, tMaxMinutes: scope.tMaxMinutes, retentionDays: settings.retention_days, nowMs };
  const seeable = searchWindow({ startMs: null, endMs: null, ...limits });
  return {
    scope,
    settings,
    window({ dal, al }, mostDays) {
      const [startMs, endMs] = [msOf(dal), msOf(al)];
      if (startMs > endMs) throw new AppError('bad_request', { sub: 'invalid_field', field: 'al' });
      if (endMs - startMs > mostDays * DAY_MS + SLACK_MS)
        throw new AppError('bad_request', { sub: 'invalid_field', field: 'dal' });
      return searchWindow({ startMs, endMs, ...limits });
    },
    everything: { gates: scope.gates, fromMs: seeable.fromMs, toMs: seeable.toMs },
    limitations: [
      ...(scope.gates === null ? [] : (['gates'] as const)),
      ...(scope.tMaxMinutes === 0 ? [] : (['t_max'] as const)),
    ],
  };
}

/** LIC-07: gate to gate only as the plant's licence grants it. Throws `missing_license_option`. */
export function requireGateToGate({ settings }: AnalysisScope, now: string): void {
  const { license_expires_on: last, license_options: options } = settings;
  const charts = { license_options: options === null ? null : { adv_charts: options.adv_charts ?? null } };
  const isExpired = last !== null && last < romeDayOf(msOf(now));
  if (isExpired || !advancedCharts(charts, now).g2g)
    throw new AppError('missing_license_option', { sub: 'g2g_license_missing' });
}

/** Bounds as an answer tells them: never the wrong way round, the end without the half-open millisecond. */
export const toldWindow = (fromMs: number, toMs: number): { readonly dal: string; readonly al: string } => ({
  dal: isoOf(fromMs),
  al: isoOf(Math.max(fromMs, toMs - 1)),
});
