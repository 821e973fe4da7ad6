import { Worker } from 'node:worker_threads';
import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import type { FoundMovements, MovementAsk } from './movements/find-movements.ts';
import type { Candidates, CandidateRequest, FoundPlates, Span, WindowCount } from './index-answers.ts';
import type { FromIndex, IndexAnswer, IndexCall, IndexStart, IndexStatus, ToIndex } from './index-messages.ts';
import type { Ranking, RankRequest } from './ranking.ts';
import type { RecurrenceAsk, RecurringCount } from './recurrence.ts';

/**
 * The plate index as the server sees it. Every result includes everything that was committed before the call. A result
 * of null means that the index is not available and the database must be queried. An abort rejects with the reason of
 * the signal.
 */
export interface PlateIndexDoor {
  /**
   * Plates that match and lie within the recurrence bounds. They are named if there are at most `most`; the named
   * plates may include some that are outside the bounds.
   */
  find(
    plateQuery: PlateQuestion,
    request: { readonly most: number; readonly recurrence?: RecurrenceAsk | null },
    signal?: AbortSignal,
  ): Promise<FoundPlates | null>;
  /**
   * Transits of matching plates on the days inside a window. The plates of a partial day are named if there are at most
   * `most`.
   */
  count(
    plateQuery: PlateQuestion,
    window: Span & { readonly most: number },
    signal?: AbortSignal,
  ): Promise<WindowCount | null>;
  /** Candidate plates for the rows at one end of a window; also null when there are too many. */
  candidates(
    plateQuery: PlateQuestion,
    request: CandidateRequest & { readonly recurrence: RecurrenceAsk | null },
    signal?: AbortSignal,
  ): Promise<Candidates | null>;
  /** Those of the plates that can lie within the recurrence bounds; may include some that do not. */
  sieve(plates: readonly string[], recurrence: RecurrenceAsk, signal?: AbortSignal): Promise<readonly string[] | null>;
  /** Exact number of matching plates within the recurrence bounds, and of their transits in the window. */
  countRecurring(
    plateQuery: PlateQuestion,
    recurrence: RecurrenceAsk,
    signal?: AbortSignal,
  ): Promise<RecurringCount | null>;
  /**
   * Matching plates in the order of a measure. With `recurrence` the result may include some that are outside the
   * bounds.
   */
  rank(
    plateQuery: PlateQuestion,
    request: RankRequest & { readonly recurrence: RecurrenceAsk | null },
    signal?: AbortSignal,
  ): Promise<Ranking | null>;
  /** Plates whose movements in a window stand out. `movement_day` must be built and up to date. */
  movements(query: MovementAsk, signal?: AbortSignal): Promise<FoundMovements | null>;
  status(): IndexStatus;
  stop(): Promise<void>;
}

const OFF: IndexStatus = { phase: 'off', plates: 0, bytes: 0, loadMs: 0 };
const nothing = async (): Promise<null> => null;

/** A plate query without restrictions. */
export const EVERY_PLATE: PlateQuestion = { terms: [], misreads: false, variations: 0 };

/** Used by a plant without an index: the database answers everything. */
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
  /** Called with the duration of each call in seconds. */
  readonly onAnswer: (kind: IndexCall['kind'], seconds: number) => void;
}

/**
 * In MB. Limits the young generation of the thread's heap. Without a limit it grows to 130 MB, as much as the index
 * itself, for garbage that is collected soon anyway.
 */
const YOUNG_MB = 48;

interface Waiting {
  readonly kind: IndexCall['kind'];
  readonly began: number;
  readonly done: (response: IndexAnswer | null) => void;
}

/** Connection to the index thread and the calls that are running. */
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

  /** Sends a call; null when no result is available now. */
  async ask(plateQuery: PlateQuestion, call: IndexCall, signal?: AbortSignal): Promise<IndexAnswer | null> {
    signal?.throwIfAborted();
    if (this.isGone || this.status.phase !== 'ready') return null;
    this.lastId += 1;
    const id = this.lastId;
    const cancel = (): void => {
      this.say({ type: 'cancel', id });
      this.settle(id, null);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const response = await new Promise<IndexAnswer | null>((done) => {
      this.waiting.set(id, { kind: call.kind, began: performance.now(), done });
      this.say({ type: 'call', id, question: plateQuery, call });
    });
    signal?.removeEventListener('abort', cancel);
    signal?.throwIfAborted();
    return response;
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
    else if (message.type === 'unavailable') this.settle(message.id, null);
    else if (message.type === 'error') this.options.onTrouble(message.error);
    else {
      const isNew = message.status.phase !== this.status.phase;
      this.status = message.status;
      if (isNew) this.options.onStatus(message.status);
    }
  }

  private settle(id: number, response: IndexAnswer | null): void {
    const pendingCall = this.waiting.get(id);
    if (pendingCall === undefined) return;
    this.waiting.delete(id);
    if (response !== null) this.options.onAnswer(pendingCall.kind, (performance.now() - pendingCall.began) / 1000);
    pendingCall.done(response);
  }

  private hangUp(): void {
    this.isGone = true;
    this.status = OFF;
    for (const id of this.waiting.keys()) this.settle(id, null);
  }
}

/**
 * Starts the index thread, which loads the index in the background. When the thread dies (out of memory), the plant
 * continues without it.
 */
export function openPlateIndex(options: PlateIndexOptions): PlateIndexDoor {
  const connection = new Line(options);
  return {
    async find(plateQuery, { most, recurrence = null }, signal) {
      const response = await connection.ask(plateQuery, { kind: 'find', most, recurrence }, signal);
      return response?.kind === 'find' ? response : null;
    },
    async count(plateQuery, window, signal) {
      const response = await connection.ask(plateQuery, { kind: 'count', ...window }, signal);
      return response?.kind === 'count' ? response : null;
    },
    async candidates(plateQuery, request, signal) {
      const response = await connection.ask(plateQuery, { kind: 'candidates', ...request }, signal);
      return response?.kind === 'candidates' ? response.candidates : null;
    },
    async sieve(plates, recurrence, signal) {
      const response = await connection.ask(EVERY_PLATE, { kind: 'sieve', plates, recurrence }, signal);
      return response?.kind === 'sieve' ? response.plates : null;
    },
    async countRecurring(plateQuery, recurrence, signal) {
      const response = await connection.ask(plateQuery, { kind: 'recurring', recurrence }, signal);
      return response?.kind === 'recurring' ? response : null;
    },
    async rank(plateQuery, request, signal) {
      const response = await connection.ask(plateQuery, { kind: 'rank', ...request }, signal);
      return response?.kind === 'rank' ? response : null;
    },
    async movements(query, signal) {
      const response = await connection.ask(EVERY_PLATE, { kind: 'movements', ask: query }, signal);
      return response?.kind === 'movements' ? response : null;
    },
    status: () => connection.status,
    stop: () => connection.stop(),
  };
}
