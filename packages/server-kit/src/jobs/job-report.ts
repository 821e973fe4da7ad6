import { Counter, Gauge, Histogram } from 'prom-client';
import type { Pool } from 'pg';
import type { Log } from '../log/log.ts';
import type { ServerMetric } from '../metrics/own-metrics.ts';
import { JobPostponed } from './define-job.ts';
import { type JobBacklog, readBacklog } from './job-store.repository.ts';

/** The same failure of a job is logged again after this time; the metric counts every one. */
const REPEAT_LOG_MS = 10 * 60_000;
const SECONDS = [0.01, 0.05, 0.2, 1, 5, 30, 120, 600, 3600];

/** Counts and logs the runs of the jobs of one process. */
export interface JobReport {
  /** For `installMetrics`. */
  readonly metrics: readonly ServerMetric[];
  /** Runs `work`, and counts, times and logs it. Returns whether it succeeded. */
  observe(name: string, work: () => Promise<unknown>): Promise<boolean>;
  /** Logs a failure: the first of its cause at once, repetitions every ten minutes. */
  logFailure(name: string, error: unknown): void;
}

/** What identifies the cause of a failure: class, code and the line that threw. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? String(error.code) : '';
  const frame = error.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? '';
  return `${error.constructor.name} ${code} ${frame}`;
}

/** `now`: clock of the log limit, in milliseconds. */
export function createJobReport(log: Log, now: () => number = Date.now): JobReport {
  const runs = new Counter({
    name: 'varco_job_runs_total',
    help: 'Runs of background jobs',
    labelNames: ['job', 'result'] as const,
    registers: [],
  });
  const seconds = new Histogram({
    name: 'varco_job_seconds',
    help: 'Duration of the runs of background jobs',
    labelNames: ['job'] as const,
    buckets: SECONDS,
    registers: [],
  });
  /** Time of the last log line by job and cause. */
  const logged = new Map<string, number>();
  const failing = new Set<string>();

  const logFailure = (name: string, error: unknown): void => {
    failing.add(name);
    const key = `${name}\n${describeCause(error)}`;
    const last = logged.get(key);
    if (last !== undefined && now() - last < REPEAT_LOG_MS) return;
    logged.set(key, now());
    log.error('job failed', { code: name, subCode: getCode(error), error });
  };
  return {
    metrics: [runs, seconds],
    logFailure,
    async observe(name, work) {
      const startedAt = performance.now();
      try {
        await work();
        runs.inc({ job: name, result: 'done' });
        if (failing.delete(name)) log.info('job works again', { code: name });
        return true;
      } catch (error) {
        const isPostponed = error instanceof JobPostponed;
        runs.inc({ job: name, result: isPostponed ? 'postponed' : 'failed' });
        if (!isPostponed) logFailure(name, error);
        return false;
      } finally {
        seconds.observe({ job: name }, (performance.now() - startedAt) / 1_000);
      }
    },
  };
}

const getCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[\w./-]{1,64}$/.test(error.code)
    ? error.code
    : null;

/** One statement serves all gauges of a scrape. */
const BACKLOG_AGE_MS = 500;

const GAUGES = [
  ['varco_job_waiting', 'Jobs that wait', (one: JobBacklog) => one.waiting],
  ['varco_job_running', 'Jobs that run', (one: JobBacklog) => one.running],
  ['varco_job_given_up', 'Jobs given up', (one: JobBacklog) => one.failed],
  ['varco_job_oldest_seconds', 'How long the oldest due job has waited', (one: JobBacklog) => one.oldestS],
] as const;

/** Gauges of the backlog in the database, read at each scrape. While the database is unavailable they have no values. */
export function createBacklogMetrics(pool: Pool): readonly ServerMetric[] {
  let last: { readonly at: number; readonly rows: Promise<readonly JobBacklog[]> } | null = null;
  const read = (): Promise<readonly JobBacklog[]> => {
    if (last === null || performance.now() - last.at > BACKLOG_AGE_MS)
      last = { at: performance.now(), rows: readBacklog(pool).catch(() => []) };
    return last.rows;
  };
  return GAUGES.map(
    ([name, help, pick]) =>
      new Gauge({
        name,
        help,
        labelNames: ['job'] as const,
        registers: [],
        async collect() {
          const rows = await read();
          this.reset();
          for (const one of rows) this.set({ job: one.name }, pick(one));
        },
      }),
  );
}
