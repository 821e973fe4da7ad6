import type { ReadResult } from '@varco/contract/plant/ingest.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { addTallyCounts, type TallyCount } from './ingest-tally.repository.ts';

const HOUR_MS = 3_600_000;

/** Counts the results of the reads of each key, for the hourly audit entry (security rules, part 6). */
export interface IngestTally {
  /** Adds the results of one call of a key. */
  count(keyId: string, results: readonly ReadResult[]): void;
  /** Adds the counts since the last flush to the table; a crash loses at most the counts not flushed yet. */
  flush(): Promise<void>;
}

/** Counts in memory, so that a single read stays cheap; several processes of a plant add to the same table. */
export function createIngestTally(runner: Runner, now: () => Date): IngestTally {
  let counted = new Map<string, number>();
  const add = (key: string, n: number): void => {
    counted.set(key, (counted.get(key) ?? 0) + n);
  };
  return {
    count(keyId, results) {
      const hour = toIsoInstant(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS);
      for (const { state, reason } of results) {
        add(`${hour} ${keyId} ${state === 'refused' ? (reason ?? state) : state}`, 1);
      }
    },
    async flush() {
      const taken = counted;
      if (taken.size === 0) return;
      counted = new Map();
      // Sorted by key, so that two processes do not deadlock.
      const counts = [...taken]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, n]): TallyCount => {
          const [hour = '', keyId = '', outcome = ''] = key.split(' ');
          return { hour, keyId, outcome, n };
        });
      try {
        await retryTransaction(() => addTallyCounts(runner, counts));
      } catch (error) {
        for (const [key, n] of taken) add(key, n);
        throw error;
      }
    },
  };
}
