import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import { chunksAhead } from '@varco/domain/federation/chunks-ahead.ts';
import {
  acceptLate,
  type ChunkRequest,
  type FailureKind,
  type FederatedSearch,
  firstRequests,
  freeze,
  type MergedPage,
  pageOf,
  receiveChunk,
  receiveFailure,
  retryPlant,
  startSearch,
} from '@varco/domain/federation/merge.ts';
import { nextOrder, type Order, ORDER_FIELDS } from '@varco/domain/federation/order.ts';
import { toWireFilter } from './filters/filter-wire.ts';
import { periodLimits, type SearchFilter } from './search-filter.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { chunkOf, questionOf } from './search-question.ts';
import { IDLE, type SearchState } from './search-state.ts';

/** T 9: fetching starts this long after the last trigger (LIFE-02). */
export const FETCH_DEBOUNCE_MS = 300;
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

const ROWS = {
  idOf: (row: Transit) => row.id,
  instantOf: (row: Transit) => row.data,
  numberOf: (row: Transit, field: 'count_transits' | 'g_transits' | 'g_transit_days') => row[field],
  isWanted: () => true,
};

/** The search of one list tab over many plants. Lives outside React, so that a tab keeps working while another is shown. */
export class SearchSession {
  #state: SearchState = IDLE;
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
  /** The next result of an automatic refresh, while it is fetched behind the one that is shown. */
  #behind: SearchSession | null = null;
  readonly #ports: SearchPorts;
  readonly #isPolling: boolean;
  readonly #listeners = new Set<() => void>();

  constructor(ports: SearchPorts, isPolling = false) {
    this.#ports = ports;
    this.#isPolling = isPolling;
  }

  readonly getState = (): SearchState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Empties what is shown (readings TA02) and asks every plant, 300 ms after the last call (LIFE-02). */
  run(filter: SearchFilter, peerIds: readonly number[], order: Order = this.#state.order): void {
    this.#start(filter, peerIds, { order, resultId: this.#state.resultId + 1, peerId: null });
  }

