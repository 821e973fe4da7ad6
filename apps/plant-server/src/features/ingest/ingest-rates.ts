import { AppError } from '@varco/server-kit/errors/app-error.ts';

/** Reads a second and at once that one camera key may send (security rules, part 11). */
export interface IngestRate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface IngestRates {
  /** Throws `rate_limit_exceeded` with `Retry-After` when the key has sent too many reads; a refused call costs nothing. */
  spend(key: string, reads: number): void;
}

interface Bucket {
  spent: number;
  atMs: number;
}

/**
 * Counters of this process: a look-up in the database for each read of each camera would cost more than storing it.
 * There are as many counters as keys that were found genuine.
 */
export function createIngestRates({ perSecond, burst }: IngestRate, now: () => Date): IngestRates {
  const buckets = new Map<string, Bucket>();
  return {
    spend(key, reads) {
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
