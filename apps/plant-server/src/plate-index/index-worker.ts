import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { poolRunner } from '../store/pg-runner.ts';
import { AnswerDesk } from './answer-desk.ts';
import { readCutPieces } from './cut-pieces.ts';
import type { Span } from './index-answers.ts';
import { IndexKeeper } from './index-keeper.ts';
import type { FromIndex, IndexCall, IndexStart, ToIndex } from './index-messages.ts';

/** The window of which a call needs the rows of cut days; null: it does without them. */
function windowOf(call: IndexCall): Span | null {
  if (call.kind === 'recurring') return call.recurrence;
  return call.kind === 'rank' && (call.measure !== 'total' || call.recurrence !== null) ? call : null;
}

/** The thread of the plate index: it owns the memory and its own connections; the server only asks. */
function serve({ databaseUrl, maxBytes }: IndexStart): void {
  const say = (message: FromIndex): void => parentPort?.postMessage(message);
  const ending = new AbortController();
  const wanted = new Set<number>();
  const onTrouble = (error: unknown): void =>
    say({ type: 'trouble', error: error instanceof Error ? error : new Error('plate index failed') });
  const pool = createPool({ url: databaseUrl, applicationName: 'varco plate index', max: 2, onError: onTrouble });
  let desk: AnswerDesk | null = null;

  const tell = (): void => {
    const { index, phase, loadMs } = keeper;
    if (desk?.index !== index) desk = null;
    const bytes = (index?.bytes ?? 0) + (desk?.bytes ?? 0);
    say({ type: 'status', status: { phase, plates: index?.table.plates ?? 0, bytes, loadMs } });
  };
  const keeper = new IndexKeeper({ pool, maxBytes, signal: ending.signal, onChange: tell, onTrouble });

  async function answer({ id, question, call }: Extract<ToIndex, { type: 'ask' }>): Promise<void> {
    wanted.add(id);
    const index = await keeper.current();
    if (index !== null && desk?.index !== index) desk = new AnswerDesk(index);
    const window = windowOf(call);
    const pieces = index === null || window === null ? [] : await readCutPieces(poolRunner(pool), index, window);
    const found = index === null ? null : await desk?.answer(question, call, pieces, () => wanted.has(id));
    // An index that was dropped meanwhile may be older than what the database says now.
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
