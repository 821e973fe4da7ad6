import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import { chunksAhead } from '@varco/domain/federation/chunks-ahead.ts';
import {
  type ChunkRequest,
  type FailureKind,
  type FederatedSearch,
  receiveChunk,
  receiveFailure,
} from '@varco/domain/federation/merge.ts';
import { inTurns } from '../../../lib/in-turns.ts';
import { toWireFilter } from '../filters/filter-wire.ts';
import { chunkOf, questionOf } from './search-question.ts';
import { type SearchState, viewOf } from './search-state.ts';

/**
 * While first answers follow each other this closely nothing further is asked: what a page still lacks is best known when they are all
 * there, and further questions would only make the plants that have not answered yet slower. A plant that lets wait holds nobody longer.
 */
const GATHER_QUIET_MS = 80;
/** Longest such pause after the first of all answers. */
const GATHER_MOST_MS = 500;

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Asked by the clock and not by the person: the call says so (PLAPI-03) and its failure is silent. */
  readonly isPolling: boolean;
}

/** How the session reaches the world; given by the screen, so that rules can be tested without one. */
export interface SearchPorts {
  /** One page of one plant. Rejects with whatever `failureOf` understands. */
  readonly ask: (peerId: number, body: TransitFilter, options: AskOptions) => Promise<TransitPage>;
  /** Exact number of transits of one plant. Rejects alike. */
  readonly count: (peerId: number, body: TransitFilter, options: AskOptions) => Promise<number>;
  /** Told how long a plant took to answer one question, milliseconds. */
  readonly onAnswer: (peerId: number, tookMs: number) => void;
  /** Rows are on their way to an empty page: what can wait is to wait. The function given back says that they are there. */
  readonly rightOfWay: () => () => void;
  /** null: aborted by us, not a failure. */
  readonly failureOf: (error: unknown) => FailureKind | null;
  /** Wall clock, and a clock that only moves forward. */
  readonly now: () => string;
  readonly elapsed: () => number;
}

/** Where the state of a search lives. */
export interface StateCell {
  readonly get: () => SearchState;
  readonly change: (part: Partial<SearchState>) => void;
}

/** What one search asks its plants, and when: first rows of all, then what the page lacks, then how many there are. Answers go into the state. */
export class SearchAsking {
  #abort = new AbortController();
  #inFlight = new Set<string>();
  #counting = new Set<string>();
  /** Plants whose total is to be asked for once the page stands. */
  #uncounted = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #began = 0;
  /** When the plants first and last gave a first answer to this search; null: none yet. */
  #answered: { readonly first: number; readonly last: number } | null = null;
  #endRightOfWay: () => void = () => undefined;
  readonly #ports: SearchPorts;
  readonly #cell: StateCell;
  readonly #isPolling: boolean;

  constructor(ports: SearchPorts, cell: StateCell, isPolling: boolean) {
    this.#ports = ports;
    this.#cell = cell;
    this.#isPolling = isPolling;
  }

  /** The clock starts, milliseconds of the ports' clock: how long plants take is counted from here. */
  startClock(): number {
    this.#began = this.#ports.elapsed();
    return this.#began;
  }

  /** The clock of a search that takes the place of this one. */
  adoptClock(other: SearchAsking): void {
    this.#began = other.#began;
  }

  /** Milliseconds since the clock started. */
  tookMs(): number {
    return this.#ports.elapsed() - this.#began;
  }

