import { Worker } from 'node:worker_threads';
import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import type { FoundMovements, MovementAsk } from './movements/find-movements.ts';
import type { Candidates, CandidateRequest, FoundPlates, Span, WindowCount } from './index-answers.ts';
import type { FromIndex, IndexAnswer, IndexCall, IndexStart, IndexStatus, ToIndex } from './index-messages.ts';
import type { Ranking, RankRequest } from './ranking.ts';
import type { RecurrenceAsk, RecurringCount } from './recurrence.ts';

/**
 * The plate index as the server sees it. Every answer holds what was committed before the question. `null`: there is no
 * index now, the database must answer. An abort throws what aborted the signal.
 */
export interface PlateIndexDoor {
  /** Plates that fit and passed as often as asked; named up to `most` of them, then some more than pass may be named. */
  find(
    question: PlateQuestion,
    request: { readonly most: number; readonly recurrence?: RecurrenceAsk | null },
    signal?: AbortSignal,
  ): Promise<FoundPlates | null>;
  /** Transits of fitting plates on the days inside a window; `most` plates of a cut day are named. */
  count(
    question: PlateQuestion,
    window: Span & { readonly most: number },
    signal?: AbortSignal,
  ): Promise<WindowCount | null>;
  /** Plates to probe for the rows at one end of a window; null too when they are too many. */
  candidates(
    question: PlateQuestion,
    request: CandidateRequest & { readonly recurrence: RecurrenceAsk | null },
    signal?: AbortSignal,
  ): Promise<Candidates | null>;
  /** Which of these plates can have passed so often: all that did, and perhaps some more. */
  sieve(plates: readonly string[], recurrence: RecurrenceAsk, signal?: AbortSignal): Promise<readonly string[] | null>;
  /** Exact number of fitting plates that passed as often as asked, and of their transits in the window. */
  countRecurring(
    question: PlateQuestion,
    recurrence: RecurrenceAsk,
    signal?: AbortSignal,
  ): Promise<RecurringCount | null>;
  /** Fitting plates in the order of a measure. With `recurrence` some more may be named than pass. */
  rank(
    question: PlateQuestion,
    request: RankRequest & { readonly recurrence: RecurrenceAsk | null },
    signal?: AbortSignal,
  ): Promise<Ranking | null>;
  /** What plates did in a window that stands out; `movement_day` must be built and caught up. */
  movements(ask: MovementAsk, signal?: AbortSignal): Promise<FoundMovements | null>;
  status(): IndexStatus;
  stop(): Promise<void>;
}

const OFF: IndexStatus = { phase: 'off', plates: 0, bytes: 0, loadMs: 0 };
const nothing = async (): Promise<null> => null;

/** Nothing asked of the plate itself: every plate fits. */
export const EVERY_PLATE: PlateQuestion = { terms: [], misreads: false, variations: 0 };

/** A plant without an index: the database answers everything. */
export const NO_PLATE_INDEX: PlateIndexDoor = {
  find: nothing,
  count: nothing,
  candidates: nothing,
  sieve: nothing,
  countRecurring: nothing,
  rank: nothing,
  movements: nothing,
  status: () => OFF,
  stop: async () => {},
};

export interface PlateIndexOptions extends IndexStart {
  readonly onTrouble: (error: Error) => void;
  /** Called when the phase changes. */
  readonly onStatus: (status: IndexStatus) => void;
  /** Called with the seconds a question took. */
  readonly onAnswer: (kind: IndexCall['kind'], seconds: number) => void;
}

/** MB. What a question leaves behind is collected soon; by itself a thread would keep 130 MB for it, as much as the index. */
const YOUNG_MB = 48;

interface Waiting {
  readonly kind: IndexCall['kind'];
  readonly began: number;
  readonly done: (answer: IndexAnswer | null) => void;
}

/** Questions under way to the thread. */
class Line {
  status: IndexStatus = { ...OFF, phase: 'loading' };
  private readonly worker: Worker;
  private readonly exited: Promise<void>;
  private readonly waiting = new Map<number, Waiting>();
  private readonly options: PlateIndexOptions;
  private lastId = 0;
  private isGone = false;

