import { getBucketRange, isWholeHours, type TimeBuckets } from '@varco/domain/transits/time-buckets.ts';
import type { Runner } from '../../../database/sql-statement.ts';
import type { Visibility } from '../../../policy/visible-transits.sql.ts';
import { filtersOnlyTimeAndGates, type Search } from '../search/candidate-query.sql.ts';
import { nameMatches } from '../search/plate-matches.repository.ts';
import { type BucketCount, countHoursInBuckets, countRowsInBuckets } from './bucket-counts.repository.ts';
import { countDaysInIndex } from './count-days-in-index.repository.ts';

const HOUR_MS = 3_600_000;
/** The first statement over rows counts this part of the buckets, so that a slow filter still counts the newest ones. */
const FIRST_PART = 1 / 16;
/** A part that was counted this quickly is followed by one of twice its size. */
const QUICK_MS = 250;

/** Exact counts by bucket, oldest first; null: not counted in time. */
export type CountsOverTime = readonly (number | null)[];

/**
 * Counts the transits of a search in buckets that cover what it may see: whole hours from the roll-up, whole days of a plate
 * pattern from the plate index, anything else from the rows, newest first, until `budget` aborts. What is not counted
 * by then is null. Throws the reason of `signal` when the caller left.
 */
export async function countOverTime(
  runner: Runner,
  search: Search,
  buckets: TimeBuckets,
  { signal, budget }: { readonly signal: AbortSignal; readonly budget: AbortSignal },
): Promise<CountsOverTime> {
  const counts = buckets.starts.map((): number | null => null);
  const limit = AbortSignal.any([signal, budget]);
  try {
    if (filtersOnlyTimeAndGates(search) && isWholeHours(buckets.width))
      addCounts(counts, 0, await countByHours(runner, search, buckets, limit));
    else {
      const byDay = await countDaysInIndex(runner, search, buckets, limit);
      if (byDay === null) await countByRows(runner, search, { buckets, counts }, limit);
      else addCounts(counts, 0, byDay);
    }
  } catch (error) {
    if (signal.aborted || !budget.aborted) throw error;
  }
  return counts;
}

/** Adds counted buckets from number `first` on to the end; a bucket without a row is 0. */
function addCounts(counts: (number | null)[], first: number, found: readonly BucketCount[]): void {
  for (let at = first; at < counts.length; at += 1) counts[at] ??= 0;
  for (const { bucket, n } of found) counts[bucket] = (counts[bucket] ?? 0) + n;
}

/** Whole hours from the roll-up, and the hours that the window cuts from the rows. */
async function countByHours(
  runner: Runner,
  search: Search,
  { starts }: TimeBuckets,
  signal: AbortSignal,
): Promise<readonly BucketCount[]> {
  const { visible } = search;
  const firstHour = Math.ceil(visible.fromMs / HOUR_MS) * HOUR_MS;
  const lastHour = Math.floor(visible.toMs / HOUR_MS) * HOUR_MS;
  if (firstHour >= lastHour) return countRowsInBuckets(runner, search, visible, starts, signal);
  const cut: readonly Visibility[] = [
    { ...visible, toMs: firstHour },
    { ...visible, fromMs: lastHour },
  ].filter(({ fromMs, toMs }) => fromMs < toMs);
  const whole = countHoursInBuckets(runner, { ...visible, fromMs: firstHour, toMs: lastHour }, starts, signal);
  const found = [whole, ...cut.map((range) => countRowsInBuckets(runner, search, range, starts, signal))];
  return (await Promise.all(found)).flat();
}

/** Rows, part by part from the newest bucket on; `counts` has what was counted when a statement is aborted. */
async function countByRows(
  runner: Runner,
  unnamed: Search,
  { buckets, counts }: { readonly buckets: TimeBuckets; readonly counts: (number | null)[] },
  signal: AbortSignal,
): Promise<void> {
  const { visible } = unnamed;
  const search = { ...unnamed, plates: await nameMatches(unnamed.plates, signal) };
  let size = Math.max(1, Math.ceil(counts.length * FIRST_PART));
  for (let end = counts.length; end > 0;) {
    const first = Math.max(0, end - size);
    const range = {
      ...visible,
      fromMs: Math.max(visible.fromMs, getBucketRange(buckets, first).fromMs),
      toMs: Math.min(visible.toMs, getBucketRange(buckets, end - 1).toMs),
    };
    const startedAt = performance.now();
    const found = await countRowsInBuckets(runner, search, range, buckets.starts, signal);
    addCounts(counts, first, found);
    end = first;
    if (performance.now() - startedAt < QUICK_MS) size *= 2;
  }
}
