import type { z } from 'zod';

/** How often and when a failed job is run again. The delay doubles with each failure, up to the maximum. */
export interface RetryRule {
  /** Runs after the first one before the job is given up. */
  readonly limit: number;
  readonly delayS: number;
  readonly maxDelayS: number;
}

export interface JobOptions<Data extends object> {
  /** `subject.verb`; stored with the jobs, and the label of their metrics. */
  readonly name: string;
  /** Ids only: job data is not encrypted and is retained after the run. */
  readonly schema: z.ZodType<Data>;
  readonly retry: RetryRule;
  /** A run may take this long; then it is aborted and counts as failed. */
  readonly expireInS: number;
  /** Jobs that wait longer than this are deleted. */
  readonly waitsAtMostS?: number;
  /** How long a finished job is retained for inspection. */
  readonly keepDoneS?: number;
  /**
   * `singleton`: only one job of this name runs at a time, in all processes together. `exclusive`: only one job of each key
   * waits or runs.
   */
  readonly policy?: 'standard' | 'singleton' | 'exclusive';
  /** True: a job that was given up is handed to the `giveUp` of its handler, also when the process died with it. */
  readonly hasGiveUp?: boolean;
}

/** A kind of job. Its handler is given where the process starts its jobs, because it needs the server's dependencies. */
export interface Job<Data extends object> extends Required<JobOptions<Data>> {}

const DAY_S = 86_400;

/** Declares a kind of job. */
export const defineJob = <Data extends object>(options: JobOptions<Data>): Job<Data> => ({
  waitsAtMostS: 14 * DAY_S,
  keepDoneS: DAY_S,
  policy: 'standard',
  hasGiveUp: false,
  ...options,
});

/** Name under which given-up jobs wait for `giveUp`. */
export const buildGivenUpName = (name: string): string => `${name}.given-up`;

/** Thrown by a run that cannot go on now for an expected reason: it is run again, and not logged as a failure. */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';
}

/** What a run may know about itself. */
export interface JobRun {
  /** Aborts when the server stops, when the run takes too long, or when another process has taken the job over. */
  readonly signal: AbortSignal;
  /** Failed runs before this one. */
  readonly failures: number;
  /** True when the server is stopping; the job is then handed on without counting as failed. */
  readonly isStopping: () => boolean;
}

/** A kind of job with what it does. Delivery is at least once: a run may follow one that was killed after its work. */
export interface JobHandler<Data extends object> {
  readonly job: Job<Data>;
  /** Jobs of this kind that one process runs at the same time. */
  readonly concurrency: number;
  /** False: the process takes no job now; they wait without a failure. */
  isReady?(): boolean;
  run(data: Data, run: JobRun): Promise<void>;
  /** Called once when the job will not be run again. */
  giveUp?(data: Data): Promise<void>;
}
