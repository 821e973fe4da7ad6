import type { Transit } from '@varco/contract/plant/transit.ts';
import type { TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import { planChunksAhead } from '@varco/domain/federation/chunks-ahead.ts';
import {
  type ChunkRequest,
  type FailureKind,
  type FederatedSearch,
  receiveChunk,
  receiveFailure,
} from '@varco/domain/federation/merge.ts';
import { yieldBetween } from '../../../lib/yield-between.ts';
import { toWireFilter } from '../filters/filter-wire.ts';
import { toMergeChunk, toWireQuery } from './search-wire.ts';
import { type SearchState, restrictToSelectedPlant } from './search-state.ts';

/**
 * While first responses arrive this close together, no further page is requested: the missing rows are known best when
 * all are in, and more requests would slow down the plants that have not responded. A slow plant delays only until
 * MAX_FILL_PAUSE_MS.
 */
const FILL_QUIET_MS = 80;
/** Maximum of such a pause, counted from the first response. */
const MAX_FILL_PAUSE_MS = 500;

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** True for automatic refreshes: the call is marked as polling (PLAPI-03) and its failure is silent. */
  readonly isPolling: boolean;
}

/** Dependencies of a search session, injected so that its rules can be tested without network and clock. */
export interface SearchPorts {
  /** Fetches one page of one plant. Rejects with an error that `failureOf` understands. */
  readonly fetchPage: (peerId: number, body: TransitFilter, options: FetchOptions) => Promise<TransitPage>;
  /** Fetches the exact number of transits of one plant. Rejects like `fetchPage`. */
  readonly fetchCount: (peerId: number, body: TransitFilter, options: FetchOptions) => Promise<number>;
  /** Reports the response time of a plant, milliseconds. */
  readonly onResponse: (peerId: number, tookMs: number) => void;
  /** Delays image loading while an empty page waits for its first rows. Returns a function that ends the delay. */
  readonly holdImageLoads: () => () => void;
  /** Classifies an error; null when the call was aborted by the client. */
  readonly classifyFailure: (error: unknown) => FailureKind | null;
  /** Wall clock, and a monotonic clock in milliseconds. */
  readonly now: () => string;
  readonly elapsed: () => number;
}

/** Access to the state of a search. */
export interface StateCell {
  readonly get: () => SearchState;
  readonly change: (part: Partial<SearchState>) => void;
}

/**
 * Sends the requests of one search in stages: first rows of all plants, then missing rows of the page, then the exact
 * counts. Writes the responses into the state.
 */
export class SearchRequests {
  #abort = new AbortController();
  #inFlight = new Set<string>();
  #counting = new Set<string>();
  /** Plants whose count is requested once the page is complete. */
  #uncounted = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  /** Times of the first and the latest first response of a plant to this search; null: none yet. */
  #firstResponses: { readonly first: number; readonly last: number } | null = null;
  #releaseImageLoads: () => void = () => undefined;
  readonly #ports: SearchPorts;
  readonly #cell: StateCell;
  readonly #isPolling: boolean;

  constructor(ports: SearchPorts, cell: StateCell, isPolling: boolean) {
    this.#ports = ports;
    this.#cell = cell;
    this.#isPolling = isPolling;
  }

  /** Starts the clock for response times; returns the start in milliseconds of the monotonic clock. */
  startClock(): number {
    this.#startedAt = this.#ports.elapsed();
    return this.#startedAt;
  }

  /** Continues with the clock of the search that replaces this one. */
  adoptClock(other: SearchRequests): void {
    this.#startedAt = other.#startedAt;
  }

  /** Milliseconds since the clock started. */
  tookMs(): number {
    return this.#ports.elapsed() - this.#startedAt;
  }

