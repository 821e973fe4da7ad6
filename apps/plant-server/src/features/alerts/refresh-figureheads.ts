import { readFigureheadsToRefresh, storeFigureheadVehicles } from '../lists/lists.public.ts';
import type { AlertsDeps } from './alerts.deps.ts';

/** Vehicles change owners, so they are fetched again after this time. */
const REFRESH_AFTER_MS = 24 * 3_600_000;
const FIGUREHEADS_PER_RUN = 20;

/**
 * Fetches the vehicles of figureheads from the registry (ADR 0010): new entries at once, the others once a day. If the
 * registry is unavailable the known vehicles stay and the next run tries again.
 */
export async function refreshFigureheadVehicles(
  { store, ministry, now }: Pick<AlertsDeps, 'store' | 'ministry' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  if (!ministry.isConfigured()) return;
  const since = new Date(now().getTime() - REFRESH_AFTER_MS).toISOString();
  for (const { id, owner_code: owner } of await readFigureheadsToRefresh(store.runner, since, FIGUREHEADS_PER_RUN)) {
    if (signal.aborted) return;
    const outcome = await ministry.vehiclesOfOwner(owner, signal);
    if (outcome.kind === 'congested' || outcome.kind === 'no-service') return;
    if (outcome.kind === 'facts') await storeFigureheadVehicles(store.runner, id, outcome.plates, now().toISOString());
  }
}
