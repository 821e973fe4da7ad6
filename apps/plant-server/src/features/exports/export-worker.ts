import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { EXPORT_KEPT_MS } from '@varco/domain/exports/exportable.ts';
import { isoOf } from '@varco/domain/time/rome.ts';
import { buildPart } from './build-part.ts';
import {
  cancelJob,
  changeJob,
  claimJob,
  deleteJob,
  expiredJobs,
  jobById,
  type ExportJob,
  type JobChange,
} from './export-jobs.queries.ts';
import { ExportFailed, type HeldJob } from './export-work.ts';
import type { ExportDeps } from './process/export-deps.ts';
import { PortalAway, pushPart, reportPart } from './push-part.ts';
import { SegmentStore } from './segment-store.ts';

/** A worker that does not renew its lease for this long is considered dead; its job can be claimed again. */
const LEASE_MS = 30_000;
const RENEW_MS = 5_000;
const REPORT_MS = 3_000;
/** Workers per process: one long export must not delay a short one. */
const WORKERS = 2;
const IDLE_MS = 500;
/** Internal failures (lost database, full disk) before a job is given up. */
const MOST_TRIES = 8;
/** A portal unreachable for this long no longer needs the part. */
const PORTAL_PATIENCE_MS = 6 * 3_600_000;

/** The job was cancelled, or another worker claimed it. */
class JobLost extends Error {}
/** The portal cancelled the part. */
class NotWanted extends Error {}

/** Processes export jobs until `ending` aborts, or until there was no work for `mostIdleMs`. */
export async function runExportWorkers(
  deps: ExportDeps,
  ending: AbortSignal,
  mostIdleMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const busy = { workers: 0, last: performance.now() };
  const isOver = (): boolean => ending.aborted || (busy.workers === 0 && performance.now() - busy.last > mostIdleMs);
  const runWorker = async (): Promise<void> => {
    while (!isOver()) {
      busy.workers += 1;
      const hadWork = await workOnce(deps, ending).catch((error: unknown) => {
        deps.log.error('job failed', { error });
        return false;
      });
      busy.workers -= 1;
      if (hadWork) busy.last = performance.now();
      else await wait(IDLE_MS, undefined, { signal: ending }).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, runWorker));
}

/** Claims one job and processes it as far as possible now. False: there is no job. */
export async function workOnce(deps: ExportDeps, ending: AbortSignal): Promise<boolean> {
  const lease = randomUUID();
  const now = deps.now().getTime();
  const job = await claimJob(deps.store.runner, lease, isoOf(now), isoOf(now + LEASE_MS));
  if (job === null) return false;
  const stopping = new AbortController();
  const signal = AbortSignal.any([ending, stopping.signal]);
  const holder = createHolder(deps, job, lease, signal);
  const timer = setInterval(() => {
    holder.renew().catch((error: unknown) => stopping.abort(error));
  }, RENEW_MS);
  const reporter = setInterval(() => {
    reportPart(deps, holder.latest(), signal)
      .then((isWanted) => (isWanted ? undefined : stopping.abort(new NotWanted())))
      .catch(() => {});
  }, REPORT_MS);
  try {
    await work(deps, holder.held, holder.latest);
  } catch (error) {
    await settle(deps, {
      error,
      job: holder.latest(),
      lease,
      isEnding: ending.aborted,
      reason: stopping.signal.reason,
    });
  } finally {
    clearInterval(timer);
    clearInterval(reporter);
    stopping.abort(new JobLost('finished'));
  }
  return true;
}

function createHolder(deps: ExportDeps, job: ExportJob, lease: string, signal: AbortSignal) {
  let latest = job;
  const change = async (changes: JobChange): Promise<ExportJob> => {
    const now = deps.now().getTime();
    const until = { lease_until: isoOf(now + LEASE_MS) };
    const changed = await changeJob(deps.store.runner, job.id, lease, isoOf(now), { ...until, ...changes });
    if (changed === null) throw new JobLost('claim lost');
    latest = changed;
    return changed;
  };
  const held: HeldJob = {
    get job() {
      return latest;
    },
    signal,
    change,
  };
  return { held, latest: () => latest, renew: () => change({}) };
}

