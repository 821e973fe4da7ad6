import { escalationMs } from '@varco/domain/alerts/alert-kinds.ts';
import { escalateAlerts } from './tell-alerts.ts';
import type { AlertsDeps } from './alerts.deps.ts';

const WAITS = new Map(
  ([1, 2, 3] as const).flatMap((priority) => {
    const ms = escalationMs(priority);
    return ms === null ? [] : [[priority, ms] as const];
  }),
);

/**
 * Escalates open alerts that nobody took in time, and publishes all pending alerts, including those left by a process that
 * died.
 */
export async function tellOpenAlerts({
  store,
  alerts,
  now,
}: Pick<AlertsDeps, 'store' | 'alerts' | 'now'>): Promise<void> {
  await escalateAlerts(store.runner, now().toISOString(), WAITS);
  await alerts.settled();
}
