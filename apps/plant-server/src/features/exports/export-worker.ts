import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { EXPORT_RETENTION_MS } from '@varco/domain/exports/export-limits.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { findStorageFailure } from '@varco/server-kit/disk/storage-failure.ts';
import { JobPostponed, type JobHandler, type JobRun } from '@varco/server-kit/jobs/define-job.ts';
import { createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { runDueJobs, startJobs } from '@varco/server-kit/jobs/start-jobs.ts';
import { BUILD_EXPORT } from './build-job.ts';
import { buildPart } from './build-part.ts';
import {
  cancelExportJob,
  updateClaimedJob,
  claimExportJob,
  deleteExportJob,
  readExpiredJobs,
  findExportJob,
  type ExportJob,
  type ExportJobChange,
} from './export-jobs.repository.ts';
import { ExportFailed, type ClaimedJob } from './export-work.ts';
import type { ExportDeps } from './process/export-deps.ts';
import { PortalUnavailableError, pushPart, reportPart } from './push-part.ts';
import { SegmentStore } from './segment-store.ts';

const PROGRESS_REPORT_MS = 3_000;
/** Workers per process: one long export must not delay a short one. */
const WORKERS_PER_PROCESS = 2;
const IDLE_CHECK_MS = 1_000;
/** Internal failures (lost database, full disk) before a job is given up. */
const MAX_TRIES = 8;
/** A portal unreachable for this long no longer needs the part. */
const MAX_PORTAL_OUTAGE_MS = 6 * 3_600_000;

/** The job was cancelled, or another worker claimed it. */
class ClaimLostError extends Error {}
/** The portal cancelled the part. */
class PortalCancelledError extends Error {}

/** Runs export jobs of this process until `ending` aborts, or until there was no work for `maxIdleMs`. */
export async function runExportWorkers(
  deps: ExportDeps,
  ending: AbortSignal,
  maxIdleMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const report = createJobReport(deps.log);
  const jobs = startJobs({ pool: deps.pool, report, handlers: [createExportHandler(deps)] });
  let lastWork = performance.now();
  while (!ending.aborted && performance.now() - lastWork < maxIdleMs) {
    if (jobs.active() > 0) lastWork = performance.now();
    await wait(IDLE_CHECK_MS, undefined, { signal: ending }).catch(() => {});
  }
  await jobs.stop();
}

/** Claims one job and processes it as far as possible now. False: there is no job. */
export async function processNextJob(deps: ExportDeps, ending: AbortSignal): Promise<boolean> {
  const plan = { pool: deps.pool, report: createJobReport(deps.log) };
  return (await runDueJobs(plan, createExportHandler(deps), ending, 1)) === 1;
}

/** Builds and delivers one export; a run may follow one that was killed anywhere. */
export function createExportHandler(deps: ExportDeps): JobHandler<{ export: string }> {
  return {
    job: BUILD_EXPORT,
    concurrency: WORKERS_PER_PROCESS,
    run: ({ export: id }, run) => runExportJob(deps, id, run),
    async giveUp({ export: id }) {
      const now = deps.now().toISOString();
      const lease = randomUUID();
      const job = await claimExportJob(deps.store.runner, id, lease, now);
      if (job === null) return;
      await markFailed(deps, job, 'failed', (changes) => updateClaimedJob(deps.store.runner, id, lease, now, changes));
    },
  };
}

async function runExportJob(deps: ExportDeps, id: string, run: JobRun): Promise<void> {
  const lease = randomUUID();
  const job = await claimExportJob(deps.store.runner, id, lease, toIsoInstant(deps.now().getTime()));
  if (job === null) return;
  const stopping = new AbortController();
  const holder = createClaim(deps, job, lease, AbortSignal.any([run.signal, stopping.signal]));
  const reporter = setInterval(() => {
    reportPart(deps, holder.latest(), holder.held.signal)
      .then((isRequested) => (isRequested ? undefined : stopping.abort(new PortalCancelledError())))
      .catch(() => {});
  }, PROGRESS_REPORT_MS);
  try {
    await processJob(deps, holder.held, holder.latest);
  } catch (error) {
    // The server is stopping: the next worker continues at once.
    if (run.isStopping()) throw error;
    await handleFailure(deps, { error, job: holder.latest(), lease, reason: stopping.signal.reason });
  } finally {
    clearInterval(reporter);
    stopping.abort(new ClaimLostError('finished'));
  }
}

function createClaim(deps: ExportDeps, job: ExportJob, lease: string, signal: AbortSignal) {
  let latest = job;
  const change = async (changes: ExportJobChange): Promise<ExportJob> => {
    const now = deps.now().getTime();
    const changed = await updateClaimedJob(deps.store.runner, job.id, lease, toIsoInstant(now), changes);
    if (changed === null) throw new ClaimLostError('claim lost');
    latest = changed;
    return changed;
  };
  const stored: ClaimedJob = {
    get job() {
      return latest;
    },
    signal,
    update: change,
  };
  return { held: stored, latest: () => latest };
}

async function processJob(deps: ExportDeps, stored: ClaimedJob, latest: () => ExportJob): Promise<void> {
  const job = stored.job.state === 'building' ? await buildPart(deps, stored) : stored.job;
  if (job.state !== 'sending') return;
  const files = new SegmentStore(deps.exportFolder, job.id, deps.key);
  const end = await pushPart(deps, stored, files.partPath());
  const now = deps.now().toISOString();
  if (end === 'delivered') await stored.update({ state: 'delivered', ended_at: now, bytes_sent: latest().bytes });
  else if (end === 'cancelled') throw new PortalCancelledError();
  else throw new ExportFailed(end);
  await files.remove();
}

interface JobFailure {
  readonly error: unknown;
  readonly job: ExportJob;
  readonly lease: string;
  readonly reason: unknown;
}

/** Handles a job that did not finish. Throws when it is to be tried again. */
async function handleFailure(deps: ExportDeps, { error, job, lease, reason }: JobFailure): Promise<void> {
  const { runner } = deps.store;
  const now = deps.now().getTime();
  const change = (changes: ExportJobChange) => updateClaimedJob(runner, job.id, lease, toIsoInstant(now), changes);
  if (error instanceof PortalCancelledError || reason instanceof PortalCancelledError)
    return cancelAndRemove(deps, job, now);
  if (error instanceof ClaimLostError || reason instanceof ClaimLostError) return removeIfCancelled(deps, job);
  if (error instanceof ExportFailed) return markFailed(deps, job, error.problem, change);
  if (error instanceof PortalUnavailableError) {
    const isOver = now - Date.parse(job.created_at) > MAX_PORTAL_OUTAGE_MS;
    if (isOver) return markTimedOut(deps, job, change);
    await change({ tries: job.tries + 1 });
    throw new JobPostponed('portal away', { cause: error });
  }
  // The disk may have room again later; what was built so far stays.
  if (findStorageFailure(error) !== null) throw new JobPostponed('disk full', { cause: error });
  deps.log.error('export interrupted, it will be tried again', { error });
  if (job.tries + 1 >= MAX_TRIES) return markFailed(deps, job, 'failed', change);
  await change({ tries: job.tries + 1 });
  throw error;
}

type UpdateJob = (changes: ExportJobChange) => Promise<ExportJob | null>;

/** Cancels the job and removes its files. */
async function cancelAndRemove(deps: ExportDeps, job: ExportJob, now: number): Promise<void> {
  await cancelExportJob(deps.store.runner, job.id, toIsoInstant(now));
  await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
}

/** Removes files written after the job was cancelled; the files of a job claimed by another process belong to that process. */
async function removeIfCancelled(deps: ExportDeps, { id }: ExportJob): Promise<void> {
  const now = await findExportJob(deps.store.runner, id);
  if (now === null || now.state === 'cancelled') await new SegmentStore(deps.exportFolder, id, deps.key).remove();
}

async function markFailed(deps: ExportDeps, job: ExportJob, problem: string, change: UpdateJob): Promise<void> {
  const failed = await change({
    state: 'failed',
    problem,
    ended_at: deps.now().toISOString(),
    password_sealed: null,
  });
  await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
  if (failed !== null) await reportPart(deps, failed, AbortSignal.timeout(10_000)).catch(() => false);
}

async function markTimedOut(deps: ExportDeps, job: ExportJob, change: UpdateJob): Promise<void> {
  await change({
    state: 'timed_out',
    problem: 'portal_away',
    ended_at: deps.now().toISOString(),
    password_sealed: null,
  });
  await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
}

/** Deletes exports three days after their end, files first (T 9), and unused delegations. */
export async function expireExports(deps: ExportDeps): Promise<number> {
  const now = deps.now().getTime();
  const expired = await readExpiredJobs(
    deps.store.runner,
    toIsoInstant(now - EXPORT_RETENTION_MS),
    toIsoInstant(now - 86_400_000),
  );
  for (const job of expired) {
    await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
    await deleteExportJob(deps.store.runner, job.id);
  }
  if (expired.length > 0)
    await deps.auditSink.record({
      action: 'exports.expire',
      outcome: 'ok',
      actor: { kind: 'system', id: null, name: 'export', group: null, level: null, session: null },
      from: { ip: null, client: null },
      req: null,
      count: expired.length,
      detail: { exports: expired.map((job) => job.id) },
    });
  return expired.length;
}
