import { parentPort, workerData } from 'node:worker_threads';
import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { poolRunner } from '../database/pg-runner.ts';
import type { Runner } from '../database/statement.ts';
import { AnswerDesk, type MemoryCall } from './answer-desk.ts';
import { readCutPieces } from './movements/cut-pieces.ts';
import { findMovements } from './movements/find-movements.ts';
import type { Span } from './index-answers.ts';
import { IndexKeeper } from './index-keeper.ts';
import type { FromIndex, IndexAnswer, IndexCall, IndexStart, ToIndex } from './index-messages.ts';

const DAY_MS = 86_400_000;
/** A week, the four weeks before it and one partial day. */
const DAYS_AHEAD = 36;

/** The window for which a call needs the counts of partial days; null when it needs none. */
function windowOf(call: MemoryCall): Span | null {
  if (call.kind === 'recurring') return call.recurrence;
  return call.kind === 'rank' && (call.measure !== 'total' || call.recurrence !== null) ? call : null;
}

/** Loads the newest days at start; otherwise the first search for suspects would wait for them for seconds. */
async function readAhead({ index, book: movementCache }: AnswerDesk, runner: Runner): Promise<void> {
  const last = Math.floor(index.table.newestMs / DAY_MS);
  const days = Array.from({ length: DAYS_AHEAD }, (_, n) => last - n);
  await movementCache.read(runner, days);
}

/** Runs one call; null when the caller has cancelled. */
async function answerOf(
  handler: AnswerDesk,
  runner: Runner,
  plateQuery: PlateQuestion,
  call: IndexCall,
  isActive: () => boolean,
): Promise<IndexAnswer | null> {
  if (call.kind === 'movements')
    return { kind: 'movements', ...(await findMovements(handler.index, handler.book, runner, call.ask)) };
  const window = windowOf(call);
  const partialDays = window === null ? [] : await readCutPieces(runner, handler.index, window);
  return handler.answer(plateQuery, call, partialDays, isActive);
}

/**
 * Main function of the index thread. The thread owns the memory and its own database connections; the server only sends
 * calls.
 */
function serve({ databaseUrl, maxBytes }: IndexStart): void {
  const send = (message: FromIndex): void => parentPort?.postMessage(message);
  const stopController = new AbortController();
  const activeIds = new Set<number>();
  const onTrouble = (error: unknown): void =>
    send({ type: 'error', error: error instanceof Error ? error : new Error('plate index failed') });
  const pool = createPool({ url: databaseUrl, applicationName: 'varco plate index', max: 4, onError: onTrouble });
  const runner = poolRunner(pool);
  let handler: AnswerDesk | null = null;

  const reportStatus = (): void => {
    const { index, phase, loadMs } = synchronizer;
    if (handler?.index !== index) handler = null;
    if (handler === null && index !== null) {
      handler = new AnswerDesk(index);
      readAhead(handler, runner).catch(onTrouble);
    }
    const bytes = (index?.bytes ?? 0) + (handler?.bytes ?? 0);
    send({ type: 'status', status: { phase, plates: index?.table.plates ?? 0, bytes, loadMs } });
  };
  const synchronizer = new IndexKeeper({
    pool,
    maxBytes,
    signal: stopController.signal,
    onChange: reportStatus,
    onTrouble,
  });

  async function respond({ id, question: plateQuery, call }: Extract<ToIndex, { type: 'call' }>): Promise<void> {
    activeIds.add(id);
    const index = await synchronizer.current();
    if (index !== null && handler?.index !== index) handler = new AnswerDesk(index);
    const found =
      index === null || handler === null
        ? null
        : await answerOf(handler, runner, plateQuery, call, () => activeIds.has(id));
    // An index that was dropped meanwhile may be older than the database.
    if (found == null || synchronizer.index !== index) send({ type: 'unavailable', id });
    else send({ type: 'answer', id, answer: found });
  }

  parentPort?.on('message', (message: ToIndex) => {
    if (message.type === 'stop') stopController.abort(new Error('stopped'));
    else if (message.type === 'cancel') activeIds.delete(message.id);
    else
      void respond(message)
        .catch((error: unknown) => {
          onTrouble(error);
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

serve(workerData);
