import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { appendEntries, beginAppend, startAuditLog } from './audit-append.queries.ts';
import { type PreparedRecord, prepareRecord } from './audit-record.ts';
import { type AuditReceipt, type AuditSink, AuditUnavailable } from './audit-sink.ts';

/** Entries of one transaction: with 20 callers six times the rate of one by one (measured). */
const MAX_BATCH = 256;
/** Callers that may wait. More than this means the database is not keeping up: refuse, do not grow. */
const MAX_WAITING = 10_000;
/** The database's own limit for each statement of the writer, lock included. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** After a failed write: how often it is tried whether one would succeed again. */
const PROBE_EVERY_MS = 1_000;

interface Waiting {
  readonly prepared: PreparedRecord;
  readonly resolve: (receipt: AuditReceipt) => void;
  readonly reject: (error: AuditUnavailable) => void;
}

export interface AuditWriter extends AuditSink {
  /** Ends after the entries already accepted are written. */
  close(): Promise<void>;
}

export interface AuditWriterOptions {
  /** Its own small pool: a server whose other connections are all busy must still be able to record. */
  readonly pool: Pool;
  readonly identity: { readonly host: string; readonly log: string };
  /** Told about each failed write (for log and metrics). No personal data in it. */
  readonly onFailure?: (error: unknown) => void;
}

/** Opens the log (starting it on a new database) and returns the one writer of this process. */
export async function openAuditWriter(options: AuditWriterOptions): Promise<AuditWriter> {
  await withClient(options.pool, (client) => startAuditLog(client, options.identity));
  return createWriter(options);
}

function createWriter({ pool, onFailure }: AuditWriterOptions): AuditWriter {
  const waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let isWritable = true;
  let isClosed = false;
  let probing: Promise<void> | null = null;

  /** A server that nobody asks, because it says that it is not ready, must find out by itself that it is again. */
  const probe = async (): Promise<void> => {
    while (!isWritable && !isClosed) {
      await delay(PROBE_EVERY_MS, undefined, { ref: false });
      if (isWritable || isClosed) break;
      isWritable = await tryWrite(pool).then(
        () => true,
        () => false,
      );
    }
    probing = null;
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      try {
        const receipts = await writeBatch(pool, batch);
        isWritable = true;
        batch.forEach((item, index) => settle(item, receipts[index]));
      } catch (error) {
        isWritable = false;
        probing ??= probe();
        onFailure?.(error);
        for (const item of batch) item.reject(new AuditUnavailable('entry not written', { cause: error }));
      }
    }
    running = null;
  };

  return {
    async record(record) {
      const prepared = prepareRecord(record);
      if (isClosed || waiting.length >= MAX_WAITING) throw new AuditUnavailable('not accepting');
      return new Promise((resolve, reject) => {
        waiting.push({ prepared, resolve, reject });
        running ??= drain();
      });
    },
    isWritable: () => isWritable,
    async close() {
      isClosed = true;
      await running;
    },
  };
}

function settle(item: Waiting, receipt: AuditReceipt | undefined): void {
  if (receipt === undefined) item.reject(new AuditUnavailable('no receipt'));
  else item.resolve(receipt);
}

const PROBE = prepareRecord({
  action: 'audit.probe',
  outcome: 'ok',
  actor: { kind: 'system', id: null, name: 'audit', group: null, level: null, session: null },
  from: { ip: null, client: null },
  req: null,
});

/** Writes an entry as `writeBatch` would and takes it back: rejects when it could not be written. */
function tryWrite(pool: Pool): Promise<void> {
  return withClient(pool, async (client) => {
    await beginAppend(client, STATEMENT_TIMEOUT_MS);
    await appendEntries(client, [PROBE]);
    await client.query('rollback');
  });
}

function writeBatch(pool: Pool, batch: readonly Waiting[]): Promise<readonly AuditReceipt[]> {
  return withClient(pool, async (client) => {
    await beginAppend(client, STATEMENT_TIMEOUT_MS);
    const receipts = await appendEntries(
      client,
      batch.map((item) => item.prepared),
    );
    await client.query('commit');
    return receipts;
  });
}

/** A client that failed is thrown away: what its transaction did is then up to the database, never half open. */
async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = error instanceof Error ? error : new Error('audit client failed');
    throw error;
  } finally {
    client.release(failure);
  }
}
