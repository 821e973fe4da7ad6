import type { Pool } from 'pg';
import { z } from 'zod';
import { defineJob, type JobHandler } from './define-job.ts';
import type { JobReport } from './job-report.ts';
import { insertJob } from './job-store.repository.ts';
import { WakeSignal } from './wake-signal.ts';

/** Work repeated at an interval. It must be safe to interrupt. */
export interface Task {
  /** `subject.verb`; the label of its metrics. */
  readonly name: string;
  readonly everyMs: number;
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Work repeated by every process of the server, with a pause of `everyMs` between two runs. For work that concerns the
 * process itself, and for intervals too short for a stored job. `wake` starts the next run early.
 */
export interface Loop extends Task {
  readonly wake?: WakeSignal;
}

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const MAX_RUN_S = DAY_S - 1;
const MAX_FAILURE_PAUSE_MS = 5_000;

/** Queue of the runs of all tasks: one row for each run, by the name of its task. */
export const TASK_RUN = defineJob({
  name: 'task',
  schema: z.object({ task: z.string() }),
  // Once more soon, for a lost process and a short fault; else at the next interval.
  retry: { limit: 1, delayS: 30, maxDelayS: 30 },
  // A run that outlasts its interval is not joined by a second one.
  policy: 'exclusive',
  expireInS: MAX_RUN_S,
  waitsAtMostS: DAY_S,
  keepDoneS: HOUR_S,
});

/**
 * Runs tasks so that each runs in one process at a time and once in each interval, however many processes the server
 * has: every process files the run of the present interval, and the first one wins.
 */
export function buildTaskHandler(tasks: readonly Task[]): JobHandler<{ task: string }> {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  return {
    job: TASK_RUN,
    concurrency: tasks.length,
    async run({ task: name }, { signal }) {
      // A task of another version of the server is left to that version.
      await byName.get(name)?.run(signal);
    },
  };
}

/** Files the run of the present interval of a task, unless it was filed or the last one still waits or runs. */
export const fileTaskRun = (pool: Pool, { name, everyMs }: Task): Promise<void> =>
  insertJob((text, values) => pool.query(text, [...values]), {
    name: TASK_RUN.name,
    data: { task: name },
    key: name,
    everyS: Math.round(everyMs / 1_000),
    delayS: 0,
  });

/**
 * Repeats a loop until the signal aborts. A failure is reported and does not end the repetition; while it lasts, short
 * pauses grow to five seconds, so that a database that comes back is found soon and not asked by everyone at once.
 */
export async function runLoop(
  { name, everyMs, run, wake }: Loop,
  report: JobReport,
  signal: AbortSignal,
): Promise<void> {
  const alarm = wake ?? new WakeSignal();
  let failures = 0;
  while (!signal.aborted) {
    failures = (await report.observe(name, () => run(signal))) ? 0 : failures + 1;
    await alarm.wait(computePauseMs(everyMs, failures), signal);
  }
}

const computePauseMs = (everyMs: number, failures: number): number =>
  Math.max(everyMs, Math.min(MAX_FAILURE_PAUSE_MS, everyMs * 2 ** Math.min(failures, 10)));
