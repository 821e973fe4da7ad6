import { getEscalationDelayMs } from '@varco/domain/alerts/alert-kinds.ts';
import { escalateAlerts } from './alert-publication.repository.ts';
import type { AlertsDeps } from './alerts.deps.ts';

const ESCALATION_WAIT_MS = new Map(
  ([1, 2, 3] as const).flatMap((priority) => {
    const ms = getEscalationDelayMs(priority);
    return ms === null ? [] : [[priority, ms] as const];
  }),
);

/**
 * Escalates open alerts that nobody took in time, and publishes all pending alerts, including those left by a process that
 * died.
 */
export async function escalateAndPublishAlerts({
  store,
  alerts,
  now,
}: Pick<AlertsDeps, 'store' | 'alerts' | 'now'>): Promise<void> {
  await escalateAlerts(store.runner, now().toISOString(), ESCALATION_WAIT_MS);
  await alerts.publishPending();
}
