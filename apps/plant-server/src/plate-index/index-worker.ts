import { parentPort, workerData } from 'node:worker_threads';
import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { poolRunner } from '../store/pg-runner.ts';
import type { Runner } from '../store/statement.ts';
import { AnswerDesk, type MemoryCall } from './answer-desk.ts';
import { readCutPieces } from './cut-pieces.ts';
import { findMovements } from './find-movements.ts';
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
async function readAhead({ index, book }: AnswerDesk, runner: Runner): Promise<void> {
  const last = Math.floor(index.table.newestMs / DAY_MS);
  const days = Array.from({ length: DAYS_AHEAD }, (_, n) => last - n);
  await book.read(runner, days);
}

/** Runs one call; null when the caller has cancelled. */
async function answerOf(
  desk: AnswerDesk,
  runner: Runner,
  question: PlateQuestion,
  call: IndexCall,
  isWanted: () => boolean,
): Promise<IndexAnswer | null> {
  if (call.kind === 'movements')
    return { kind: 'movements', ...(await findMovements(desk.index, desk.book, runner, call.ask)) };
  const window = windowOf(call);
  const pieces = window === null ? [] : await readCutPieces(runner, desk.index, window);
  return desk.answer(question, call, pieces, isWanted);
}

/**
 * Main function of the index thread. The thread owns the memory and its own database connections; the server only sends
 * calls.
 */
function serve({ databaseUrl, maxBytes }: IndexStart): void {
  const say = (message: FromIndex): void => parentPort?.postMessage(message);
  const ending = new AbortController();
  const wanted = new Set<number>();
  const onTrouble = (error: unknown): void =>
    say({ type: 'trouble', error: error instanceof Error ? error : new Error('plate index failed') });
  const pool = createPool({ url: databaseUrl, applicationName: 'varco plate index', max: 4, onError: onTrouble });
  const runner = poolRunner(pool);
  let desk: AnswerDesk | null = null;

  const tell = (): void => {
    const { index, phase, loadMs } = keeper;
    if (desk?.index !== index) desk = null;
    if (desk === null && index !== null) {
      desk = new AnswerDesk(index);
      readAhead(desk, runner).catch(onTrouble);
    }
    const bytes = (index?.bytes ?? 0) + (desk?.bytes ?? 0);
    say({ type: 'status', status: { phase, plates: index?.table.plates ?? 0, bytes, loadMs } });
  };
  const keeper = new IndexKeeper({ pool, maxBytes, signal: ending.signal, onChange: tell, onTrouble });

  async function answer({ id, question, call }: Extract<ToIndex, { type: 'ask' }>): Promise<void> {
    wanted.add(id);
    const index = await keeper.current();
    if (index !== null && desk?.index !== index) desk = new AnswerDesk(index);
    const found =
      index === null || desk === null ? null : await answerOf(desk, runner, question, call, () => wanted.has(id));
    // An index that was dropped meanwhile may be older than the database.
    if (found == null || keeper.index !== index) say({ type: 'unable', id });
    else say({ type: 'answer', id, answer: found });
  }

  parentPort?.on('message', (message: ToIndex) => {
    if (message.type === 'stop') ending.abort(new Error('stopped'));
    else if (message.type === 'forget') wanted.delete(message.id);
    else
      void answer(message)
        .catch((error: unknown) => {
          onTrouble(error);
          say({ type: 'unable', id: message.id });
        })
        .finally(() => wanted.delete(message.id));
  });
  const telling = setInterval(tell, 5000);
  const stopped = new Promise((resolve) => ending.signal.addEventListener('abort', resolve, { once: true }));
  async function work(): Promise<void> {
    await Promise.all([keeper.run(), stopped]);
    clearInterval(telling);
    await pool.end();
    parentPort?.close();
  }
  void work();
}

serve(workerData);
