import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
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
import { DEFAULT_ORDER, nextOrder, type Order, ORDER_FIELDS, orderText } from '@varco/domain/federation/order.ts';
import { toWireFilter } from './filters/filter-wire.ts';
import { periodLimits, type SearchFilter } from './search-filter.ts';

export type SearchStatus = 'idle' | 'searching' | 'done' | 'aborted';

/** One search of a list tab: what was asked, what has come, which page and plant is looked at. Immutable. */
export interface SearchState {
  readonly status: SearchStatus;
  readonly filter: SearchFilter | null;
  readonly order: Order;
  readonly search: FederatedSearch<Transit> | null;
  readonly page: number;
  /** Plant picked in the left column; null: all. */
  readonly peerId: number | null;
  /** Milliseconds each plant was waited for, by plant id; only once it answered. */
  readonly answeredAfterMs: ReadonlyMap<string, number>;
  /** Exact number of transits of a plant, by plant id, once it has counted them. */
  readonly counts: ReadonlyMap<string, number>;
  readonly startedAt: string | null;
  /** The same moment on the clock that only moves forward, milliseconds. */
  readonly startedAtElapsed: number;
  readonly tookMs: number | null;
}

export const IDLE: SearchState = {
  status: 'idle',
  filter: null,
  order: DEFAULT_ORDER,
  search: null,
  page: 1,
  peerId: null,
  answeredAfterMs: new Map(),
  counts: new Map(),
  startedAt: null,
  startedAtElapsed: 0,
  tookMs: null,
};

/** How the session reaches the world; given by the screen, so that rules can be tested without one. */
export interface SearchPorts {
  /** One page of one plant. Rejects with whatever `failureOf` understands. */
  readonly ask: (peerId: number, body: TransitFilter, signal: AbortSignal) => Promise<TransitPage>;
  /** Exact number of transits of one plant. Rejects alike. */
  readonly count: (peerId: number, body: TransitFilter, signal: AbortSignal) => Promise<number>;
  /** Told how long a plant took to answer one question, milliseconds. */
  readonly onAnswer: (peerId: number, tookMs: number) => void;
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
  #began = 0;
  readonly #ports: SearchPorts;
  readonly #listeners = new Set<() => void>();

  constructor(ports: SearchPorts) {
    this.#ports = ports;
  }

  readonly getState = (): SearchState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Empties what is shown and asks every plant at once (readings TA02). */
  run(filter: SearchFilter, peerIds: readonly number[], order: Order = this.#state.order): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#inFlight = new Set();
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
      status: peerIds.length === 0 ? 'done' : 'searching',
      filter,
      order,
      search,
      startedAt: now,
      startedAtElapsed: this.#began,
      tookMs: peerIds.length === 0 ? 0 : null,
    });
    for (const request of firstRequests(search)) void this.#ask(request);
  }

  /** "Interrompi richiesta": the plants stop their statements, and nothing half-received stays (T 4.1). */
  abort(): void {
    if (this.#state.status !== 'searching') return;
    this.#abort.abort();
    this.#set({ ...this.#state, status: 'aborted', search: null });
  }

  /** Stops everything; the tab is closed. */
  dispose(): void {
    this.#abort.abort();
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
    this.#set({ ...this.#state, status: 'searching', search: retryPlant(search, String(peerId)) });
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
    const { filter, search, order } = this.#state;
    const clicked = ORDER_FIELDS.find((known) => known === field);
    if (filter === null || search === null || clicked === undefined) return;
    this.run(
      filter,
      search.parts.map((part) => Number(part.plantId)),
      nextOrder(order, clicked),
    );
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

  #fill(): void {
    for (const request of this.merged()?.needs ?? []) void this.#ask(request);
    this.#settle();
  }

  async #ask(request: ChunkRequest): Promise<void> {
    const { filter, order, startedAt } = this.#state;
    if (filter === null || startedAt === null || this.#inFlight.has(request.plantId)) return;
    const { signal } = this.#abort;
    const inFlight = this.#inFlight;
    inFlight.add(request.plantId);
    const paging =
      request.offset === 0
        ? { p: 1 }
        : { offs: request.offset, ...(request.refTime === null ? {} : { ref_time: request.refTime }) };
    const asked = this.#ports.elapsed();
    const wire = toWireFilter(filter, startedAt, Number(request.plantId));
    const body = { ...wire, order_by: orderText(order), page_size: request.size, ...paging };
    let next: (search: FederatedSearch<Transit>) => FederatedSearch<Transit>;
    try {
      const page = await this.#ports.ask(Number(request.plantId), body, signal);
      this.#ports.onAnswer(Number(request.plantId), this.#ports.elapsed() - asked);
      if (request.offset === 0 && page.pagination.count === null) void this.#count(request.plantId);
      next = (search) =>
        receiveChunk(search, request.plantId, {
          offset: request.offset,
          asked: request.size,
          rows: page.objects,
          hasNext: page.pagination.has_next,
          count: page.pagination.count,
          limitations: page.limitations,
          newestRead: page.newest_read,
        });
    } catch (error) {
      const failure = this.#ports.failureOf(error);
      if (failure === null) return;
      next = (search) => receiveFailure(search, request.plantId, failure);
    } finally {
      inFlight.delete(request.plantId);
    }
    // An answer to a search that was replaced or stopped meanwhile is nobody's.
    if (signal.aborted || this.#state.search === null) return;
    const answeredAfterMs = new Map(this.#state.answeredAfterMs);
    answeredAfterMs.set(request.plantId, this.#ports.elapsed() - this.#began);
    this.#set({ ...this.#state, search: next(this.#state.search), answeredAfterMs });
    this.#fill();
  }

  /** How many there are in all: asked beside the rows, which never wait for it. A count that fails leaves a lower bound. */
  async #count(plantId: string): Promise<void> {
    const { filter, startedAt } = this.#state;
    const { signal } = this.#abort;
    if (filter === null || startedAt === null) return;
    try {
      const count = await this.#ports.count(Number(plantId), toWireFilter(filter, startedAt, Number(plantId)), signal);
      if (signal.aborted) return;
      this.#set({ ...this.#state, counts: new Map(this.#state.counts).set(plantId, count) });
    } catch (error) {
      if (this.#ports.failureOf(error) === null) return;
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
