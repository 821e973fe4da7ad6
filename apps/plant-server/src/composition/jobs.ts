import { removeExpiredEntries as expireLogEntries } from '@varco/server-kit/audit/audit-expiry.repository.ts';
import { deleteOldEvents } from '@varco/server-kit/events/system-event-store.ts';
import { createJobReport, type JobReport } from '@varco/server-kit/jobs/job-report.ts';
import { startJobs as startServerJobs } from '@varco/server-kit/jobs/start-jobs.ts';
import type { Loop, Task } from '@varco/server-kit/jobs/tasks.ts';
import { deleteExpiredSessions } from '../auth/ended-session.repository.ts';
import { deleteExpiredTickets } from '@varco/server-kit/media/picture-ticket.repository.ts';
import { escalateAndPublishAlerts } from '../features/alerts/alert-jobs.ts';
import { refreshFigureheadVehicles } from '../features/alerts/refresh-figureheads.ts';
import { disableExpiredEntries } from '../features/lists/expire-entries.ts';
import { deleteOldListImports } from '../features/lists/list-import-jobs.repository.ts';
import { deleteOldCameraSamples, recordCameraSamples } from '../features/cameras/record-camera-samples.ts';
import { deleteOldSilences, watchSilences } from '../features/cameras/watch-silences.ts';
import { expireCameraIntake } from '../features/camera-intake/expire-intake.ts';
import { createCheckLoop } from '../features/checks/check-worker.ts';
import { BUILD_EXPORT } from '../features/exports/build-job.ts';
import { expireExports } from '../features/exports/export-worker.ts';
import { expireLookUps } from '../features/look-ups/expire-look-ups.ts';
import { recordIngestSummaries } from '../features/ingest/ingest-summary.ts';
import { deleteOldCodes } from '../features/joining/joining-codes.repository.ts';
import { createCommitHandler } from '../features/imports/commit-job.ts';
import { discardStaleImports } from '../features/imports/import-jobs.repository.ts';
import { forgetUnusedVaults } from '../features/sign-in/known-vault.repository.ts';
import { deleteOldFailures } from '../features/sign-in/sign-in-throttle.repository.ts';
import { sendHeartbeat } from '../features/heartbeat/heartbeat.ts';
import { countFlowDaysJob } from '../features/charts/count-flow-days.ts';
import { countPopulationDaysJob } from '../features/charts/count-population-days.ts';
import { updateGateDaysJob } from '../features/statistics/update-gate-days.ts';
import { updateListedPartners } from '../features/suspects/listed-partners.repository.ts';
import { createReviewHandler, enqueueMonthlyReview, remindOfReviews } from '../features/review/review-job.ts';
import { rewriteDeleted } from '../features/retention/rewrite-deleted.ts';
import { runRetention } from '../features/retention/run-retention.ts';
import { deleteOldArrivals } from '../features/transits/search/search-start.repository.ts';
import { pruneListChanges } from '../features/lists/list-feed.repository.ts';
import { updateMovementDays } from '../plate-index/movements/movement-days.repository.ts';
import { prunePlateChanges } from '../plate-index/record-plate-changes.repository.ts';
import type { PlantDeps } from './plant-deps.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days that a joining code is listed after its end. */
const CODE_DAYS = 90;

export interface Jobs {
  /** Stops the jobs: runs are aborted and waited for. */
  stop(): Promise<void>;
}

/** Starts the background jobs of the plant. `more`: loops that only a whole server has. */
export function startJobs(
  deps: PlantDeps,
  report: JobReport = createJobReport(deps.log),
  more: readonly Loop[] = [],
): Jobs {
  deps.alerts.watchLists();
  const jobs = startServerJobs({
    pool: deps.pool,
    report,
    handlers: [createCommitHandler(deps), createReviewHandler(deps)],
    tasks: buildTasks(deps),
    loops: [...buildLoops(deps), ...more],
    announce: { [BUILD_EXPORT.name]: deps.exportStartHint.wake },
  });
  return {
    async stop() {
      await jobs.stop();
      await deps.channels.stop();
    },
  };
}

/** Writes what was counted in memory. At the end of a server: after its last call. */
export async function flushCounts({ ingestTally, cameraTally, log }: PlantDeps): Promise<void> {
  const report = (error: unknown): void => log.error('reads not counted', { error });
  await ingestTally.flush().catch(report);
  await cameraTally.flush().catch(report);
}

