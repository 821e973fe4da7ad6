import type { Pool } from 'pg';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { buildGivenUpName, type JobHandler, type JobRun } from './define-job.ts';
import type { JobReport } from './job-report.ts';
import { HEARTBEAT_S, releaseJob } from './job-store.repository.ts';
import { WakeSignal } from './wake-signal.ts';

/** Delayed and handed-over jobs are found by polling; new ones are announced. */
const POLL_MS = 10_000;
const MS = 1_000;

export interface WorkerDeps {
  readonly pool: Pool;
  readonly boss: PgBoss;
  readonly report: JobReport;
}

/** Stored with a failed job; never a message, which may quote data. */
const toOutput = (error: unknown): object => ({ name: error instanceof Error ? error.constructor.name : typeof error });

/** Claims and runs the jobs of one kind. Several processes may do so at the same time. */
export class JobWorker<Data extends object> {
  readonly name: string;
  private readonly deps: WorkerDeps;
  private readonly handler: JobHandler<Data>;
  private readonly signal = new WakeSignal();
  private readonly running = new Set<Promise<unknown>>();

  constructor(deps: WorkerDeps, handler: JobHandler<Data>) {
    this.deps = deps;
    this.handler = handler;
    this.name = handler.job.name;
  }

  /** Looks for jobs now. */
  wake(): void {
    this.signal.notify();
  }

  /** Number of jobs running in this process. */
  get active(): number {
    return this.running.size;
  }

  /** Runs until `stopping` aborts and the running jobs have ended or were handed back. */
  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const free = this.handler.concurrency - this.running.size;
      const claimed = free > 0 ? await this.claim(free) : [];
      for (const job of claimed) this.start(job, stopping);
      if (claimed.length === 0 || claimed.length < free) await this.signal.wait(POLL_MS, stopping);
    }
    await Promise.all(this.running);
  }

  /** Claims and runs one job. False: none is due. */
  async runNext(stopping: AbortSignal): Promise<boolean> {
    if (this.handler.isReady?.() === false) return false;
    const [job] = await this.deps.boss.fetch<unknown>(this.name, { includeMetadata: true });
    if (job === undefined) return false;
    await this.runClaimed(job, stopping);
    return true;
  }

  private async claim(most: number): Promise<readonly JobWithMetadata<unknown>[]> {
    if (this.handler.isReady?.() === false) return [];
    try {
      return await this.deps.boss.fetch<unknown>(this.name, { batchSize: most, includeMetadata: true });
    } catch (error) {
      this.deps.report.logFailure(this.name, error);
      return [];
    }
  }

  private start(job: JobWithMetadata<unknown>, stopping: AbortSignal): void {
    const run = this.runClaimed(job, stopping)
      // The job stays claimed; without its heartbeat it is soon free for another run.
      .catch((error: unknown) => this.deps.report.logFailure(this.name, error))
      .finally(() => {
        this.running.delete(run);
        this.wake();
      });
    this.running.add(run);
  }

  private async runClaimed(job: JobWithMetadata<unknown>, stopping: AbortSignal): Promise<void> {
    const { boss, report, pool } = this.deps;
    const claim = { id: job.id, retryCount: job.retryCount };
    const lost = new AbortController();
    const heartbeat = setInterval(() => void this.keep(claim, lost), (HEARTBEAT_S * MS) / 3);
    const expiry = setTimeout(() => lost.abort(new Error('job took too long')), this.handler.job.expireInS * MS);
    const run: JobRun = {
      signal: AbortSignal.any([stopping, lost.signal]),
      failures: job.retryCount,
      isStopping: () => stopping.aborted,
    };
    let failure: unknown = null;
    const work = async (): Promise<void> => {
      try {
        await this.handler.run(this.handler.job.schema.parse(job.data), run);
      } catch (error) {
        failure = error;
        // A stop is no failure of the job.
        if (!stopping.aborted) throw error;
      }
    };
    try {
      const isDone = await report.observe(getLabel(this.name, job.data), work);
      if (failure === null) await boss.complete(this.name, [claim]);
      else if (isDone) await releaseJob(pool, this.name, job.id, job.retryCount);
      else await boss.fail(this.name, [claim], toOutput(failure));
    } finally {
      clearInterval(heartbeat);
      clearTimeout(expiry);
    }
  }

  /** Renews the claim. A claim that another process has by now aborts the run. */
  private async keep(claim: { id: string; retryCount: number }, lost: AbortController): Promise<void> {
    const renewed = await this.deps.boss.touch(this.name, [claim]).catch(() => null);
    // The count is not in the types of pg-boss.
    if (renewed !== null && Reflect.get(renewed, 'affected') === 0) lost.abort(new Error('job was taken over'));
  }
}

/** Label in metrics and log: periodic work has the name of its task. */
function getLabel(name: string, data: unknown): string {
  const task: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'task') : undefined;
  return typeof task === 'string' ? task : name;
}

/** The handler of the given-up jobs of another handler; null: it has none. */
export function buildGiveUpHandler<Data extends object>(handler: JobHandler<Data>): JobHandler<Data> | null {
  const { job } = handler;
  if (handler.giveUp === undefined || !job.hasGiveUp) return null;
  const givenUp = { ...job, name: buildGivenUpName(job.name), hasGiveUp: false };
  return { job: givenUp, concurrency: 1, run: async (data) => handler.giveUp?.(data) };
}