  /** Requests the first rows of every plant after a debounce pause; a new call restarts it. */
  beginAfter(ms: number, requests: readonly ChunkRequest[]): void {
    this.#timer = setTimeout(() => {
      // A refresh already has rows on the screen.
      if (!this.#isPolling) this.#releaseImageLoads = this.#ports.holdImageLoads();
      this.#startInBatches(requests, (request) => void this.fetchRows(request));
    }, ms);
  }

  /** Cancels all pending and running requests. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#inFlight = new Set();
    this.#counting = new Set();
    this.#uncounted = new Set();
    this.#firstResponses = null;
    this.#releaseImageLoads();
  }

  /** Plants with a pending row request. */
  get pendingPlants(): readonly string[] {
    return [...this.#inFlight];
  }

  /** True while a plant has not reported its count. */
  get isCounting(): boolean {
    return this.#counting.size > 0 || this.#uncounted.size > 0;
  }

  /** Requests the rows missing on the page; once the page is complete, the exact counts. */
  fetchMissing(): void {
    const state = this.#cell.get();
    const view = restrictToSelectedPlant(state);
    if (view === null) return;
    const wait = this.#remainingPauseMs();
    if (wait > 0) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.fetchMissing(), wait);
      return;
    }
    const requested = planChunksAhead(view, state.page);
    for (const request of requested) void this.fetchRows(request);
    if (requested.length === 0) {
      this.#releaseImageLoads();
      const uncounted = [...this.#uncounted];
      for (const plantId of uncounted) this.#counting.add(plantId);
      this.#uncounted.clear();
      this.#startInBatches(uncounted, (plantId) => void this.#fetchCount(plantId));
    }
    this.#updateStatus();
  }

  /** Starts calls of this search in batches, until the search is replaced or stopped. */
  #startInBatches<T>(items: readonly T[], begin: (item: T) => void): void {
    const { signal } = this.#abort;
    void yieldBetween(items, begin, () => !signal.aborted);
  }

  /** Remaining pause in milliseconds before more rows may be requested, if no further first response arrives. */
  #remainingPauseMs(): number {
    const { search, status } = this.#cell.get();
    const isPending = status === 'searching' && search?.parts.some((part) => part.progress === 'pending') === true;
    if (!isPending || this.#firstResponses === null) return 0;
    const { first, last } = this.#firstResponses;
    return Math.max(0, Math.min(last + FILL_QUIET_MS, first + MAX_FILL_PAUSE_MS) - this.#ports.elapsed());
  }

  /** Requests rows of one plant. Ignored while a request to that plant is pending. */
  async fetchRows(request: ChunkRequest): Promise<void> {
    const { filter, order, startedAt } = this.#cell.get();
    if (filter === null || startedAt === null || this.#inFlight.has(request.plantId)) return;
    const options = { signal: this.#abort.signal, isPolling: this.#isPolling };
    const inFlight = this.#inFlight;
    inFlight.add(request.plantId);
    const requested = this.#ports.elapsed();
    const body = toWireQuery({ filter, order, startedAt }, request);
    let next: (search: FederatedSearch<Transit>) => FederatedSearch<Transit>;
    try {
      const page = await this.#ports.fetchPage(Number(request.plantId), body, options);
      const now = this.#ports.elapsed();
      this.#ports.onResponse(Number(request.plantId), now - requested);
      if (!options.signal.aborted && request.offset === 0) {
        this.#firstResponses = { first: this.#firstResponses?.first ?? now, last: now };
        if (page.pagination.count === null) this.#uncounted.add(request.plantId);
      }
      next = (search) => receiveChunk(search, request.plantId, toMergeChunk(request, page));
    } catch (error) {
      const failure = this.#ports.classifyFailure(error);
      if (failure === null) return;
      next = (search) => receiveFailure(search, request.plantId, failure);
    } finally {
      inFlight.delete(request.plantId);
    }
    // Ignores the response when the search was replaced or stopped meanwhile.
    const { search, answeredAfterMs } = this.#cell.get();
    if (options.signal.aborted || search === null) return;
    const answeredAfter = new Map(answeredAfterMs).set(request.plantId, this.tookMs());
    this.#cell.change({ search: next(search), answeredAfterMs: answeredAfter });
    this.fetchMissing();
  }

  /** Requests the exact count of a plant, after its rows. If it fails the total stays a lower bound. */
  async #fetchCount(plantId: string): Promise<void> {
    const { filter, startedAt } = this.#cell.get();
    if (filter === null || startedAt === null) return;
    const options = { signal: this.#abort.signal, isPolling: this.#isPolling };
    const counting = this.#counting;
    counting.add(plantId);
    try {
      const count = await this.#ports.fetchCount(
        Number(plantId),
        toWireFilter(filter, startedAt, Number(plantId)),
        options,
      );
      counting.delete(plantId);
      if (options.signal.aborted) return;
      this.#cell.change({ counts: new Map(this.#cell.get().counts).set(plantId, count) });
    } catch (error) {
      counting.delete(plantId);
      if (this.#ports.classifyFailure(error) !== null && !options.signal.aborted) this.#cell.change({});
    }
  }

  #updateStatus(): void {
    const { search, status } = this.#cell.get();
    if (status !== 'searching' || search === null) return;
    const isPending = search.parts.some((part) => part.progress === 'pending');
    if (!isPending && this.#inFlight.size === 0) {
      this.#cell.change({ status: 'done', tookMs: this.tookMs() });
    }
  }
}
