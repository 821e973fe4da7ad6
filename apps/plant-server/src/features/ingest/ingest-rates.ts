import { AppError } from '@varco/server-kit/errors/app-error.ts';

/** Reads per second, and at once, that one camera key may send (security rules, part 11). */
export interface IngestRate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface IngestRates {
  /**
   * Counts reads of a key. Throws `rate_limit_exceeded` with `Retry-After` when the key has sent too many; a refused call
   * is not counted.
   */
  spend(key: string, reads: number): void;
}

interface Bucket {
  spent: number;
  atMs: number;
}

/**
 * Creates token buckets in this process's memory: a database query for each read would cost more than storing it. There is
 * one bucket per valid key.
 */
export function createIngestRates(readRate: () => IngestRate, now: () => Date): IngestRates {
  const buckets = new Map<string, Bucket>();
  return {
    spend(key, reads) {
      const { perSecond, burst } = readRate();
      const nowMs = now().getTime();
      const bucket = buckets.get(key) ?? { spent: 0, atMs: nowMs };
      const refilled = (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond;
      const spent = Math.max(0, bucket.spent - refilled);
      if (spent + reads > burst)
        throw new AppError('rate_limit_exceeded', { retryAfterS: Math.max(1, (spent + reads - burst) / perSecond) });
      buckets.set(key, { spent: spent + reads, atMs: nowMs });
    },
  };
}
