import type { Pool } from 'pg';
import { listen } from '../database/listen.ts';
import { createBoss } from './boss.ts';
import type { JobHandler } from './define-job.ts';
import type { JobReport } from './job-report.ts';
import { JOB_CHANNEL, registerJobs } from './job-store.repository.ts';
import { buildGiveUpHandler, JobWorker } from './job-worker.ts';
import type { WakeSignal } from './wake-signal.ts';
import { buildTaskHandler, fileTaskRun, type Loop, runLoop, type Task } from './tasks.ts';

/** What a process works on. */
export interface JobPlan {
  readonly pool: Pool;
  readonly report: JobReport;
  readonly handlers?: readonly JobHandler<object>[];
  /** Repeated by one process at a time. */
  readonly tasks?: readonly Task[];
  /** Repeated by this process. */
  readonly loops?: readonly Loop[];
  /** Signalled when a job of that name is announced, which another process runs. */
  readonly announce?: Readonly<Record<string, WakeSignal>>;
}

export interface RunningJobs {
  /** Number of queued jobs and tasks that run in this process. */
  readonly active: () => number;
  /** Aborts the runs, waits for them, and hands unfinished jobs back. */
  stop(): Promise<void>;
}

/** Starts the background jobs of a process: queued jobs, tasks and loops. */
export function startJobs(plan: JobPlan): RunningJobs {
  const stopping = new AbortController();
  const { loops = [] } = plan;
  const workers: JobWorker<object>[] = [];
  const running = [
    ...loops.map((loop) => runLoop(loop, plan.report, stopping.signal)),
    runQueues(plan, workers, stopping.signal),
  ];
  return {
    active: () => workers.reduce((sum, worker) => sum + worker.active, 0),
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Runs the queued jobs and the tasks. A database that is away at the start is waited for. */
async function runQueues(plan: JobPlan, workers: JobWorker<object>[], signal: AbortSignal): Promise<void> {
  const { pool, report, handlers = [], tasks = [] } = plan;
  const all: readonly JobHandler<object>[] = [...handlers, ...(tasks.length === 0 ? [] : [buildTaskHandler(tasks)])];
  if (all.length === 0) return;
  const boss = createBoss(pool, (error) => report.logFailure('jobs', error));
  const open: Loop = {
    name: 'jobs.open',
    everyMs: 2_000,
    run: async () => {
      await registerJobs(
        pool,
        all.map(({ job }) => job),
      );
      await boss.start();
      opened.abort();
    },
  };
  const opened = new AbortController();
  await runLoop(open, report, AbortSignal.any([signal, opened.signal]));
  if (opened.signal.aborted) {
    for (const handler of all.flatMap((one) => [one, buildGiveUpHandler(one) ?? []].flat()))
      workers.push(new JobWorker({ pool, boss, report }, handler));
    const byName = new Map(workers.map((worker) => [worker.name, worker]));
    await Promise.all([
      ...workers.map((worker) => worker.run(signal)),
      ...tasks.map((task) =>
        runLoop({ name: 'task.file', everyMs: task.everyMs, run: () => fileTaskRun(pool, task) }, report, signal),
      ),
      listen(
        pool,
        JOB_CHANNEL,
        (name) => {
          // After a pause of the connection any job may have been announced.
          if (name === null) for (const worker of workers) worker.wake();
          else {
            byName.get(name)?.wake();
            plan.announce?.[name]?.notify();
          }
        },
        signal,
      ),
    ]);
  }
  await boss.stop({ graceful: false });
}

/** Runs the due jobs of one kind, then the given-up ones; returns how many. For tests and for programs that end. */
export async function runDueJobs<Data extends object>(
  { pool, report }: Pick<JobPlan, 'pool' | 'report'>,
  handler: JobHandler<Data>,
  stopping: AbortSignal = new AbortController().signal,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const boss = createBoss(pool, (error) => report.logFailure(handler.job.name, error));
  await registerJobs(pool, [handler.job]);
  await boss.start();
  try {
    let count = 0;
    for (const one of [handler, buildGiveUpHandler(handler)]) {
      if (one === null) break;
      const worker = new JobWorker({ pool, boss, report }, one);
      while (count < most && !stopping.aborted && (await worker.runNext(stopping))) count += 1;
    }
    return count;
  } finally {
    await boss.stop({ graceful: false });
  }
}
