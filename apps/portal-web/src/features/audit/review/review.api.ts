import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/plant/review.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { callPlant } from '../../../lib/plants/plant-sessions.ts';

/** A plant whose log the reader may review: its credential id. */
export type ReviewSource = string;

/** A case with the plant whose log it is about. */
export interface SourcedCase {
  readonly source: ReviewSource;
  readonly found: api.ReviewCase;
}

export const caseKey = ({ source, found }: SourcedCase): string => `${source}-${found.month}-${found.person}`;

export const REVIEW_KEY = 'review';

/** Each listing and opening is an entry in the log, so nothing is asked again by itself. */
const REQUESTED_ONCE = {
  ...{ staleTime: Infinity, gcTime: 0, retry: false },
  ...{ refetchOnMount: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
} as const;

/** The queue of one plant and month; `run` tells two listings apart. */
export const reviewQueueQuery = (source: ReviewSource, month: string, run: number) =>
  queryOptions({
    ...REQUESTED_ONCE,
    queryKey: [REVIEW_KEY, 'queue', source, month, run],
    queryFn: ({ signal }) => callPlant(source, api.listReviews, { body: { month } }, { signal }),
  });

/** One case with its entries and steps. */
export const reviewDetailQuery = ({ source, found }: SourcedCase) =>
  queryOptions({
    ...REQUESTED_ONCE,
    queryKey: [REVIEW_KEY, 'case', source, found.month, found.person],
    queryFn: ({ signal }) =>
      callPlant(source, api.openReview, { body: { month: found.month, person: found.person } }, { signal }),
  });

export const decideCase = (
  source: ReviewSource,
  body: CallInput<typeof api.decideReview>['body'],
): Promise<api.ReviewDetail> => callPlant(source, api.decideReview, { body });

/** Asks every plant to compute the month; plants whose month is complete refuse, which is no failure. */
export async function computeMonth(sources: readonly ReviewSource[], month: string): Promise<void> {
  const answers = await Promise.allSettled(
    sources.map((source) => callPlant(source, api.computeReview, { body: { month } })),
  );
  for (const answer of answers)
    if (answer.status === 'rejected' && !(answer.reason instanceof ApiError && answer.reason.code === 'conflict'))
      throw answer.reason;
}
