import { Worker } from 'node:worker_threads';
import { timePart } from '@varco/server-kit/metrics/call-timings.ts';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import type { FoundMovements, MovementQuery } from './movements/find-movements.ts';
import type { Candidates, CandidateRequest, DayCount, FoundPlates, WindowCount } from './index-results.ts';
import type { Span } from './span.ts';
import type {
  IndexReplyMessage,
  IndexResponse,
  IndexCall,
  IndexStart,
  IndexStatus,
  IndexRequestMessage,
} from './index-messages.ts';
import type { Ranking, RankRequest } from './ranking.ts';
import type { RecurrenceRange, RecurringCount } from './recurrence.ts';

/**
 * The plate index as the server sees it. Every result includes everything that was committed before the call. A result
 * of null means that the index is not available and the database must be queried. An abort rejects with the reason of
 * the signal.
 */
export interface PlateIndexClient {
  /**
   * Plates that match and lie within the recurrence bounds. They are named if there are at most `most`.
   */
  find(
    plateQuery: PlateQuery,
    request: { readonly most: number; readonly recurrence?: RecurrenceRange | null },
    signal?: AbortSignal,
  ): Promise<FoundPlates | null>;
  /**
   * Transits of matching plates on the days inside a window. The plates of a partial day are named if there are at most
   * `most`.
   */
  count(
    plateQuery: PlateQuery,
    window: Span & { readonly most: number },
    signal?: AbortSignal,
  ): Promise<WindowCount | null>;
  /** Transits of matching plates on each day of Rome that lies completely in a window; days without any may be left out. */
  countDays(plateQuery: PlateQuery, window: Span, signal?: AbortSignal): Promise<readonly DayCount[] | null>;
  /** Candidate plates for the rows at one end of a window; also null when there are too many. */
  candidates(
    plateQuery: PlateQuery,
    request: CandidateRequest & { readonly recurrence: RecurrenceRange | null },
    signal?: AbortSignal,
  ): Promise<Candidates | null>;
  /** Those of the plates that lie within the recurrence bounds. */
  filterByRecurrence(
    plates: readonly string[],
    recurrence: RecurrenceRange,
    signal?: AbortSignal,
  ): Promise<readonly string[] | null>;
  /** Exact number of matching plates within the recurrence bounds, and of their transits in the window. */
  countRecurring(
    plateQuery: PlateQuery,
    recurrence: RecurrenceRange,
    signal?: AbortSignal,
  ): Promise<RecurringCount | null>;
  /**
   * Matching plates within the recurrence bounds, in the order of a measure.
   */
  rank(
    plateQuery: PlateQuery,
    request: RankRequest & { readonly recurrence: RecurrenceRange | null },
    signal?: AbortSignal,
  ): Promise<Ranking | null>;
  /** Plates whose movements in a window stand out. `movement_day` must be built and up to date. */
  movements(query: MovementQuery, signal?: AbortSignal): Promise<FoundMovements | null>;
  status(): IndexStatus;
  stop(): Promise<void>;
}

const OFF_STATUS: IndexStatus = { phase: 'off', plates: 0, bytes: 0, loadMs: 0 };
const resolveNull = async (): Promise<null> => null;

/** A plate query without restrictions. */
export const EVERY_PLATE: PlateQuery = { terms: [], misreads: false, variations: 0 };

