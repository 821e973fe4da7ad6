import {
  getBucketStart,
  getNextBucketStart,
  isWholeDays,
  type TimeBuckets,
} from '@varco/domain/transits/time-buckets.ts';
import { sql } from 'kysely';
import { compileStatement, type Runner } from '../../../database/sql-statement.ts';
import type { Span } from '../../../plate-index/span.ts';
import type { Visibility } from '../../../policy/visible-transits.sql.ts';
import type { Search } from '../search/candidate-query.sql.ts';
import { countInIndex, getCountingIndex, selectMatchesByCorrectionOnly } from '../search/count-in-index.repository.ts';
import type { IndexedPlates } from '../search/indexed-plates.ts';
import { type BucketCount, toInstants } from './bucket-counts.repository.ts';

/** True when the plate index can count the days of a search: a pattern of many plates, without any other filter. */
export const isCountedByDays = (search: Search): boolean =>
  search.plates.kind !== 'all' && !search.distinct && search.recurrence === null && getCountingIndex(search) !== null;

/**
 * Exact counts from memory for buckets of whole days: whole days from the index, the days that the window cuts as the exact
 * count of a search does. Null when the index cannot count this search, or is not available.
 */
export async function countDaysInIndex(
  runner: Runner,
  search: Search,
  { width, starts }: TimeBuckets,
  signal: AbortSignal,
): Promise<readonly BucketCount[] | null> {
  const indexed = getCountingIndex(search);
  if (indexed === null || !isCountedByDays(search) || !isWholeDays(width)) return null;
  const { fromMs, toMs } = search.visible;
  const firstDay = getNextBucketStart(fromMs - 1, 'day');
  const lastDay = getBucketStart(toMs, 'day');
  if (firstDay >= lastDay) return null;
  const toBucket = (ms: number): number => starts.findLastIndex((start) => start <= ms);
  const countPart = async (part: Span): Promise<BucketCount | null> => {
    const n = await countInIndex(runner, { ...search, visible: { ...search.visible, ...part } }, signal);
    return n === null ? null : { bucket: toBucket(part.fromMs), n };
  };
  const between = { ...search.visible, fromMs: firstDay, toMs: lastDay };
  const cut = [
    { fromMs, toMs: firstDay },
    { fromMs: lastDay, toMs },
  ].filter((part) => part.fromMs < part.toMs);
  const [days, corrected, ...parts] = await Promise.all([
    indexed.index.countDays(indexed.plateQuery, between, signal),
    countCorrected(runner, between, indexed, starts, signal),
    ...cut.map(countPart),
  ]);
  const counted = parts.filter((part) => part !== null);
  if (days === null || counted.length < parts.length) return null;
  return [...days.map((day) => ({ bucket: toBucket(day.fromMs), n: day.transits })), ...corrected, ...counted];
}

/** Transits that match only through their correction, in each bucket. */
async function countCorrected(
  runner: Runner,
  visible: Visibility,
  indexed: IndexedPlates,
  starts: readonly number[],
  signal: AbortSignal,
): Promise<readonly BucketCount[]> {
  const rows = selectMatchesByCorrectionOnly(visible, indexed);
  if (rows === null) return [];
  const query = sql`select width_bucket(c.ts, ${toInstants(starts)}) - 1 as bucket, count(*)::float8 as n ${rows} group by 1`;
  return runner.run<BucketCount>(compileStatement(query), signal);
}
