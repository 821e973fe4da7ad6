import type { AlertFilter, OutcomeCounts } from '@varco/contract/plant/alerts.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import type * as queries from './alerts.repository.ts';

type PlantContext = CallContext<PlantViewer>;

const DAY_MS = 86_400_000;
/** A camera's clock may be ahead by this much. */
const MAX_CLOCK_AHEAD_MS = 5 * 60_000;

/** Time window of the transits whose alerts a user may see: within the plant's retention and the user's own limit. */
export function computeAlertWindow(
  ctx: PlantContext,
  { retention_days: days }: PlantSettings,
): { readonly from: string; readonly to: string } {
  const nowMs = parseInstantMs(ctx.now());
  const { t_max: minutes } = ctx.viewer.user;
  const fromMs = Math.max(nowMs - days * DAY_MS, minutes === 0 ? 0 : nowMs - minutes * 60_000);
  return { from: new Date(fromMs).toISOString(), to: new Date(nowMs + MAX_CLOCK_AHEAD_MS).toISOString() };
}

/** Builds the query for a filter, limited to the time window that the user may see. */
export function buildAlertQuery(filter: AlertFilter, ctx: PlantContext, settings: PlantSettings): queries.AlertQuery {
  const allowed = computeAlertWindow(ctx, settings);
  const since = filter.dal === undefined ? allowed.from : new Date(parseInstantMs(filter.dal)).toISOString();
  const until = filter.al === undefined ? allowed.to : new Date(parseInstantMs(filter.al)).toISOString();
  return {
    from: since > allowed.from ? since : allowed.from,
    to: until < allowed.to ? until : allowed.to,
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
