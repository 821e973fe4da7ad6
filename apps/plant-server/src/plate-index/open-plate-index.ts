import { Worker } from 'node:worker_threads';
import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import type { Candidates, CandidateRequest, FoundPlates, Span, WindowCount } from './index-answers.ts';
import type { FromIndex, IndexAnswer, IndexCall, IndexStart, IndexStatus, ToIndex } from './index-messages.ts';

/**
 * The plate index as the server sees it. Every answer holds what was committed before the question. `null`: there is no
 * index now, the database must answer. An abort throws what aborted the signal.
 */
export interface PlateIndexDoor {
  /** Plates that fit; named up to `most` of them. */
  find(question: PlateQuestion, most: number, signal?: AbortSignal): Promise<FoundPlates | null>;
  /** Transits of fitting plates on the days inside a window; `most` plates of a cut day are named. */
  count(question: PlateQuestion, window: Span & { readonly most: number }, signal?: AbortSignal): Promise<WindowCount | null>;
  /** Plates to probe for the rows at one end of a window; null too when they are too many. */
  candidates(question: PlateQuestion, request: CandidateRequest, signal?: AbortSignal): Promise<Candidates | null>;
  status(): IndexStatus;
  stop(): Promise<void>;
}

const OFF: IndexStatus = { phase: 'off', plates: 0, bytes: 0, loadMs: 0 };
const nothing = async (): Promise<null> => null;

/** A plant without an index: the database answers everything. */
export const NO_PLATE_INDEX: PlateIndexDoor = {
  find: nothing,
  count: nothing,
  candidates: nothing,
  status: () => OFF,
  stop: async () => {},
};

export interface PlateIndexOptions extends IndexStart {
  /** For the log; the messages hold no plates. */
  readonly onTrouble: (message: string) => void;
  /** Called with the seconds a question took. */
  readonly onAnswer: (kind: IndexCall['kind'], seconds: number) => void;
}

interface Waiting {
  readonly kind: IndexCall['kind'];
  readonly began: number;
  readonly done: (answer: IndexAnswer | null) => void;
}

/**
 * Starts the thread of the index, which loads it behind the answers. When the thread dies (out of memory) the plant goes
 * on without it.
 */
export function openPlateIndex({ databaseUrl, maxBytes, onTrouble, onAnswer }: PlateIndexOptions): PlateIndexDoor {
  const start: IndexStart = { databaseUrl, maxBytes };
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), { workerData: start });
  const waiting = new Map<number, Waiting>();
  let status: IndexStatus = { ...OFF, phase: 'loading' };
  let nextId = 0;
  let isGone = false;

  const settle = (id: number, answer: IndexAnswer | null): void => {
    const one = waiting.get(id);
    if (one === undefined) return;
    waiting.delete(id);
    if (answer !== null) onAnswer(one.kind, (performance.now() - one.began) / 1000);
    one.done(answer);
  };
  worker.on('message', (message: FromIndex) => {
    if (message.type === 'answer') settle(message.id, message.answer);
    else if (message.type === 'unable') settle(message.id, null);
    else if (message.type === 'status') status = message.status;
    else onTrouble(message.message);
  });
  worker.on('error', (error) => onTrouble(error.message));
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      isGone = true;
      status = OFF;
      for (const id of waiting.keys()) settle(id, null);
      resolve();
    });
  });
  const say = (message: ToIndex): void => worker.postMessage(message);

  async function ask(question: PlateQuestion, call: IndexCall, signal?: AbortSignal): Promise<IndexAnswer | null> {
    signal?.throwIfAborted();
    if (isGone || status.phase !== 'ready') return null;
    nextId += 1;
    const id = nextId;
    const forget = (): void => {
      say({ type: 'forget', id });
      settle(id, null);
    };
    signal?.addEventListener('abort', forget, { once: true });
    const answer = await new Promise<IndexAnswer | null>((done) => {
      waiting.set(id, { kind: call.kind, began: performance.now(), done });
      say({ type: 'ask', id, question, call });
    });
    signal?.removeEventListener('abort', forget);
    signal?.throwIfAborted();
    return answer;
  }

  return {
    async find(question, most, signal) {
      const answer = await ask(question, { kind: 'find', most }, signal);
      return answer?.kind === 'find' ? answer : null;
    },
    async count(question, window, signal) {
      const answer = await ask(question, { kind: 'count', ...window }, signal);
      return answer?.kind === 'count' ? answer : null;
    },
    async candidates(question, request, signal) {
      const answer = await ask(question, { kind: 'candidates', ...request }, signal);
      return answer?.kind === 'candidates' ? answer.candidates : null;
    },
    status: () => status,
    async stop() {
      say({ type: 'stop' });
      await exited;
    },
  };
}
