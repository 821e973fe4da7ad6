import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import type { ChunkRequest, FailureKind, MergedPage } from '@varco/domain/federation/merge.ts';
import type { SearchOrder } from '@varco/domain/federation/order.ts';
import { yieldBetween } from '../../../lib/yield-between.ts';
import { toWireFilter } from '../filters/filter-wire.ts';
import type { SearchFilter } from './search-filter.ts';
import type { SearchEffect, SearchEvent } from './search-events.ts';
import { advanceSearch, getCurrentPage, isSearchComplete } from './search-machine.ts';
import { IDLE_SEARCH, type SearchState } from './search-state.ts';
import { toWireQuery, toWireSearch } from './search-wire.ts';

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** True for automatic refreshes: the call is marked as polling (PLAPI-03) and its failure is silent. */
  readonly isPolling: boolean;
  /** Called with the headers of a successful response. */
  readonly onHeaders?: (headers: Headers) => void;
}

/** Dependencies of a search session, injected so that its rules can be tested without network and clock. */
export interface SearchPorts {
  /** Fetches one page of one plant. Rejects with an error that `classifyFailure` understands. */
  readonly fetchPage: (peerId: number, body: TransitFilter, options: FetchOptions) => Promise<TransitPage>;
  /** Fetches the exact number of transits of one plant. Rejects like `fetchPage`. */
  readonly fetchCount: (peerId: number, body: TransitFilter, options: FetchOptions) => Promise<number>;
  /** Reports the response time of a plant, milliseconds, and what the plant says it went to. */
  readonly onResponse: (peerId: number, tookMs: number, serverTiming: string | null) => void;
  /** Delays image loading while an empty page waits for its first rows. Returns a function that ends the delay. */
  readonly holdImageLoads: () => () => void;
  /** Classifies an error; null when the call was aborted by the client. */
  readonly classifyFailure: (error: unknown) => FailureKind | null;
  /** Wall clock, and a monotonic clock in milliseconds. */
  readonly now: () => string;
  readonly elapsed: () => number;
}

/**
 * The search of one list tab over many plants: reports events to the search machine and carries out its effects. Lives
 * outside React, so that it continues while another tab is shown.
 */
export class SearchSession {
  #state: SearchState = IDLE_SEARCH;
  /** Cancels the calls of the current search; responses after that are ignored. */
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #releaseImageLoads: () => void = () => undefined;
  /** The result of an automatic refresh while it is fetched in the background. */
  #backgroundRefresh: SearchSession | null = null;
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

  /** Clears the result and queries every plant, 300 ms after the last call (LIFE-02). */
  run(filter: SearchFilter, peerIds: readonly number[], order?: SearchOrder): void {
    this.#report({ type: 'run', filter, peerIds, ...(order === undefined ? {} : { order }) });
  }

  /** Clears the result and queries every plant at once; a second submission of the same search is ignored for 300 ms. */
  submit(filter: SearchFilter, peerIds: readonly number[]): void {
    this.#report({ type: 'run', filter, peerIds, isSubmitted: true });
  }

  /** Stops the running requests; see `abort` in the search machine. */
  abort(): void {
    this.#report({ type: 'abort' });
  }

  /** Freezes the list when the user starts to interact: rows of late plants are announced instead of inserted. */
  freeze(): void {
    this.#report({ type: 'freeze' });
  }

  showLateRows(): void {
    this.#report({ type: 'accept-late-rows' });
  }

  retry(peerId: number): void {
    this.#report({ type: 'retry', peerId });
  }

  /** Passed on from here, because importing it in code that is loaded later would move it out of the search's chunk. */
  readonly toWireSearch = toWireSearch;

  /** Selects all plants (null) or one. */
  pickPlant(peerId: number | null): void {
    this.#backgroundRefresh?.pickPlant(peerId);
    this.#report({ type: 'pick-plant', peerId });
  }

  /** Sorts by a column; an unknown one is ignored. */
  sortBy(field: string): void {
    this.#report({ type: 'sort', field });
  }

  goToPage(page: number): void {
    this.#report({ type: 'go-to-page', page });
  }

