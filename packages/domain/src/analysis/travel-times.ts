/** Travel times of legs (analysis design, part 4, E): percentiles and a histogram on a logarithmic scale. Seconds everywhere. */

/** Travel times of fewer legs are shown but marked "non significativo". */
export const MIN_SIGNIFICANT_LEGS = 20;

/** Buckets are a tenth of a natural logarithm wide (10 % from edge to edge): about 90 buckets up to two hours. */
const BUCKETS_PER_E = 10;
const toTravelBucket = (seconds: number): number => Math.floor(BUCKETS_PER_E * Math.log(Math.max(1, seconds)));
const bucketStartS = (bucket: number): number => Math.exp(bucket / BUCKETS_PER_E);

export interface TravelTimes {
  readonly n: number;
  /** Null: no leg at all. */
  readonly p10: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
}

export interface TravelBar {
  /** Half-open, seconds. */
  readonly fromS: number;
  readonly toS: number;
  readonly n: number;
}

/**
 * The value below or at which the share `p` (0 to 1) of values lies; interpolated between neighbours. @param sorted
 * ascending
 */
export function computePercentile(sorted: readonly number[], p: number): number | null {
  const last = sorted.length - 1;
  if (last < 0) return null;
  const at = p * last;
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

export function summariseTravelTimes(seconds: readonly number[]): TravelTimes {
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (p: number): number | null => computePercentile(sorted, p);
  return { n: sorted.length, p10: at(0.1), p50: at(0.5), p90: at(0.9), p95: at(0.95) };
}

/** Histogram bars from the shortest to the longest leg, including empty ones between them. */
export function buildTravelBars(seconds: readonly number[]): readonly TravelBar[] {
  if (seconds.length === 0) return [];
  const counts = new Map<number, number>();
  for (const value of seconds) counts.set(toTravelBucket(value), (counts.get(toTravelBucket(value)) ?? 0) + 1);
  const buckets = [...counts.keys()].toSorted((a, b) => a - b);
  const [first, last] = [buckets[0] ?? 0, buckets.at(-1) ?? 0];
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    fromS: bucketStartS(first + i),
    toS: bucketStartS(first + i + 1),
    n: counts.get(first + i) ?? 0,
  }));
}