/** Work that one process at a time does for the whole plant. */
const buildTasks = (deps: PlantDeps): readonly Task[] => [
  {
    name: 'audit.sign-checkpoint',
    everyMs: MINUTE_MS,
    run: (signal) => deps.tlog.publish(signal),
  },
  { name: 'audit.verify', everyMs: DAY_MS, run: deps.tlog.verify },
  {
    name: 'plant.expire-minutely',
    everyMs: MINUTE_MS,
    async run() {
      await deleteExpiredTickets(deps.pool);
      await deleteExpiredSessions(deps.store.runner, deps.now().toISOString());
      await prunePlateChanges(deps.store.runner);
      await disableExpiredEntries(deps);
      await deps.channels.expireOldMessages();
    },
  },
  {
    name: 'ingest.record-summaries',
    everyMs: MINUTE_MS,
    async run() {
      await recordIngestSummaries(deps);
      await recordCameraSamples(deps.store.runner, deps.now().getTime());
    },
  },
  { name: 'cameras.watch-silences', everyMs: MINUTE_MS, run: () => watchSilences(deps) },
  { name: 'suspects.update-partners', everyMs: MINUTE_MS, run: (signal) => updateListedPartners(deps, signal) },
  { name: 'statistics.update-days', everyMs: 5 * MINUTE_MS, run: (signal) => updateGateDaysJob(deps, signal) },
  { name: 'charts.count-flows', everyMs: 5 * MINUTE_MS, run: (signal) => countFlowDaysJob(deps, signal) },
  { name: 'charts.count-population', everyMs: 5 * MINUTE_MS, run: (signal) => countPopulationDaysJob(deps, signal) },
  {
    name: 'audit.expire',
    everyMs: DAY_MS,
    async run() {
      await expireLogEntries(deps.pool, deps.auditSink);
      await expireLookUps(deps);
    },
  },
  { name: 'review.ask', everyMs: HOUR_MS, run: () => enqueueMonthlyReview(deps) },
  { name: 'review.remind', everyMs: DAY_MS, run: () => remindOfReviews(deps) },
  { name: 'retention.run', everyMs: 6 * HOUR_MS, run: (signal) => runRetention(deps, signal) },
  { name: 'retention.rewrite', everyMs: HOUR_MS, run: (signal) => rewriteDeleted(deps, signal) },
  { name: 'plant.expire-hourly', everyMs: HOUR_MS, run: () => expireHourly(deps) },
];

/** Follows what another process of this plant changed. */
async function refreshSettings({ limits, ministry, keys, tlog }: PlantDeps): Promise<void> {
  await keys.refresh();
  await tlog.refreshKeys();
  await limits.refresh();
  await ministry.refresh();
}

async function expireHourly(deps: PlantDeps): Promise<void> {
  const { runner } = deps.store;
  const now = deps.now().toISOString();
  await expireExports(deps);
  await deps.store.months.ensureAhead(deps.now().getTime());
  await deps.rates.deleteIdleCounters();
  await deleteOldArrivals(runner);
  await deleteOldEvents(deps.pool, deps.now());
  await deleteOldListImports(runner, now);
  await pruneListChanges(runner, now);
  await deleteOldCameraSamples(runner, deps.now().getTime());
  await deleteOldSilences(runner, deps.now().getTime());
  await expireCameraIntake(deps);
  await discardStaleImports(runner, now);
  await deleteOldFailures(runner, now);
  await forgetUnusedVaults(runner, now);
  await deleteOldCodes(runner, new Date(deps.now().getTime() - CODE_DAYS * DAY_MS).toISOString());
}

/**
 * Work that every process does: what concerns the process itself, and what is due within seconds. The latter is safe in
 * several processes because each statement takes the rows it changes.
 */
const buildLoops = (deps: PlantDeps): readonly Loop[] => [
  ...createCheckLoop(deps),
  ...deps.channels.loops(),
  { name: 'portal.send-heartbeat', everyMs: MINUTE_MS, run: () => sendHeartbeat(deps) },
  { name: 'portal.refresh-origins', everyMs: 10 * SECOND_MS, run: () => deps.portalOrigins.refresh() },
  { name: 'settings.refresh', everyMs: 10 * SECOND_MS, run: () => refreshSettings(deps) },
  // The counts of other processes are written by their own loop.
  { name: 'ingest.flush-counts', everyMs: MINUTE_MS, run: () => deps.ingestTally.flush() },
  { name: 'cameras.flush-counts', everyMs: MINUTE_MS, run: () => deps.cameraTally.flush() },
  { name: 'alerts.publish', everyMs: SECOND_MS, run: () => escalateAndPublishAlerts(deps) },
  {
    name: 'alerts.refresh-figureheads',
    everyMs: 5 * SECOND_MS,
    run: (signal) => refreshFigureheadVehicles(deps, signal),
  },
  // A slow ministry delays nothing else.
  { name: 'look-ups.resume', everyMs: MINUTE_MS, run: () => deps.lookUps.resumeOpen() },
  {
    name: 'movements.update',
    everyMs: 10 * SECOND_MS,
    run: (signal) => updateMovementDays(deps.pool, deps.now().getTime(), signal),
  },
];
