import { gather } from '@varco/server-kit/process/gather.ts';
import type { IngestDeps } from './ingest.deps.ts';
import { insertReads } from './insert-reads.ts';
import type { InsertedRead, NewRead } from './new-read.ts';
import { isRetryable } from '../../database/retry.ts';

/** Calls with more reads than this are stored on their own. */
const FEW = 8;
/** Maximum number of calls stored together, so that one statement can take all their reads. */
const MOST_CALLS = 50;
/** One statement runs while the next one is prepared. */
const AT_ONCE = 2;

/**
 * Stores the reads of one call and their alerts in one transaction, then has the alerts published. Returns the result of
 * each read in order. The reads are durable when it resolves. Rejects like `insertReads`.
 */
export type KeepReads = (reads: readonly NewRead[]) => Promise<readonly InsertedRead[]>;

/**
 * Creates the function that stores reads. Concurrent calls with few reads are matched against the lists and stored together
 * (ADR 0096): a statement with eight reads costs little more than one with a single read. Each call gets its own response
 * after its reads are durable.
 */
export function createKeepReads({ store, alerts }: Pick<IngestDeps, 'store' | 'alerts'>): KeepReads {
  const keep: KeepReads = async (reads) => {
    const matched = await alerts.against(reads);
    const inserted = await insertReads(store, matched);
    if (matched.some((read) => read.alerts !== undefined)) alerts.kick();
    return inserted;
  };
  const keepTogether = gather({ atOnce: AT_ONCE, most: MOST_CALLS }, (calls: readonly Call[]) => keepAll(keep, calls));
  return async (reads) => {
    // Reads with pictures are not batched: the same read twice in one statement could get the flags of one call and the
    // pictures of the other.
    if (reads.length > FEW || reads.some(({ pictures }) => pictures !== undefined)) return keep(reads);
    const getStored = await keepTogether(reads);
    return getStored();
  };
}

type Call = readonly NewRead[];
/** Returns the results of a call, or throws its error. */
type Kept = () => readonly InsertedRead[];

/**
 * Stores the reads of several calls in one transaction. If the database refuses it, each call is stored separately, so that
 * one bad read fails only its own call.
 */
async function keepAll(keep: KeepReads, calls: readonly Call[]): Promise<readonly Kept[]> {
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
    return Promise.all(calls.map((call) => keepAlone(keep, call)));
  }
}

async function keepAlone(keep: KeepReads, call: Call): Promise<Kept> {
  try {
    const own = await keep(call);
    return () => own;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
