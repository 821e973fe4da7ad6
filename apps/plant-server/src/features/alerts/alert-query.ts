import type { AlertFilter, OutcomeCounts } from '@varco/contract/plant/alerts.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import type { SearchWindow } from '@varco/domain/transits/search-window.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import { type PlantViewer, toTimeScope } from '../../auth/plant-viewer.ts';
import { computeStoredWindow, computeVisibleWindow } from '../../policy/visible-window.ts';
import type * as queries from './alerts.repository.ts';

type PlantContext = CallContext<PlantViewer>;

/** Times of the transits whose alerts are listed or counted: as in every search, within retention and the user's limit. */
function computeAlertWindow(
  filter: AlertFilter,
  ctx: PlantContext,
  { retention_days: retentionDays }: PlantSettings,
): SearchWindow {
  return computeVisibleWindow(toTimeScope(ctx.viewer.user), {
    startMs: filter.dal === undefined ? null : parseInstantMs(filter.dal),
    // The end of the filter is not included, that of a range is.
    endMs: filter.al === undefined ? null : parseInstantMs(filter.al) - 1,
    retentionDays,
    nowMs: parseInstantMs(ctx.now()),
  });
}

/** The oldest instant of a transit whose alert, named by its id, the user may open. */
export function findOldestOpenable(ctx: PlantContext, { retention_days: retentionDays }: PlantSettings): string {
  const nowMs = parseInstantMs(ctx.now());
  return toInstant(computeStoredWindow(toTimeScope(ctx.viewer.user), { retentionDays, nowMs }).fromMs);
}

const toInstant = (ms: number): string => new Date(ms).toISOString();

/** Builds the query for a filter, limited to the times that the user may see. */
export function buildAlertQuery(filter: AlertFilter, ctx: PlantContext, settings: PlantSettings): queries.AlertQuery {
  const { fromMs, toMs } = computeAlertWindow(filter, ctx, settings);
  return {
    from: toInstant(fromMs),
    to: toInstant(toMs),
    kinds: filter.tipi ?? null,
    gates: filter.varchi ?? null,
    plate: filter.targa ?? null,
    isOpen: filter.stato === 'aperti' ? true : filter.stato === 'chiusi' ? false : null,
    outcomes: filter.esiti ?? null,
  };
}

const NO_OUTCOMES: OutcomeCounts = {
  totale: 0,
  aperti: 0,
  confirmed: 0,
  misread: 0,
  other_vehicle: 0,
  outdated: 0,
  no_action: 0,
};

/** Sums the counted rows by their `at` (a gate, a kind or a list entry). */
export function sumOutcomes(
  rows: Awaited<ReturnType<typeof queries.countOutcomes>>,
): ReadonlyMap<string, OutcomeCounts> {
  const found = new Map<string, OutcomeCounts>();
  for (const { at, outcome, n } of rows) {
    const counts = found.get(at) ?? NO_OUTCOMES;
    const key = outcome ?? 'aperti';
    found.set(at, { ...counts, totale: counts.totale + n, [key]: counts[key] + n });
  }
  return found;
}
