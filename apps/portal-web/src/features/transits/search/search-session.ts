import type { Transit } from '@varco/contract/plant/transit.ts';
import {
  acceptLate,
  firstRequests,
  freeze,
  type MergedPage,
  pageOf,
  receiveFailure,
  retryPlant,
  startSearch,
} from '@varco/domain/federation/merge.ts';
import { nextOrder, type Order, ORDER_FIELDS } from '@varco/domain/federation/order.ts';
import { SearchAsking, type SearchPorts } from './search-asking.ts';
import { periodLimits, type SearchFilter } from './search-filter.ts';
import { IDLE, type SearchState, viewOf } from './search-state.ts';

/** T 9: fetching starts this long after the last trigger (LIFE-02). */
export const FETCH_DEBOUNCE_MS = 300;

const ROWS = {
  idOf: (row: Transit) => row.id,
  instantOf: (row: Transit) => row.data,
  numberOf: (row: Transit, field: 'count_transits' | 'g_transits' | 'g_transit_days') => row[field],
  isWanted: () => true,
};

/** The search of one list tab over many plants. Lives outside React, so that a tab keeps working while another is shown. */
export class SearchSession {
  #state: SearchState = IDLE;
  readonly #asking: SearchAsking;
  /** The next result of an automatic refresh, while it is fetched behind the one that is shown. */
  #behind: SearchSession | null = null;
  readonly #ports: SearchPorts;
  readonly #listeners = new Set<() => void>();

  constructor(ports: SearchPorts, isPolling = false) {
    this.#ports = ports;
    this.#asking = new SearchAsking(
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
    const began = this.#asking.startClock();
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
      startedAtElapsed: began,
      tookMs: peerIds.length === 0 ? 0 : null,
    });
    if (peerIds.length > 0) this.#asking.beginAfter(FETCH_DEBOUNCE_MS, firstRequests(search));
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
    this.#asking.adoptClock(behind.#asking);
    this.#set({ ...behind.getState(), resultId, peerId });
  }

  /** Every plant has answered or failed, and those that count have counted. */
  get isSettled(): boolean {
    return this.#state.status === 'done' && !this.#asking.isCounting;
  }

  /** Nothing that is under way or about to start is waited for any more. */
  #stopAsking(): void {
    this.#behind?.dispose();
    this.#behind = null;
    this.#asking.stop();
  }

  /**
   * "Interrompi richiesta": the plants stop their statements (T 4.1). Rows that are there stay, and the plants that were still being
   * waited for are said to be missing; before any row nothing half-received stays.
   */
  abort(): void {
    const { search, status } = this.#state;
    if (status !== 'searching' || search === null) return;
    const waited = new Set([
      ...this.#asking.waitedFor,
      ...search.parts.filter((part) => part.progress === 'pending').map((part) => part.plantId),
    ]);
    this.#stopAsking();
    const hasRows = search.parts.some((part) => part.isAccepted && part.feed.rows.length > 0);
    const kept = [...waited].reduce((state, plantId) => receiveFailure(state, plantId, 'stopped'), search);
    this.#set({
      ...this.#state,
      status: 'aborted',
      search: hasRows ? kept : null,
      tookMs: this.#asking.tookMs(),
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
    this.#asking.fill();
  }

  retry(peerId: number): void {
    const { search } = this.#state;
    if (search === null) return;
    const began = this.#asking.startClock();
    this.#set({
      ...this.#state,
      status: 'searching',
      search: retryPlant(search, String(peerId)),
      startedAtElapsed: began,
    });
    const request = firstRequests(search).find((one) => one.plantId === String(peerId));
    if (request !== undefined) void this.#asking.ask(request);
  }

  /** Left column: all plants, or one. The rows received so far are enough; more are asked when the page needs them. */
  pickPlant(peerId: number | null): void {
    this.#set({ ...this.#state, peerId, page: 1 });
    this.#asking.fill();
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
    this.#asking.fill();
  }

  /** The page shown now; null before the first search. */
  merged(): MergedPage<Transit> | null {
    const view = viewOf(this.#state);
    return view === null ? null : pageOf(view, this.#state.page);
  }

  #set(state: SearchState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