  /** The current page; null before the first search. */
  currentPage(): MergedPage<Transit> | null {
    return getCurrentPage(this.#state);
  }

  /**
   * Repeats the search in the background. The new result replaces the shown one when every plant has responded or
   * failed, so that the list neither empties nor jumps (LIFE-11). Returns false without doing anything while a fetch is
   * running or another page than the first is shown.
   */
  refresh(filter: SearchFilter, peerIds: readonly number[]): boolean {
    const { status, page, order, peerId } = this.#state;
    if (status === 'searching' || page > 1 || this.#backgroundRefresh !== null) return false;
    const behind = new SearchSession(this.#ports, true);
    this.#backgroundRefresh = behind;
    behind.subscribe(() => {
      if (this.#backgroundRefresh === behind && isSearchComplete(behind.#state)) this.#adoptRefresh(behind);
    });
    behind.run(filter, peerIds, order);
    // The page of the picked plant must be whole when it replaces the shown one.
    behind.pickPlant(peerId);
    return true;
  }

  #adoptRefresh(behind: SearchSession): void {
    const { resultId, peerId, page } = this.#state;
    // The user changed the page meanwhile: the refresh is discarded and the next tick on the first page tries again.
    if (page > 1) return this.#discardRefresh();
    this.#cancel();
    this.#state = { ...behind.#state, resultId, peerId };
    this.#notify();
  }

  #discardRefresh(): void {
    this.#backgroundRefresh?.dispose();
    this.#backgroundRefresh = null;
  }

  /** Stops everything, because the tab was closed. */
  dispose(): void {
    this.#cancel();
    this.#listeners.clear();
  }

  #report(event: SearchEvent): void {
    const clock = { now: this.#ports.now(), elapsed: this.#ports.elapsed() };
    const before = this.#state;
    const { state, effects } = advanceSearch(before, event, clock);
    this.#state = state;
    // Before the listeners: one of them may report the next event.
    for (const effect of effects) this.#carryOut(effect);
    if (state !== before) this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #carryOut(effect: SearchEffect): void {
    switch (effect.type) {
      case 'cancel':
        return this.#cancel();
      case 'wait':
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#report({ type: effect.next }), effect.ms);
        return;
      case 'fetch-rows':
        return this.#startInBatches(effect.requests, (request) => void this.#fetchRows(request));
      case 'fetch-counts':
        return this.#startInBatches(effect.plantIds, (plantId) => void this.#fetchCount(plantId));
      case 'hold-images':
        // A refresh already has rows on the screen.
        if (!this.#isPolling) this.#releaseImageLoads = this.#ports.holdImageLoads();
        return;
      case 'release-images':
        return this.#releaseImageLoads();
    }
  }

  /** Cancels the pending wait, all running calls and the background refresh. */
  #cancel(): void {
    this.#discardRefresh();
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#releaseImageLoads();
  }

  /** Starts calls in batches, until the search is replaced or stopped. */
  #startInBatches<T>(items: readonly T[], begin: (item: T) => void): void {
    const { signal } = this.#abort;
    void yieldBetween(items, begin, () => !signal.aborted);
  }

  async #fetchRows(request: ChunkRequest): Promise<void> {
    const { filter, order, startedAt } = this.#state;
    if (filter === null || startedAt === null) return;
    const options = { signal: this.#abort.signal, isPolling: this.#isPolling };
    const peerId = Number(request.plantId);
    const requested = this.#ports.elapsed();
    let event: SearchEvent;
    let serverTiming: string | null = null;
    const onHeaders = (headers: Headers): void => {
      serverTiming = headers.get('server-timing');
    };
    try {
      const query = toWireQuery({ filter, order, startedAt }, request);
      const page = await this.#ports.fetchPage(peerId, query, { ...options, onHeaders });
      this.#ports.onResponse(peerId, this.#ports.elapsed() - requested, serverTiming);
      event = { type: 'rows-received', request, page };
    } catch (error) {
      event = { type: 'rows-failed', plantId: request.plantId, failure: this.#ports.classifyFailure(error) };
    }
    if (!options.signal.aborted) this.#report(event);
  }

  async #fetchCount(plantId: string): Promise<void> {
    const { filter, startedAt } = this.#state;
    if (filter === null || startedAt === null) return;
    const options = { signal: this.#abort.signal, isPolling: this.#isPolling };
    const body = toWireFilter(filter, startedAt, Number(plantId));
    const count = await this.#ports.fetchCount(Number(plantId), body, options).catch(() => null);
    if (!options.signal.aborted) this.#report({ type: 'count-ended', plantId, count });
  }
}
