import type { Transit } from '@varco/contract/plant/transit.ts';
import {
  acceptLatePlants,
  buildFirstRequests,
  freezeSearch,
  type MergedPage,
  buildMergedPage,
  receiveFailure,
  retryPlant,
  startSearch,
} from '@varco/domain/federation/merge.ts';
import { getNextOrder, type SearchOrder, ORDER_FIELDS } from '@varco/domain/federation/order.ts';
import { SearchRequests, type SearchPorts } from './search-requests.ts';
import { computePeriodLimits, type SearchFilter } from './search-filter.ts';
import { IDLE_SEARCH, type SearchState, restrictToSelectedPlant } from './search-state.ts';

/** T 9: delay between the last trigger and the first request (LIFE-02). */
export const FETCH_DEBOUNCE_MS = 300;

const ROWS = {
  getId: (row: Transit) => row.id,
  getInstant: (row: Transit) => row.data,
  getNumber: (row: Transit, field: 'count_transits' | 'g_transits' | 'g_transit_days') => row[field],
  matchesFilter: () => true,
};

/** The search of one list tab over many plants. Lives outside React, so that it continues while another tab is shown. */
export class SearchSession {
  #state: SearchState = IDLE_SEARCH;
  readonly #requests: SearchRequests;
  /** The result of an automatic refresh while it is fetched in the background. */
  #backgroundRefresh: SearchSession | null = null;
  readonly #ports: SearchPorts;
  readonly #listeners = new Set<() => void>();

  constructor(ports: SearchPorts, isPolling = false) {
    this.#ports = ports;
    this.#requests = new SearchRequests(
      ports,
      { get: this.getState, change: (part) => this.#set({ ...this.#state, ...part }) },
      isPolling,
    );
  }

  readonly getState = (): SearchState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Clears the result (readings TA02) and queries every plant, 300 ms after the last call (LIFE-02). */
  run(filter: SearchFilter, peerIds: readonly number[], order: SearchOrder = this.#state.order): void {
    this.#start(filter, peerIds, { order, resultId: this.#state.resultId + 1, peerId: null });
  }

