import { setTimeout as wait } from 'node:timers/promises';
import { storeCheckpoint } from '@varco/server-kit/audit/audit-checkpoint.repository.ts';
import { removeExpiredEntries as expireLogEntries } from '@varco/server-kit/audit/audit-expiry.repository.ts';
import { signCheckpoint } from '@varco/server-kit/audit/checkpoint-note.ts';
import { deleteOldEvents } from '@varco/server-kit/events/system-event-store.ts';
import { deleteExpiredTickets } from '@varco/server-kit/media/picture-ticket.repository.ts';
import { escalateAndPublishAlerts } from '../features/alerts/alert-jobs.ts';
import { refreshFigureheadVehicles } from '../features/alerts/refresh-figureheads.ts';
import { disableExpiredEntries } from '../features/lists/expire-entries.ts';
import { deleteOldListImports } from '../features/lists/list-import-jobs.repository.ts';
import { deleteOldCameraSamples, recordCameraSamples } from '../features/cameras/record-camera-samples.ts';
import { runCheckWorker } from '../features/checks/check-worker.ts';
import { expireExports } from '../features/exports/export-worker.ts';
import { expireLookUps } from '../features/look-ups/expire-look-ups.ts';
import { recordIngestSummaries } from '../features/ingest/ingest-summary.ts';
import { discardStaleImports } from '../features/imports/import-jobs.repository.ts';
import { deleteOldFailures } from '../features/sign-in/sign-in-throttle.repository.ts';
import { sendHeartbeat } from '../features/heartbeat/heartbeat.ts';
import { updateGateDaysJob } from '../features/statistics/update-gate-days.ts';
import { updateListedPartners } from '../features/suspects/listed-partners.repository.ts';
import { runRetention } from '../features/retention/run-retention.ts';
import { deleteOldArrivals } from '../features/transits/search/search-start.repository.ts';
import { pruneListChanges } from '../features/lists/list-feed.repository.ts';
import { updateMovementDays } from '../plate-index/movements/movement-days.repository.ts';
import { prunePlateChanges } from '../plate-index/record-plate-changes.repository.ts';
import type { PlantDeps } from './plant-deps.ts';

const HEARTBEAT_EVERY_MS = 60_000;
const SECOND_MS = 1_000;
const FIGUREHEAD_REFRESH_EVERY_MS = 5_000;
const MOVEMENTS_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GATE_DAYS_EVERY_MS = 5 * MINUTE_MS;
const RETENTION_EVERY_MS = 6 * HOUR_MS;

export interface Jobs {
  /** Stops the jobs after the current run of each. */
  stop(): Promise<void>;
}

/** Starts the background jobs of the plant: heartbeat, alert publication, roll-ups, retention and clean-up. */
export function startJobs(deps: PlantDeps): Jobs {
  const ending = new AbortController();
  deps.alerts.watchLists();
  const loops = [
    runCheckWorker(deps, ending.signal),
    repeatJob(deps, HEARTBEAT_EVERY_MS, ending.signal, async () => {
      await sendHeartbeat(deps);
    }),
    repeatJob(deps, MINUTE_MS, ending.signal, async () => {
      await storeCheckpoint(deps.pool, async (text) => signCheckpoint(deps.keys.current, text));
      await deleteExpiredTickets(deps.pool);
      await prunePlateChanges(deps.store.runner);
      await disableExpiredEntries(deps);
      await deps.channels.expireOldMessages();
    }),
    repeatJob(deps, MINUTE_MS, ending.signal, async () => {
      await recordIngestSummaries(deps);
      await recordCameraSamples(deps.store.runner, deps.now().getTime());
    }),
    repeatJob(deps, SECOND_MS, ending.signal, () => escalateAndPublishAlerts(deps)),
    deps.channels.run(ending.signal),
    repeatJob(deps, FIGUREHEAD_REFRESH_EVERY_MS, ending.signal, () => refreshFigureheadVehicles(deps, ending.signal)),
    // In a job of its own, so that a slow ministry delays nothing else.
    repeatJob(deps, MINUTE_MS, ending.signal, () => deps.lookUps.resumeOpen()),
    repeatJob(deps, MOVEMENTS_EVERY_MS, ending.signal, () =>
      updateMovementDays(deps.pool, deps.now().getTime(), ending.signal),
    ),
    repeatJob(deps, MINUTE_MS, ending.signal, () => updateListedPartners(deps, ending.signal)),
    repeatJob(deps, GATE_DAYS_EVERY_MS, ending.signal, () => updateGateDaysJob(deps, ending.signal)),
    repeatJob(deps, DAY_MS, ending.signal, async () => {
      await expireLogEntries(deps.pool, deps.auditSink);
      await expireLookUps(deps);
    }),
    repeatJob(deps, RETENTION_EVERY_MS, ending.signal, async () => {
      await runRetention(deps, ending.signal);
    }),
    repeatJob(deps, HOUR_MS, ending.signal, async () => {
      await expireExports(deps);
      await deps.store.months.ensureAhead(deps.now().getTime());
      await deps.rates.deleteIdleCounters();
      await deleteOldArrivals(deps.store.runner);
      await deleteOldEvents(deps.pool, deps.now());
      await deleteOldListImports(deps.store.runner, deps.now().toISOString());
      await pruneListChanges(deps.store.runner, deps.now().toISOString());
      await deleteOldCameraSamples(deps.store.runner, deps.now().getTime());
      await discardStaleImports(deps.store.runner, deps.now().toISOString());
      await deleteOldFailures(deps.store.runner, deps.now().toISOString());
    }),
  ];
  return {
    async stop() {
      ending.abort();
      await Promise.all(loops);
      await deps.ingestTally.flush().catch((error: unknown) => deps.log.error('reads not counted', { error }));
    },
  };
}

/** Runs `work` now and then after each pause. A failure is logged and does not stop the repetition. */
async function repeatJob(
  { log }: PlantDeps,
  everyMs: number,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => log.error('job failed', { error }));
    await wait(everyMs, undefined, { signal }).catch(() => {});
  }
}
