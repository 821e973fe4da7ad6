import { createReadGauge, type ServerMetric } from '@varco/server-kit/metrics/own-metrics.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readBacklog, type ReviewBacklog } from './review.repository.ts';

/** Gauges of the review of the last month; without a value until there is one. */
export function createReviewMetrics(runner: Runner): readonly ServerMetric[] {
  const readFrom = (pick: (backlog: ReviewBacklog) => number) => async (): Promise<number | null> => {
    const backlog = await readBacklog(runner);
    return backlog === null ? null : pick(backlog);
  };
  return [
    createReadGauge(
      'varco_review_open',
      'Cases of the last reviewed month without a decision',
      readFrom(({ open }) => open),
    ),
    createReadGauge(
      'varco_review_sample_ratio',
      'Share of the sample of the last reviewed month that is decided, 0 to 1',
      readFrom(({ drawn, drawn_decided }) => (drawn === 0 ? 1 : drawn_decided / drawn)),
    ),
  ];
}
