import type { AlertFilter, OutcomeCounts } from '@varco/contract/plant/alerts.ts';
import { msOf } from '@varco/domain/time/rome.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import type { PlantSettings } from '../../settings/plant-settings.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import type * as queries from './alerts.queries.ts';

type Ctx = CallContext<PlantViewer>;

const DAY_MS = 86_400_000;
/** A camera's clock may be this much ahead. */
const AHEAD_MS = 5 * 60_000;

/** Passages a person may see: within the plant's term and the person's own range. */
export function reachOf(
  ctx: Ctx,
  { retention_days: days }: PlantSettings,
): { readonly from: string; readonly to: string } {
  const nowMs = msOf(ctx.now());
  const { t_max: minutes } = ctx.viewer.user;
  const fromMs = Math.max(nowMs - days * DAY_MS, minutes === 0 ? 0 : nowMs - minutes * 60_000);
  return { from: new Date(fromMs).toISOString(), to: new Date(nowMs + AHEAD_MS).toISOString() };
}

/** What a person asks, cut to what the person may see. */
export function questionOf(filter: AlertFilter, ctx: Ctx, settings: PlantSettings): queries.AlertQuestion {
  const reach = reachOf(ctx, settings);
  const given = filter.dal === undefined ? reach.from : new Date(msOf(filter.dal)).toISOString();
  const until = filter.al === undefined ? reach.to : new Date(msOf(filter.al)).toISOString();
  return {
    from: given > reach.from ? given : reach.from,
    to: until < reach.to ? until : reach.to,
    kinds: filter.tipi ?? null,
    gates: filter.varchi ?? null,
    plate: filter.targa ?? null,
    isOpen: filter.stato === 'aperti' ? true : filter.stato === 'chiusi' ? false : null,
    outcomes: filter.esiti ?? null,
  };
}

const NONE: OutcomeCounts = {
  totale: 0,
  aperti: 0,
  confirmed: 0,
  misread: 0,
  other_vehicle: 0,
  outdated: 0,
  no_action: 0,
};

/** Counts by gate or kind. */
export function summed(rows: Awaited<ReturnType<typeof queries.countOutcomes>>): ReadonlyMap<string, OutcomeCounts> {
  const found = new Map<string, OutcomeCounts>();
  for (const { at, outcome, n } of rows) {
    const counts = found.get(at) ?? NONE;
    const key = outcome ?? 'aperti';
    found.set(at, { ...counts, totale: counts.totale + n, [key]: counts[key] + n });
  }
  return found;
}
