import { defineJob, type JobHandler, JobPostponed } from '@varco/server-kit/jobs/define-job.ts';
import { enqueue } from '@varco/server-kit/jobs/enqueue.ts';
import { z } from 'zod';
import { runnerSql } from '../../database/pg-runner.ts';
import { computeReviewMonth } from './compute-review.ts';
import { findMonth, findMonthBefore, toMonthSpan } from './review-months.ts';
import type { ReviewDeps } from './review.deps.ts';
import { findRun, readBacklog } from './review.repository.ts';

const HOUR_S = 3_600;
const DAY_MS = 86_400_000;
/** Days after a month in which its cases are to be decided; after them a reminder every day. */
export const REVIEW_TERM_DAYS = 14;

/** Computes the review of one month; a month that has its final run is left alone. */
export const COMPUTE_REVIEW = defineJob({
  name: 'review.compute',
  schema: z.object({ month: z.string() }),
  retry: { limit: 48, delayS: 60, maxDelayS: HOUR_S },
  expireInS: 6 * HOUR_S,
  policy: 'singleton',
});

/** Runs the computations, one at a time. */
export const createReviewHandler = (deps: ReviewDeps): JobHandler<{ month: string }> => ({
  job: COMPUTE_REVIEW,
  concurrency: 1,
  async run({ month }, { signal }) {
    if ((await computeReviewMonth(deps, month, signal)) === 'waiting') throw new JobPostponed('no checkpoint yet');
  },
});

/** Asks for the review of the month before, until it is there. */
export async function enqueueMonthlyReview(deps: ReviewDeps): Promise<void> {
  const { runner } = deps.store;
  const month = findMonthBefore(findMonth(deps.now()));
  if ((await findRun(runner, toMonthSpan(month).firstDay))?.final === true) return;
  await enqueue(runnerSql(runner), COMPUTE_REVIEW, { month });
}

/** Reminds, once a day, of cases of the last month that wait beyond their term. */
export async function remindOfReviews({ store, log, now }: ReviewDeps): Promise<void> {
  const backlog = await readBacklog(store.runner);
  if (backlog === null || backlog.open === 0 || !isOverdue(backlog.month, now())) return;
  log.warn('review overdue', { code: backlog.month, subCode: String(backlog.open) });
}

/** True when the term for the cases of a month is over. */
export const isOverdue = (month: string, now: Date): boolean =>
  now.getTime() >= toMonthSpan(month).toMs + REVIEW_TERM_DAYS * DAY_MS;