/** Used by a plant without an index: the database answers everything. */
export const NO_PLATE_INDEX: PlateIndexClient = {
  find: resolveNull,
  count: resolveNull,
  countDays: resolveNull,
  candidates: resolveNull,
  filterByRecurrence: resolveNull,
  countRecurring: resolveNull,
  rank: resolveNull,
  movements: resolveNull,
  status: () => OFF_STATUS,
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
const YOUNG_GENERATION_MB = 48;

interface PendingCall {
  readonly kind: IndexCall['kind'];
  readonly startedAt: number;
  readonly finish: (response: IndexResponse | null) => void;
}

/** Connection to the index thread and the calls that are running. */
class WorkerConnection {
  status: IndexStatus = { ...OFF_STATUS, phase: 'loading' };
  private readonly worker: Worker;
  private readonly exited: Promise<void>;
  private readonly pending = new Map<number, PendingCall>();
  private readonly options: PlateIndexOptions;
  private lastId = 0;
  private isClosed = false;

  constructor(options: PlateIndexOptions) {
    this.options = options;
    const start: IndexStart = { databaseUrl: options.databaseUrl, maxBytes: options.maxBytes };
    this.worker = new Worker(new URL('./index-worker.ts', import.meta.url), {
      workerData: start,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.worker.on('message', (message: IndexReplyMessage) => this.handleMessage(message));
    this.worker.on('error', options.onTrouble);
    this.exited = new Promise((resolve) => {
      this.worker.on('exit', () => {
        this.close();
        resolve();
      });
    });
  }

  /** Sends a call; null when no result is available now. */
  async sendCall(plateQuery: PlateQuery, call: IndexCall, signal?: AbortSignal): Promise<IndexResponse | null> {
    signal?.throwIfAborted();
    if (this.isClosed || this.status.phase !== 'ready') return null;
    this.lastId += 1;
    const id = this.lastId;
    const cancel = (): void => {
      this.send({ type: 'cancel', id });
      this.finishCall(id, null);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const response = await timePart(
      'index',
      () =>
        new Promise<IndexResponse | null>((done) => {
          this.pending.set(id, { kind: call.kind, startedAt: performance.now(), finish: done });
          this.send({ type: 'call', id, plateQuery: plateQuery, call });
        }),
    );
    signal?.removeEventListener('abort', cancel);
    signal?.throwIfAborted();
    return response;
  }

  async stop(): Promise<void> {
    this.send({ type: 'stop' });
    await this.exited;
  }

  private send(message: IndexRequestMessage): void {
    this.worker.postMessage(message);
  }

  private handleMessage(message: IndexReplyMessage): void {
    if (message.type === 'answer') this.finishCall(message.id, message.response);
    else if (message.type === 'unavailable') this.finishCall(message.id, null);
    else if (message.type === 'error') this.options.onTrouble(message.error);
    else {
      const isNew = message.status.phase !== this.status.phase;
      this.status = message.status;
      if (isNew) this.options.onStatus(message.status);
    }
  }

  private finishCall(id: number, response: IndexResponse | null): void {
    const pendingCall = this.pending.get(id);
    if (pendingCall === undefined) return;
    this.pending.delete(id);
    if (response !== null) this.options.onAnswer(pendingCall.kind, (performance.now() - pendingCall.startedAt) / 1000);
    pendingCall.finish(response);
  }

  private close(): void {
    this.isClosed = true;
    this.status = OFF_STATUS;
    for (const id of this.pending.keys()) this.finishCall(id, null);
  }
}

/**
 * Starts the index thread, which loads the index in the background. When the thread dies (out of memory), the plant
 * continues without it.
 */
export function startPlateIndex(options: PlateIndexOptions): PlateIndexClient {
  const connection = new WorkerConnection(options);
  return {
    async find(plateQuery, { most, recurrence = null }, signal) {
      const response = await connection.sendCall(plateQuery, { kind: 'find', most, recurrence }, signal);
      return response?.kind === 'find' ? response : null;
    },
    async count(plateQuery, window, signal) {
      const response = await connection.sendCall(plateQuery, { kind: 'count', ...window }, signal);
      return response?.kind === 'count' ? response : null;
    },
    async countDays(plateQuery, window, signal) {
      const response = await connection.sendCall(plateQuery, { kind: 'days', ...window }, signal);
      return response?.kind === 'days' ? response.days : null;
    },
    async candidates(plateQuery, request, signal) {
      const response = await connection.sendCall(plateQuery, { kind: 'candidates', ...request }, signal);
      return response?.kind === 'candidates' ? response.candidates : null;
    },
    async filterByRecurrence(plates, recurrence, signal) {
      const response = await connection.sendCall(EVERY_PLATE, { kind: 'filter', plates, recurrence }, signal);
      return response?.kind === 'filter' ? response.plates : null;
    },
    async countRecurring(plateQuery, recurrence, signal) {
      const response = await connection.sendCall(plateQuery, { kind: 'recurring', recurrence }, signal);
      return response?.kind === 'recurring' ? response : null;
    },
    async rank(plateQuery, request, signal) {
      const response = await connection.sendCall(plateQuery, { kind: 'rank', ...request }, signal);
      return response?.kind === 'rank' ? response : null;
    },
    async movements(query, signal) {
      const response = await connection.sendCall(EVERY_PLATE, { kind: 'movements', query: query }, signal);
      return response?.kind === 'movements' ? response : null;
    },
    status: () => connection.status,
    stop: () => connection.stop(),
  };
}