  #start(
    filter: SearchFilter,
    peerIds: readonly number[],
    kept: Pick<SearchState, 'order' | 'resultId' | 'peerId'>,
  ): void {
    const { order } = kept;
    this.#stopAsking();
    this.#began = this.#ports.elapsed();
    const now = this.#ports.now();
    const search = startSearch<Transit>({
      plants: peerIds.map(String),
      order,
      window: periodLimits(filter.period, now),
      read: ROWS,
    });
    this.#set({
      ...IDLE,
      ...kept,
      status: peerIds.length === 0 ? 'done' : 'searching',
      filter,
      search,
      startedAt: now,
      startedAtElapsed: this.#began,
      tookMs: peerIds.length === 0 ? 0 : null,
    });
    const askAll = (): void => {
      // A refresh has rows on the screen.
      if (!this.#isPolling) this.#endRightOfWay = this.#ports.rightOfWay();
      this.#inTurns(firstRequests(search), (request) => void this.#ask(request));
    };
    if (peerIds.length > 0) this.#timer = setTimeout(askAll, FETCH_DEBOUNCE_MS);
  }

  /**
   * The same search anew, behind what is shown: the new result takes its place when every plant has answered or failed, so that the
   * list neither empties nor jumps (LIFE-11). False, and left out, while a fetch is still running or a later page is being read.
   */
  refresh(filter: SearchFilter, peerIds: readonly number[]): boolean {
    const { status, page } = this.#state;
    if (status === 'searching' || page > 1 || this.#behind !== null) return false;
    const behind = new SearchSession(this.#ports, true);
    this.#behind = behind;
    behind.subscribe(() => {
      if (this.#behind === behind && behind.isSettled) this.#takeOver(behind);
    });
    behind.run(filter, peerIds, this.#state.order);
    return true;
  }

  #takeOver(behind: SearchSession): void {
    const { resultId, peerId, page } = this.#state;
    // Whoever turned the page meanwhile reads on; the next tick on the first page tries again.
    if (page > 1) {
      behind.dispose();
      this.#behind = null;
      return;
    }
    this.#stopAsking();
    this.#began = behind.#began;
    this.#set({ ...behind.getState(), resultId, peerId });
  }

  /** Every plant has answered or failed, and those that count have counted. */
  get isSettled(): boolean {
    return this.#state.status === 'done' && this.#counting.size === 0 && this.#uncounted.size === 0;
  }

  /** Nothing that is under way or about to start is waited for any more. */
  #stopAsking(): void {
    clearTimeout(this.#timer);
    this.#behind?.dispose();
    this.#behind = null;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#inFlight = new Set();
    this.#counting = new Set();
    this.#uncounted = new Set();
    this.#answered = null;
    this.#endRightOfWay();
  }

  /**
   * "Interrompi richiesta": the plants stop their statements (T 4.1). Rows that are there stay, and the plants that were still being
   * waited for are said to be missing; before any row nothing half-received stays.
   */
  abort(): void {
    const { search, status } = this.#state;
    if (status !== 'searching' || search === null) return;
    const waited = new Set([
      ...this.#inFlight,
      ...search.parts.filter((part) => part.progress === 'pending').map((part) => part.plantId),
    ]);
    this.#stopAsking();
    const hasRows = search.parts.some((part) => part.isAccepted && part.feed.rows.length > 0);
    const kept = [...waited].reduce((state, plantId) => receiveFailure(state, plantId, 'stopped'), search);
    this.#set({
      ...this.#state,
      status: 'aborted',
      search: hasRows ? kept : null,
      tookMs: this.#ports.elapsed() - this.#began,
    });
  }

  /** Stops everything; the tab is closed. */
  dispose(): void {
    this.#stopAsking();
    this.#listeners.clear();
  }

  /** The person reads: from now on rows of late plants are announced instead of inserted. */
  freeze(): void {
    const { search } = this.#state;
    if (search !== null && !search.isFrozen && search.parts.some((part) => part.feed.rows.length > 0)) {
      this.#set({ ...this.#state, search: freeze(search) });
    }
  }

  showLate(): void {
    const { search } = this.#state;
    if (search === null) return;
    this.#set({ ...this.#state, search: acceptLate(search), page: 1 });
    this.#fill();
  }

  retry(peerId: number): void {
    const { search } = this.#state;
    if (search === null) return;
    this.#began = this.#ports.elapsed();
    this.#set({
      ...this.#state,
      status: 'searching',
      search: retryPlant(search, String(peerId)),
      startedAtElapsed: this.#began,
    });
    const request = firstRequests(search).find((one) => one.plantId === String(peerId));
    if (request !== undefined) void this.#ask(request);
  }

  /** Left column: all plants, or one. The rows received so far are enough; more are asked when the page needs them. */
  pickPlant(peerId: number | null): void {
    this.#set({ ...this.#state, peerId, page: 1 });
    this.#fill();
  }

  /** T 2.4: a header was clicked. Only the order changes, so the same plants are asked again (LIFE-06). */
  sortBy(field: string): void {
    const { filter, search, order, resultId, peerId } = this.#state;
    const clicked = ORDER_FIELDS.find((known) => known === field);
    if (filter === null || search === null || clicked === undefined) return;
    const asked = search.parts.map((part) => Number(part.plantId));
    this.#start(filter, asked, { order: nextOrder(order, clicked), resultId, peerId });
  }

  goToPage(page: number): void {
    const merged = this.merged();
    if (merged === null || page < 1 || (page > this.#state.page && !merged.hasNext)) return;
    this.freeze();
    this.#set({ ...this.#state, page });
    this.#fill();
  }

  /** The page shown now; null before the first search. */
  merged(): MergedPage<Transit> | null {
    const view = viewOf(this.#state);
    return view === null ? null : pageOf(view, this.#state.page);
  }

  /** Asks for what the page lacks; once it lacks nothing, how many rows there are in all. */
  #fill(): void {
    const { page } = this.#state;
    const view = viewOf(this.#state);
    if (view === null) return;
    const wait = this.#gatherMs();
    if (wait > 0) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#fill(), wait);
      return;
    }
    const asked = chunksAhead(view, page);
    for (const request of asked) void this.#ask(request);
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
    const { search, status } = this.#state;
    const isPending = status === 'searching' && search?.parts.some((part) => part.progress === 'pending') === true;
    if (!isPending || this.#answered === null) return 0;
    const { first, last } = this.#answered;
    return Math.max(0, Math.min(last + GATHER_QUIET_MS, first + GATHER_MOST_MS) - this.#ports.elapsed());
  }

  async #ask(request: ChunkRequest): Promise<void> {
    const { filter, order, startedAt } = this.#state;
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
    if (options.signal.aborted || this.#state.search === null) return;
    const answeredAfterMs = new Map(this.#state.answeredAfterMs);
    answeredAfterMs.set(request.plantId, this.#ports.elapsed() - this.#began);
    this.#set({ ...this.#state, search: next(this.#state.search), answeredAfterMs });
    this.#fill();
  }

  /** How many there are in all: asked after the rows, which never wait for it. A count that fails leaves a lower bound. */
  async #count(plantId: string): Promise<void> {
    const { filter, startedAt } = this.#state;
    if (filter === null || startedAt === null) return;
    const options = { signal: this.#abort.signal, isPolling: this.#isPolling };
    const counting = this.#counting;
    counting.add(plantId);
    try {
      const count = await this.#ports.count(Number(plantId), toWireFilter(filter, startedAt, Number(plantId)), options);
      counting.delete(plantId);
      if (options.signal.aborted) return;
      this.#set({ ...this.#state, counts: new Map(this.#state.counts).set(plantId, count) });
    } catch (error) {
      counting.delete(plantId);
      if (this.#ports.failureOf(error) !== null && !options.signal.aborted) this.#set({ ...this.#state });
    }
  }

  #settle(): void {
    const { search, status } = this.#state;
    if (status !== 'searching' || search === null) return;
    const isPending = search.parts.some((part) => part.progress === 'pending');
    if (!isPending && this.#inFlight.size === 0) {
      this.#set({ ...this.#state, status: 'done', tookMs: this.#ports.elapsed() - this.#began });
    }
  }

  #set(state: SearchState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The search as the left column restricts it. */
function viewOf(state: SearchState): FederatedSearch<Transit> | null {
  if (state.search === null || state.peerId === null) return state.search;
  const wanted = String(state.peerId);
  return { ...state.search, parts: state.search.parts.filter((part) => part.plantId === wanted) };
}