  #start(
    filter: SearchFilter,
    peerIds: readonly number[],
    stored: Pick<SearchState, 'order' | 'resultId' | 'peerId'>,
  ): void {
    const { order } = stored;
    this.#stopRequests();
    const began = this.#requests.startClock();
    const now = this.#ports.now();
    const search = startSearch<Transit>({
      plants: peerIds.map(String),
      order,
      window: computePeriodLimits(filter.period, now),
      read: ROWS,
    });
    this.#set({
      ...IDLE_SEARCH,
      ...stored,
      status: peerIds.length === 0 ? 'done' : 'searching',
      filter,
      search,
      startedAt: now,
      startedAtElapsed: began,
      tookMs: peerIds.length === 0 ? 0 : null,
    });
    if (peerIds.length > 0) this.#requests.beginAfter(FETCH_DEBOUNCE_MS, buildFirstRequests(search));
  }

  /**
   * Repeats the search in the background. The new result replaces the shown one when every plant has responded or
   * failed, so that the list neither empties nor jumps (LIFE-11). Returns false without doing anything while a fetch is
   * running or another page than the first is shown.
   */
  refresh(filter: SearchFilter, peerIds: readonly number[]): boolean {
    const { status, page } = this.#state;
    if (status === 'searching' || page > 1 || this.#backgroundRefresh !== null) return false;
    const behind = new SearchSession(this.#ports, true);
    this.#backgroundRefresh = behind;
    behind.subscribe(() => {
      if (this.#backgroundRefresh === behind && behind.isComplete) this.#adoptRefresh(behind);
    });
    behind.run(filter, peerIds, this.#state.order);
    return true;
  }

  #adoptRefresh(behind: SearchSession): void {
    const { resultId, peerId, page } = this.#state;
    // The user changed the page meanwhile: the refresh is discarded and the next tick on the first page tries again.
    if (page > 1) {
      behind.dispose();
      this.#backgroundRefresh = null;
      return;
    }
    this.#stopRequests();
    this.#requests.adoptClock(behind.#requests);
    this.#set({ ...behind.getState(), resultId, peerId });
  }

  /** True when every plant has responded or failed, and every count has ended. */
  get isComplete(): boolean {
    return this.#state.status === 'done' && !this.#requests.isCounting;
  }

  /** Cancels all pending and running requests. */
  #stopRequests(): void {
    this.#backgroundRefresh?.dispose();
    this.#backgroundRefresh = null;
    this.#requests.stop();
  }

  /**
   * "Interrompi richiesta": the plants cancel their statements (T 4.1). Received rows stay, and the pending plants are
   * marked as missing. Before the first row everything received is discarded.
   */
  abort(): void {
    const { search, status } = this.#state;
    if (status !== 'searching' || search === null) return;
    const waited = new Set([
      ...this.#requests.pendingPlants,
      ...search.parts.filter((part) => part.progress === 'pending').map((part) => part.plantId),
    ]);
    this.#stopRequests();
    const hasRows = search.parts.some((part) => part.isAccepted && part.feed.rows.length > 0);
    const stored = [...waited].reduce((state, plantId) => receiveFailure(state, plantId, 'stopped'), search);
    this.#set({
      ...this.#state,
      status: 'aborted',
      search: hasRows ? stored : null,
      tookMs: this.#requests.tookMs(),
    });
  }

  /** Stops everything, because the tab was closed. */
  dispose(): void {
    this.#stopRequests();
    this.#listeners.clear();
  }

  /** Freezes the list when the user starts to interact: rows of late plants are announced instead of inserted. */
  freeze(): void {
    const { search } = this.#state;
    if (search !== null && !search.isFrozen && search.parts.some((part) => part.feed.rows.length > 0)) {
      this.#set({ ...this.#state, search: freezeSearch(search) });
    }
  }

  showLateRows(): void {
    const { search } = this.#state;
    if (search === null) return;
    this.#set({ ...this.#state, search: acceptLatePlants(search), page: 1 });
    this.#requests.fetchMissing();
  }

  retry(peerId: number): void {
    const { search } = this.#state;
    if (search === null) return;
    const began = this.#requests.startClock();
    this.#set({
      ...this.#state,
      status: 'searching',
      search: retryPlant(search, String(peerId)),
      startedAtElapsed: began,
    });
    const request = buildFirstRequests(search).find((one) => one.plantId === String(peerId));
    if (request !== undefined) void this.#requests.fetchRows(request);
  }

  /** Selects all plants or one. Uses the received rows and requests more only when the page needs them. */
  pickPlant(peerId: number | null): void {
    this.#set({ ...this.#state, peerId, page: 1 });
    this.#requests.fetchMissing();
  }

  /** T 2.4: sorts by a column. Only the order changes, so the same plants are queried again (LIFE-06). */
  sortBy(field: string): void {
    const { filter, search, order, resultId, peerId } = this.#state;
    const clicked = ORDER_FIELDS.find((known) => known === field);
    if (filter === null || search === null || clicked === undefined) return;
    const requested = search.parts.map((part) => Number(part.plantId));
    this.#start(filter, requested, { order: getNextOrder(order, clicked), resultId, peerId });
  }

  goToPage(page: number): void {
    const currentPage = this.currentPage();
    if (currentPage === null || page < 1 || (page > this.#state.page && !currentPage.hasNext)) return;
    this.freeze();
    this.#set({ ...this.#state, page });
    this.#requests.fetchMissing();
  }

  /** The current page; null before the first search. */
  currentPage(): MergedPage<Transit> | null {
    const view = restrictToSelectedPlant(this.#state);
    return view === null ? null : buildMergedPage(view, this.#state.page);
  }

  #set(state: SearchState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
