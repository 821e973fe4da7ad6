import { Client, type ClientBase, type Pool, type PoolClient } from 'pg';
import { timePart } from '../metrics/call-timings.ts';
import { AppError } from '../errors/app-error.ts';

/**
 * Runs queries on one connection of the pool. When `signal` aborts, the running statement is cancelled in the
 * database at once (over a second connection, because the first is busy) instead of running to its end without a
 * reader. Throws the reason of the signal (`statement_timeout`, `client_left`), or the query's own error.
 */
export async function withCancel<T>(
  pool: Pool,
  signal: AbortSignal,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = await timePart('queue', () => pool.connect());
  let cancelling: Promise<void> = Promise.resolve();
  let isOver = false;
  const onAbort = (): void => {
    if (!isOver) cancelling = cancelBackend(pool, client);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) throw getAbortReason(signal);
    return await work(client);
  } catch (error) {
    if (signal.aborted) throw getAbortReason(signal);
    throw error;
  } finally {
    isOver = true;
    signal.removeEventListener('abort', onAbort);
    // Waits for the cancel request, which must not hit the next user of this connection.
    await cancelling.catch(() => {});
    client.release(signal.aborted);
  }
}

const getAbortReason = (signal: AbortSignal): unknown =>
  signal.reason ?? new AppError('unavailable', { sub: 'statement_timeout' });

/** Uses a separate connection: the pool may be full of equally slow statements. */
async function cancelBackend(pool: Pool, client: ClientBase): Promise<void> {
  const pid = 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
  if (pid === null) return;
  const killer = new Client({
    connectionString: pool.options.connectionString,
    application_name: 'varco cancel',
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  // Connection lost while idle: the next statement fails and reports it.
  killer.on('error', () => {});
  await killer.connect();
  try {
    await killer.query('select pg_cancel_backend($1::int)', [pid]);
  } finally {
    await killer.end();
  }
}
