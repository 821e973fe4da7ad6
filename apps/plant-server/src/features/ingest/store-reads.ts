import { batchCalls } from '@varco/server-kit/process/batch-calls.ts';
import type { IngestDeps } from './ingest.deps.ts';
import { insertReads } from './insert-reads.repository.ts';
import type { InsertedRead, NewRead } from './new-read.ts';
import { isRetryable } from '../../database/retry-transaction.ts';

/** Calls with more reads than this are stored on their own. */
const MAX_READS_TO_BATCH = 8;
/** Maximum number of calls stored together, so that one statement can take all their reads. */
const MAX_CALLS_PER_BATCH = 50;
/** One statement runs while the next one is prepared. */
const MAX_CONCURRENT_BATCHES = 2;

/**
 * Stores the reads of one call and their alerts in one transaction, then has the alerts published. Returns the result of
 * each read in order. The reads are durable when it resolves. Rejects like `insertReads`.
 */
export type StoreReads = (reads: readonly NewRead[]) => Promise<readonly InsertedRead[]>;

/**
 * Creates the function that stores reads. Concurrent calls with few reads are matched against the lists and stored together
 * (ADR 0012): a statement with eight reads costs little more than one with a single read. Each call gets its own response
 * after its reads are durable.
 */
export function createStoreReads({ store, alerts }: Pick<IngestDeps, 'store' | 'alerts'>): StoreReads {
  const storeOnce: StoreReads = async (reads) => {
    const matched = await alerts.matchLists(reads);
    const inserted = await insertReads(store, matched);
    if (matched.some((read) => read.alerts !== undefined)) alerts.requestPublish();
    return inserted;
  };
  const storeBatched = batchCalls(
    { maxConcurrent: MAX_CONCURRENT_BATCHES, maxBatchSize: MAX_CALLS_PER_BATCH },
    (calls: readonly CallReads[]) => storeCalls(storeOnce, calls),
  );
  return async (reads) => {
    // Reads with pictures are not batched: the same read twice in one statement could get the flags of one call and the
    // pictures of the other.
    if (reads.length > MAX_READS_TO_BATCH || reads.some(({ pictures }) => pictures !== undefined))
      return storeOnce(reads);
    const getStored = await storeBatched(reads);
    return getStored();
  };
}

type CallReads = readonly NewRead[];
/** Returns the results of a call, or throws its error. */
type GetStoredReads = () => readonly InsertedRead[];

/**
 * Stores the reads of several calls in one transaction. If the database refuses it, each call is stored separately, so that
 * one bad read fails only its own call.
 */
async function storeCalls(keep: StoreReads, calls: readonly CallReads[]): Promise<readonly GetStoredReads[]> {
  try {
    const inserted = await keep(calls.flat());
    let next = 0;
    return calls.map(({ length }) => {
      const own = inserted.slice(next, next + length);
      next += length;
      return () => own;
    });
  } catch (error) {
    // An unavailable database concerns all calls.
    if (calls.length === 1 || isRetryable(error)) throw error;
    return Promise.all(calls.map((call) => storeSingleCall(keep, call)));
  }
}

async function storeSingleCall(keep: StoreReads, call: CallReads): Promise<GetStoredReads> {
  try {
    const own = await keep(call);
    return () => own;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
