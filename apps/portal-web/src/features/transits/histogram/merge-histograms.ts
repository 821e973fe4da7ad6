import type { TransitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import {
  type BucketWidth,
  getBucketRange,
  getBucketStart,
  listBuckets,
  widerOf,
} from '@varco/domain/transits/time-buckets.ts';
import { toMilliseconds } from '../../../lib/clock.ts';

/** One bar of the strip: a half-open range in milliseconds, and the transits of all plants in it. */
export interface Bar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
  /** A plant could not count here in time, so there may be more. */
  readonly isLowerBound: boolean;
}

export interface MergedHistogram {
  readonly width: BucketWidth;
  /** Oldest first, without a gap; none when no plant has a bucket. */
  readonly bars: readonly Bar[];
  /** Highest count of a bar. */
  readonly highest: number;
}

/**
 * Sums the histograms of several plants. Plants choose their widths by what each may show; buckets of a narrower width lie
 * completely in those of a wider one, so the widest is used.
 */
export function mergeHistograms(answers: readonly TransitHistogram[]): MergedHistogram {
  const filled = answers.filter(({ secchi }) => secchi.length > 0);
  const width = filled.map(({ larghezza }) => larghezza).reduce(widerOf, 'minute');
  const starts = filled.map(({ secchi }) => toMilliseconds(secchi[0]?.inizio ?? ''));
  const ends = filled.map(({ fine }) => toMilliseconds(fine ?? ''));
  const buckets = listBuckets(Math.min(...starts), Math.max(...ends), filled.length === 0 ? 'minute' : width);
  const sums = new Map(buckets.starts.map((start) => [start, { count: 0, isLowerBound: false }]));
  for (const { inizio, transiti } of filled.flatMap(({ secchi }) => secchi)) {
    const sum = sums.get(getBucketStart(toMilliseconds(inizio), width));
    if (sum === undefined) continue;
    sum.count += transiti ?? 0;
    sum.isLowerBound ||= transiti === null;
  }
  const bars = [...sums.values()].map((sum, at): Bar => ({ ...sum, ...getBucketRange(buckets, at) }));
  return { width, bars, highest: Math.max(0, ...bars.map(({ count }) => count)) };
}
