import type { TransitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { chooseBucketWidth, listBuckets, type TimeBuckets, widerOf } from '@varco/domain/transits/time-buckets.ts';
import { TRANSIT_EPOCH_MS } from '@varco/domain/transits/transit-id.ts';
import type { TransitScope } from '../../../auth/plant-viewer.ts';
import type { Runner } from '../../../database/sql-statement.ts';
import type { TransitQuery } from '../transit-query.ts';
import { prepareSearch, type SearchDeps } from '../transits.service.ts';
import { readOldestHourMs } from './bucket-counts.repository.ts';
import { isCountedByDays } from './count-days-in-index.repository.ts';
import { countOverTime, type CountsOverTime } from './count-over-time.ts';

/** Longest time that counting may take. The picture is beside a list that is there already, and must not cost more than it. */
const MAX_COUNTING_MS = 2_000;
/** From so long a period on a plate pattern is counted by days, which the plate index knows, instead of parts of days. */
const MIN_DAYS_MS = 28 * 86_400_000;

/** Buckets of a search and their counts, oldest first. */
export interface CountedBuckets {
  readonly buckets: TimeBuckets;
  readonly counts: CountsOverTime;
}

interface CountOptions {
  /** The search names the start of its period. */
  readonly hasStart: boolean;
  /** Empty buckets that begin later, which an open end has, are left out. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** Transits of a search over its period; without a start, from the oldest visible transit on. */
export async function countTransitsOverTime(
  deps: SearchDeps,
  scope: TransitScope,
  query: TransitQuery,
  { hasStart, nowMs, signal }: CountOptions,
): Promise<CountedBuckets> {
  const { runner } = deps.store;
  const budget = AbortSignal.timeout(MAX_COUNTING_MS);
  const fromMs = await findFirstMs(runner, query, hasStart, signal);
  const { toMs } = query.window;
  if (fromMs >= toMs) return { buckets: listBuckets(toMs, toMs, 'hour'), counts: [] };
  const { search } = await prepareSearch(deps, scope, query, signal);
  const narrowest = chooseBucketWidth(fromMs, toMs);
  const isByDays = isCountedByDays(search) && toMs - fromMs >= MIN_DAYS_MS;
  const buckets = listBuckets(fromMs, toMs, isByDays ? widerOf(narrowest, 'day') : narrowest);
  const counted = { ...search, visible: { ...search.visible, fromMs } };
  const counts = await countOverTime(runner, counted, buckets, { signal, budget });
  return dropEmptyFuture({ buckets, counts }, nowMs);
}

/** First instant to count from. Passages without a plate are in no sum of hours that would tell the oldest one. */
async function findFirstMs(
  runner: Runner,
  { window, gates, unread }: TransitQuery,
  hasStart: boolean,
  signal: AbortSignal,
): Promise<number> {
  if (window.fromMs >= window.toMs) return window.toMs;
  const isAsSearched = hasStart || unread !== undefined;
  const oldestMs = isAsSearched ? TRANSIT_EPOCH_MS : await readOldestHourMs(runner, { gates, ...window }, signal);
  return Math.max(window.fromMs, oldestMs ?? window.toMs);
}

function dropEmptyFuture({ buckets, counts }: CountedBuckets, nowMs: number): CountedBuckets {
  const { starts, endMs } = buckets;
  const last = starts.findLastIndex((start, at) => start <= nowMs || counts[at] !== 0);
  return {
    buckets: { ...buckets, starts: starts.slice(0, last + 1), endMs: starts[last + 1] ?? endMs },
    counts: counts.slice(0, last + 1),
  };
}

/** The counts in the form of the API. */
export const toHistogram = ({
  buckets,
  counts,
}: CountedBuckets): Pick<TransitHistogram, 'larghezza' | 'secchi' | 'fine'> => ({
  larghezza: buckets.width,
  secchi: buckets.starts.map((start, at) => ({ inizio: toIsoInstant(start), transiti: counts[at] ?? null })),
  fine: buckets.starts.length === 0 ? null : toIsoInstant(buckets.endMs),
});