  constructor(options: PlateIndexOptions) {
    this.options = options;
    const start: IndexStart = { databaseUrl: options.databaseUrl, maxBytes: options.maxBytes };
    this.worker = new Worker(new URL('./index-worker.ts', import.meta.url), {
      workerData: start,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.worker.on('message', (message: FromIndex) => this.hear(message));
    this.worker.on('error', options.onTrouble);
    this.exited = new Promise((resolve) => {
      this.worker.on('exit', () => {
        this.hangUp();
        resolve();
      });
    });
  }

  /** The answer; null: none can be given now. */
  async ask(question: PlateQuestion, call: IndexCall, signal?: AbortSignal): Promise<IndexAnswer | null> {
    signal?.throwIfAborted();
    if (this.isGone || this.status.phase !== 'ready') return null;
    this.lastId += 1;
    const id = this.lastId;
    const forget = (): void => {
      this.say({ type: 'forget', id });
      this.settle(id, null);
    };
    signal?.addEventListener('abort', forget, { once: true });
    const answer = await new Promise<IndexAnswer | null>((done) => {
      this.waiting.set(id, { kind: call.kind, began: performance.now(), done });
      this.say({ type: 'ask', id, question, call });
    });
    signal?.removeEventListener('abort', forget);
    signal?.throwIfAborted();
    return answer;
  }

  async stop(): Promise<void> {
    this.say({ type: 'stop' });
    await this.exited;
  }

  private say(message: ToIndex): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromIndex): void {
    if (message.type === 'answer') this.settle(message.id, message.answer);
    else if (message.type === 'unable') this.settle(message.id, null);
    else if (message.type === 'trouble') this.options.onTrouble(message.error);
    else {
      const isNew = message.status.phase !== this.status.phase;
      this.status = message.status;
      if (isNew) this.options.onStatus(message.status);
    }
  }

  private settle(id: number, answer: IndexAnswer | null): void {
    const one = this.waiting.get(id);
    if (one === undefined) return;
    this.waiting.delete(id);
    if (answer !== null) this.options.onAnswer(one.kind, (performance.now() - one.began) / 1000);
    one.done(answer);
  }

  private hangUp(): void {
    this.isGone = true;
    this.status = OFF;
    for (const id of this.waiting.keys()) this.settle(id, null);
  }
}

/**
 * Starts the thread of the index, which loads it behind the answers. When the thread dies (out of memory) the plant goes
 * on without it.
 */
export function openPlateIndex(options: PlateIndexOptions): PlateIndexDoor {
  const line = new Line(options);
  return {
    async find(question, { most, recurrence = null }, signal) {
      const answer = await line.ask(question, { kind: 'find', most, recurrence }, signal);
      return answer?.kind === 'find' ? answer : null;
    },
    async count(question, window, signal) {
      const answer = await line.ask(question, { kind: 'count', ...window }, signal);
      return answer?.kind === 'count' ? answer : null;
    },
    async candidates(question, request, signal) {
      const answer = await line.ask(question, { kind: 'candidates', ...request }, signal);
      return answer?.kind === 'candidates' ? answer.candidates : null;
    },
    async sieve(plates, recurrence, signal) {
      const answer = await line.ask(EVERY_PLATE, { kind: 'sieve', plates, recurrence }, signal);
      return answer?.kind === 'sieve' ? answer.plates : null;
    },
    async countRecurring(question, recurrence, signal) {
      const answer = await line.ask(question, { kind: 'recurring', recurrence }, signal);
      return answer?.kind === 'recurring' ? answer : null;
    },
    async rank(question, request, signal) {
      const answer = await line.ask(question, { kind: 'rank', ...request }, signal);
      return answer?.kind === 'rank' ? answer : null;
    },
    async movements(ask, signal) {
      const answer = await line.ask(EVERY_PLATE, { kind: 'movements', ask }, signal);
      return answer?.kind === 'movements' ? answer : null;
    },
    status: () => line.status,
    stop: () => line.stop(),
  };
}
