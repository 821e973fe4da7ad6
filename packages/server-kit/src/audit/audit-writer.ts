import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { beginDeclaredEpoch } from './audit-epoch.repository.ts';
import { appendEntries, beginAppend, readChainHead, startAuditLog, type ChainHead } from './audit-append.repository.ts';
import { type PreparedRecord, prepareRecord } from './audit-record.ts';
import { type AuditReceipt, type AuditSink, AuditUnavailable } from './audit-sink.ts';

/** Maximum entries per transaction: with 20 callers, batching is six times as fast as single writes (measured). */
const MAX_BATCH = 256;
/**
 * Maximum callers in the queue. Beyond it the database is not keeping up: calls are refused so that memory does not
 * grow.
 */
const MAX_WAITING = 10_000;
/** The database's limit for each statement of the writer, including the wait for the lock. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** After a failed write: interval between tests whether a write would succeed again. */
const PROBE_EVERY_MS = 1_000;

interface Waiting {
  readonly prepared: PreparedRecord;
  readonly resolve: (receipt: AuditReceipt) => void;
  readonly reject: (error: AuditUnavailable) => void;
}

export interface AuditWriter extends AuditSink {
  /** Resolves after the entries already accepted are written. */
  close(): Promise<void>;
}

export interface AuditWriterOptions {
  /** A small pool of its own: a server whose other connections are all busy must still be able to record. */
  readonly pool: Pool;
  readonly identity: { readonly host: string; readonly log: string };
  /** Epoch the operator declares after a restore (`VARCO_AUDIT_EPOCH`); absent: none. */
  readonly epoch?: number;
  /** Called when that epoch begins. */
  readonly onEpoch?: () => void;
  /** Called for each failed write (for log and metrics). Gets no personal data. */
  readonly onFailure?: (error: unknown) => void;
}

/** Opens the log (creating it in a new database) and returns the only writer of this process. */
export async function openAuditWriter(options: AuditWriterOptions): Promise<AuditWriter> {
  await withClient(options.pool, async (client) => {
    await startAuditLog(client, options.identity);
    const { epoch = 1, identity, onEpoch } = options;
    if (await beginDeclaredEpoch(client, { ...identity, epoch, timeoutMs: STATEMENT_TIMEOUT_MS })) onEpoch?.();
  });
  return createAuditWriter(options);
}

function createAuditWriter({ pool, onFailure }: AuditWriterOptions): AuditWriter {
  const waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let isWritable = true;
  let isClosed = false;
  let probing: Promise<void> | null = null;

  /**
   * While the server reports that it is not ready it gets no calls, so it must test by itself whether writes succeed
   * again.
   */
  const probe = async (): Promise<void> => {
    while (!isWritable && !isClosed) {
      await delay(PROBE_EVERY_MS, undefined, { ref: false });
      if (isWritable || isClosed) break;
      isWritable = await testWrite(pool).then(
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
        batch.forEach((item, index) => settleWaiting(item, receipts[index]));
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

function settleWaiting(item: Waiting, receipt: AuditReceipt | undefined): void {
  if (receipt === undefined) item.reject(new AuditUnavailable('no receipt'));
  else item.resolve(receipt);
}

const PROBE_RECORD = prepareRecord({
  action: 'audit.probe',
  outcome: 'ok',
  actor: { kind: 'system', id: null, name: 'audit', group: null, level: null, session: null },
  from: { ip: null, client: null },
  req: null,
});

/** Writes an entry as `writeBatch` would and rolls it back; rejects when it could not be written. */
function testWrite(pool: Pool): Promise<void> {
  return withClient(pool, async (client) => {
    await appendEntries(client, await openAppend(client), [PROBE_RECORD]);
    await client.query('rollback');
  });
}

/**
 * Begins an append and reads the head of the log. Both statements are sent before the first is answered, where the
 * connection can do that, because every response waits for its entry.
 */
async function openAppend(client: PoolClient): Promise<ChainHead> {
  const [, head] = await Promise.all([beginAppend(client, STATEMENT_TIMEOUT_MS), readChainHead(client)]);
  return head;
}

function writeBatch(pool: Pool, batch: readonly Waiting[]): Promise<readonly AuditReceipt[]> {
  return withClient(pool, async (client) => {
    const head = await openAppend(client);
    const records = batch.map((item) => item.prepared);
    // Sent together: when the first fails, PostgreSQL answers the commit with a rollback.
    const [receipts] = await Promise.all([appendEntries(client, head, records), client.query('commit')]);
    return receipts;
  });
}

/** A client that failed is discarded with its connection, so that its transaction can never stay half open. */
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
