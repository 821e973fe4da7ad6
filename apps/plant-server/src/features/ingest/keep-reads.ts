import { gather } from '@varco/server-kit/process/gather.ts';
import type { IngestDeps } from './ingest.deps.ts';
import { insertReads } from './insert-reads.ts';
import type { InsertedRead, NewRead } from './new-read.ts';
import { isRetryable } from '../../database/retry.ts';

/** A call with more reads than this is a batch already. */
const FEW = 8;
/** Calls of few reads that are stored together: never more reads than one statement takes. */
const MOST_CALLS = 50;
/** One statement is being written while the next is made ready. */
const AT_ONCE = 2;

/**
 * Stores the reads of one call, their alerts in the same transaction, and has the alerts told; says of each, in its order, what became of
 * it. When it resolves they are durable. Rejects as `insertReads`.
 */
export type KeepReads = (reads: readonly NewRead[]) => Promise<readonly InsertedRead[]>;

/**
 * Calls of few reads that come at the same time are held against the lists and stored as one (ADR 0096): a statement that stores eight reads
 * costs little more than one that stores a single one. Each call still gets its own answer, after its reads are durable.
 */
export function createKeepReads({ store, alerts }: Pick<IngestDeps, 'store' | 'alerts'>): KeepReads {
  const keep: KeepReads = async (reads) => {
    const against = await alerts.against(reads);
    const inserted = await insertReads(store, against);
    if (against.some((read) => read.alerts !== undefined)) alerts.kick();
    return inserted;
  };
  const keepTogether = gather({ atOnce: AT_ONCE, most: MOST_CALLS }, (calls: readonly Call[]) => keepAll(keep, calls));
  return async (reads) => {
    // With pictures: the same read twice in one statement could get the flags of one and the pictures of the other.
    if (reads.length > FEW || reads.some(({ pictures }) => pictures !== undefined)) return keep(reads);
    const kept = await keepTogether(reads);
    return kept();
  };
}

type Call = readonly NewRead[];
/** What became of a call; a failure waits until it is asked for. */
type Kept = () => readonly InsertedRead[];

/** Stores calls as one transaction. What the database refuses is stored call by call then: one bad read costs its own call only. */
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
    // A database that is away is away for all of them.
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