  /** Every plant is asked for its first rows, after a pause in which a further trigger may come. */
  beginAfter(ms: number, requests: readonly ChunkRequest[]): void {
    this.#timer = setTimeout(() => {
      // A refresh has rows on the screen.
      if (!this.#isPolling) this.#endRightOfWay = this.#ports.rightOfWay();
      this.#inTurns(requests, (request) => void this.ask(request));
    }, ms);
  }

  /** Nothing that is under way or about to start is waited for any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#inFlight = new Set();
    this.#counting = new Set();
    this.#uncounted = new Set();
    this.#answered = null;
    this.#endRightOfWay();
  }

  /** Plants with an open question for rows. */
  get waitedFor(): readonly string[] {
    return [...this.#inFlight];
  }

  /** Some plant is still to say how many there are. */
  get isCounting(): boolean {
    return this.#counting.size > 0 || this.#uncounted.size > 0;
  }

  /** Asks for what the page lacks; once it lacks nothing, how many rows there are in all. */
  fill(): void {
    const state = this.#cell.get();
    const view = viewOf(state);
    if (view === null) return;
    const wait = this.#gatherMs();
    if (wait > 0) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.fill(), wait);
      return;
    }
    const asked = chunksAhead(view, state.page);
    for (const request of asked) void this.ask(request);
    if (asked.length === 0) {
      this.#endRightOfWay();
      const uncounted = [...this.#uncounted];
      for (const plantId of uncounted) this.#counting.add(plantId);
      this.#uncounted.clear();
      this.#inTurns(uncounted, (plantId) => void this.#count(plantId));
    }
    this.#settle();
  }

  /** Begins calls of this search, as long as it is neither replaced nor stopped. */
  #inTurns<T>(items: readonly T[], begin: (item: T) => void): void {
    const { signal } = this.#abort;
    void inTurns(items, begin, () => !signal.aborted);
  }

  /** Milliseconds until more may be asked, if no further first answer comes. */
  #gatherMs(): number {
    const { search, status } = this.#cell.get();
    const isPending = status === 'searching' && search?.parts.some((part) => part.progress === 'pending') === true;
    if (!isPending || this.#answered === null) return 0;
    const { first, last } = this.#answered;
    return Math.max(0, Math.min(last + GATHER_QUIET_MS, first + GATHER_MOST_MS) - this.#ports.elapsed());
  }

  /** One question for rows. Nothing happens while the plant has one open. */
  async ask(request: ChunkRequest): Promise<void> {
    const { filter, order, startedAt } = this.#cell.get();
    if (filter === null || startedAt === null || this.#inFlight.has(request.plantId)) return;
    const options = { signal: this.#abort.signal, isPolling: this.#isPolling };
    const inFlight = this.#inFlight;
    inFlight.add(request.plantId);
    const asked = this.#ports.elapsed();
    const body = questionOf({ filter, order, startedAt }, request);
    let next: (search: FederatedSearch<Transit>) => FederatedSearch<Transit>;
    try {
      const page = await this.#ports.ask(Number(request.plantId), body, options);
      const now = this.#ports.elapsed();
      this.#ports.onAnswer(Number(request.plantId), now - asked);
      if (!options.signal.aborted && request.offset === 0) {
        this.#answered = { first: this.#answered?.first ?? now, last: now };
        if (page.pagination.count === null) this.#uncounted.add(request.plantId);
      }
      next = (search) => receiveChunk(search, request.plantId, chunkOf(request, page));
    } catch (error) {
      const failure = this.#ports.failureOf(error);
      if (failure === null) return;
      next = (search) => receiveFailure(search, request.plantId, failure);
    } finally {
      inFlight.delete(request.plantId);
    }
    // An answer to a search that was replaced or stopped meanwhile is nobody's.
    const { search, answeredAfterMs } = this.#cell.get();
    if (options.signal.aborted || search === null) return;
    const answeredAfter = new Map(answeredAfterMs).set(request.plantId, this.tookMs());
    this.#cell.change({ search: next(search), answeredAfterMs: answeredAfter });
    this.fill();
  }

  /** How many there are in all: asked after the rows, which never wait for it. A count that fails leaves a lower bound. */
  async #count(plantId: string): Promise<void> {
    const { filter, startedAt } = this.#cell.get();
    if (filter === null || startedAt === null) return;
    const options = { signal: this.#abort.signal, isPolling: this.#isPolling };
    const counting = this.#counting;
    counting.add(plantId);
    try {
      const count = await this.#ports.count(Number(plantId), toWireFilter(filter, startedAt, Number(plantId)), options);
      counting.delete(plantId);
      if (options.signal.aborted) return;
      this.#cell.change({ counts: new Map(this.#cell.get().counts).set(plantId, count) });
    } catch (error) {
      counting.delete(plantId);
      if (this.#ports.failureOf(error) !== null && !options.signal.aborted) this.#cell.change({});
    }
  }

  #settle(): void {
    const { search, status } = this.#cell.get();
    if (status !== 'searching' || search === null) return;
    const isPending = search.parts.some((part) => part.progress === 'pending');
    if (!isPending && this.#inFlight.size === 0) {
      this.#cell.change({ status: 'done', tookMs: this.tookMs() });
    }
  }
}
