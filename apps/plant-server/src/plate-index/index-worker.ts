import { parentPort, workerData } from 'node:worker_threads';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { poolRunner } from '../database/pg-runner.ts';
import type { Runner } from '../database/sql-statement.ts';
import { QueryHandler, type InMemoryCall } from './query-handler.ts';
import { arePartialDaysCached, readPartialDays } from './partial-day-passages.repository.ts';
import { NO_PARTIAL_DAYS, type PartialDays } from './tally.ts';
import { findMovements } from './movements/find-movements.ts';
import type { Span } from './span.ts';
import { IndexSynchronizer } from './index-synchronizer.ts';
import type { IndexReplyMessage, IndexResponse, IndexCall, IndexStart, IndexRequestMessage } from './index-messages.ts';

const DAY_MS = 86_400_000;
/** A week, the four weeks before it and one partial day. */
const PRELOADED_DAYS = 36;

/** The window for which a call needs what passed on its partial days; null when it needs none. */
function getPartialDayWindow(call: InMemoryCall): Span | null {
  if (call.kind === 'count' || call.kind === 'days') return null;
  if (call.kind === 'rank') return call.measure === 'total' && call.recurrence === null ? null : call;
  return call.recurrence?.measure === 'total' ? null : call.recurrence;
}

/** Loads the newest days at start; otherwise the first search for suspects would wait for them for seconds. */
async function preloadMovementDays({ index, movementCache }: QueryHandler, runner: Runner): Promise<void> {
  const last = Math.floor(index.table.newestMs / DAY_MS);
  const days = Array.from({ length: PRELOADED_DAYS }, (_, n) => last - n);
  await movementCache.getDays(runner, days);
}

/** Runs one call; null when the caller has cancelled. */
async function handleCall(
  handler: QueryHandler,
  runner: Runner,
  plateQuery: PlateQuery,
  call: IndexCall,
  isActive: () => boolean,
): Promise<IndexResponse | null> {
  if (call.kind === 'movements')
    return { kind: 'movements', ...(await findMovements(handler.index, handler.movementCache, runner, call.query)) };
  if (call.kind === 'count') return handleCount(handler, runner, plateQuery, call, isActive);
  const window = getPartialDayWindow(call);
  const partialDays = window === null ? NO_PARTIAL_DAYS : await readPartialDays(runner, handler.index, window);
  return handler.handle(plateQuery, call, partialDays, isActive);
}

/**
 * Runs a count. The database counts few plates of a partial day sooner than the day is read; many, or a day that is in
 * memory, are counted here.
 */
async function handleCount(
  handler: QueryHandler,
  runner: Runner,
  plateQuery: PlateQuery,
  call: Extract<IndexCall, { kind: 'count' }>,
  isActive: () => boolean,
): Promise<IndexResponse | null> {
  const read = (): Promise<PartialDays> => readPartialDays(runner, handler.index, call);
  if (arePartialDaysCached(handler.index, call)) return handler.handle(plateQuery, call, await read(), isActive);
  const response = await handler.handle(plateQuery, call, NO_PARTIAL_DAYS, isActive);
  const isNamed = response?.kind !== 'count' || response.partialDays.every(({ named }) => named !== null);
  return isNamed ? response : handler.handle(plateQuery, call, await read(), isActive);
}

/** Sends a message to the server. */
const send = (message: IndexReplyMessage): void => parentPort?.postMessage(message);

const sendError = (error: unknown): void =>
  send({ type: 'error', error: error instanceof Error ? error : new Error('plate index failed') });

/**
 * Main function of the index thread. The thread owns the memory and its own database connections; the server only sends
 * calls.
 */
function startWorker({ databaseUrl, maxBytes }: IndexStart): void {
  const stopController = new AbortController();
  const activeIds = new Set<number>();
  const pool = createPool({ url: databaseUrl, applicationName: 'varco plate index', max: 4, onError: sendError });
  const runner = poolRunner(pool);
  let handler: QueryHandler | null = null;

  const reportStatus = (): void => {
    const { index, phase, loadMs } = synchronizer;
    if (handler?.index !== index) handler = null;
    if (handler === null && index !== null) {
      handler = new QueryHandler(index);
      preloadMovementDays(handler, runner).catch(sendError);
    }
    const bytes = (index?.bytes ?? 0) + (handler?.bytes ?? 0);
    send({ type: 'status', status: { phase, plates: index?.table.plates ?? 0, bytes, loadMs } });
  };
  const synchronizer = new IndexSynchronizer({
    pool,
    maxBytes,
    signal: stopController.signal,
    onChange: reportStatus,
    onError: sendError,
  });

  async function respond({ id, plateQuery, call }: Extract<IndexRequestMessage, { type: 'call' }>): Promise<void> {
    activeIds.add(id);
    const index = await synchronizer.getCurrent();
    if (index !== null && handler?.index !== index) handler = new QueryHandler(index);
    const found =
      index === null || handler === null
        ? null
        : await handleCall(handler, runner, plateQuery, call, () => activeIds.has(id));
    // An index that was dropped meanwhile may be older than the database.
    if (found == null || synchronizer.index !== index) send({ type: 'unavailable', id });
    else send({ type: 'answer', id, response: found });
  }

  parentPort?.on('message', (message: IndexRequestMessage) => {
    if (message.type === 'stop') stopController.abort(new Error('stopped'));
    else if (message.type === 'cancel') activeIds.delete(message.id);
    else
      void respond(message)
        .catch((error: unknown) => {
          sendError(error);
          send({ type: 'unavailable', id: message.id });
        })
        .finally(() => activeIds.delete(message.id));
  });
  const statusTimer = setInterval(reportStatus, 5000);
  const stopped = new Promise((resolve) => stopController.signal.addEventListener('abort', resolve, { once: true }));
  async function work(): Promise<void> {
    await Promise.all([synchronizer.run(), stopped]);
    clearInterval(statusTimer);
    await pool.end();
    parentPort?.close();
  }
  void work();
}

startWorker(workerData);
