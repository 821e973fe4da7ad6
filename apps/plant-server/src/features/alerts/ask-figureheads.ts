import { readUnasked, writeVehicles } from '../lists/lists.public.ts';
import type { AlertsDeps } from './alerts.deps.ts';

/** Vehicles change hands: they are asked for again after this. */
const ASK_AGAIN_MS = 24 * 3_600_000;
const AT_ONCE = 20;

/**
 * Asks the registry for the vehicles of figureheads (ADR 0056): new ones at once, the others once a day. What cannot be
 * asked now is asked at the next turn; the vehicles known so far stay.
 */
export async function askFigureheads(
  { store, ministry, now }: Pick<AlertsDeps, 'store' | 'ministry' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  if (ministry === null) return;
  const since = new Date(now().getTime() - ASK_AGAIN_MS).toISOString();
  for (const { id, owner_code: owner } of await readUnasked(store.runner, since, AT_ONCE)) {
    if (signal.aborted) return;
    const outcome = await ministry.vehiclesOfOwner(owner, signal);
    if (outcome.kind === 'congested' || outcome.kind === 'no-service') return;
    if (outcome.kind === 'facts') await writeVehicles(store.runner, id, outcome.plates, now().toISOString());
  }
}
