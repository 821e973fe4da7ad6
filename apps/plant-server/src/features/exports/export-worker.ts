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

/** A worker that says nothing for so long is gone, and its job is anybody's. */
const LEASE_MS = 30_000;
const RENEW_MS = 5_000;
const REPORT_MS = 3_000;
/** Workers of a process: one long export must not hold up a short one. */
const WORKERS = 2;
const IDLE_MS = 500;
/** Failures of our own (a lost database, a full disk) before a job is given up. */
const MOST_TRIES = 8;
/** A portal that is away so long does not want the part any more. */
const PORTAL_PATIENCE_MS = 6 * 3_600_000;

/** The job was cancelled, or somebody else has it. */
class JobLost extends Error {}
/** The portal does not want the part any more. */
class NotWanted extends Error {}

/** Works on exports until `ending`, or until there was nothing to do for `mostIdleMs`. */
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
        deps.log.error('chore failed', { error });
        return false;
      });
      busy.workers -= 1;
      if (hadWork) busy.last = performance.now();
      else await wait(IDLE_MS, undefined, { signal: ending }).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, runWorker));
}

/** Takes one job and works on it to its end, or as far as it goes now. False: there is none. */
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
  const teller = setInterval(() => {
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
    clearInterval(teller);
    stopping.abort(new JobLost('over'));
  }
  return true;
}

function createHolder(deps: ExportDeps, job: ExportJob, lease: string, signal: AbortSignal) {
  let latest = job;
  const change = async (given: JobChange): Promise<ExportJob> => {
    const now = deps.now().getTime();
    const until = { lease_until: isoOf(now + LEASE_MS) };
    const changed = await changeJob(deps.store.runner, job.id, lease, isoOf(now), { ...until, ...given });
    if (changed === null) throw new JobLost('not ours any more');
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

/** What becomes of a job that did not come to its end. */
async function settle(deps: ExportDeps, { error, job, lease, isEnding, reason }: Trouble): Promise<void> {
  const { runner } = deps.store;
  const now = deps.now().getTime();
  const change = (given: JobChange) => changeJob(runner, job.id, lease, isoOf(now), given);
  // The server stops: the next one goes on at once.
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

type Change = (given: JobChange) => Promise<ExportJob | null>;

/** Nobody wants it: the files go. */
async function giveUp(deps: ExportDeps, job: ExportJob, now: number): Promise<void> {
  await cancelJob(deps.store.runner, job.id, isoOf(now));
  await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
}

/** What was written after somebody cancelled goes too; the files of a job that another process has are that one's. */
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

/** Three days after their end exports go, files first (T 9); so do delegations nobody used. */
export async function expireExports(deps: ExportDeps): Promise<number> {
  const now = deps.now().getTime();
  const gone = await expiredJobs(deps.store.runner, isoOf(now - EXPORT_KEPT_MS), isoOf(now - 86_400_000));
  for (const job of gone) {
    await new SegmentStore(deps.exportFolder, job.id, deps.key).remove();
    await deleteJob(deps.store.runner, job.id);
  }
  if (gone.length > 0)
    await deps.auditSink.record({
      action: 'exports.expire',
      outcome: 'ok',
      actor: { kind: 'system', id: null, name: 'export', group: null, level: null, session: null },
      from: { ip: null, client: null },
      req: null,
      count: gone.length,
      detail: { exports: gone.map((job) => job.id) },
    });
  return gone.length;
}