async function work(deps: ExportDeps, held: HeldJob, latest: () => ExportJob): Promise<void> {
  const job = held.job.state === 'building' ? await buildPart(deps, held) : held.job;
  if (job.state !== 'sending') return;
  const files = new SegmentStore(deps.exportFolder, job.id, deps.key);
  const end = await pushPart(deps, held, files.partPath());
  const now = deps.now().toISOString();
  if (end === 'delivered') await held.change({ state: 'delivered', ended_at: now, bytes_sent: latest().bytes });
  else if (end === 'cancelled') throw new NotWanted();
  else throw new ExportFailed(end);
  await files.remove();
}

interface Trouble {
  readonly error: unknown;
  readonly job: ExportJob;
  readonly lease: string;
  readonly isEnding: boolean;
  readonly reason: unknown;
}

/** Handles a job that did not finish. */
async function settle(deps: ExportDeps, { error, job, lease, isEnding, reason }: Trouble): Promise<void> {
  const { runner } = deps.store;
  const now = deps.now().getTime();
  const change = (changes: JobChange) => changeJob(runner, job.id, lease, isoOf(now), changes);
  // The server is stopping: the next worker may continue at once.
  if (isEnding) return void (await change({ lease_until: null }));
  if (error instanceof NotWanted || reason instanceof NotWanted) return giveUp(deps, job, now);
  if (error instanceof JobLost || reason instanceof JobLost) return leave(deps, job);
  if (error instanceof ExportFailed) return fail(deps, job, error.problem, change);
  if (error instanceof PortalAway) {
    const isOver = now - Date.parse(job.created_at) > PORTAL_PATIENCE_MS;
    if (isOver) return timeOut(deps, job, change);
  } else {
    deps.log.error('export interrupted, it will be tried again', { error });
    if (job.tries + 1 >= MOST_TRIES) return fail(deps, job, 'failed', change);
  }
  const pauseMs = Math.min(5_000 * 2 ** Math.min(job.tries, 6), 300_000);
  await change({ tries: job.tries + 1, lease_until: null, next_try_at: isoOf(now + pauseMs) });
  return undefined;
}

type Change = (changes: JobChange) => Promise<ExportJob | null>;

/** Cancels the job and removes its files. */
async function giveUp(deps: ExportDeps, job: ExportJob, now: number): Promise<void> {
  await cancelJob(deps.store.runner, job.id, isoOf(now));
  await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
}

/** Removes files written after the job was cancelled; the files of a job claimed by another process belong to that process. */
async function leave(deps: ExportDeps, { id }: ExportJob): Promise<void> {
  const now = await jobById(deps.store.runner, id);
  if (now === null || now.state === 'cancelled') await new SegmentStore(deps.exportFolder, id, deps.key).remove();
}

async function fail(deps: ExportDeps, job: ExportJob, problem: string, change: Change): Promise<void> {
  const failed = await change({
    state: 'failed',
    problem,
    ended_at: deps.now().toISOString(),
    password_sealed: null,
    lease_until: null,
  });
  await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
  if (failed !== null) await reportPart(deps, failed, AbortSignal.timeout(10_000)).catch(() => false);
}

async function timeOut(deps: ExportDeps, job: ExportJob, change: Change): Promise<void> {
  await change({
    state: 'timed_out',
    problem: 'portal_away',
    ended_at: deps.now().toISOString(),
    password_sealed: null,
    lease_until: null,
  });
  await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
}

/** Deletes exports three days after their end, files first (T 9), and unused delegations. */
export async function expireExports(deps: ExportDeps): Promise<number> {
  const now = deps.now().getTime();
  const expired = await expiredJobs(deps.store.runner, isoOf(now - EXPORT_KEPT_MS), isoOf(now - 86_400_000));
  for (const job of expired) {
    await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
    await deleteJob(deps.store.runner, job.id);
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
