import type { Transit } from '@varco/contract/plant/transit.ts';
import type { MeasuredMisreads } from '@varco/contract/plant/transits.ts';
import type { FederatedSearch } from '@varco/domain/federation/merge.ts';
import { DEFAULT_SEARCH_ORDER, type SearchOrder } from '@varco/domain/federation/order.ts';
import type { SearchFilter } from './search-filter.ts';

export type SearchStatus = 'idle' | 'searching' | 'done' | 'aborted';

/** The calls of a search that are under way or due. */
export interface RequestState {
  /** Plants with a pending row request. */
  readonly inFlight: ReadonlySet<string>;
  /** Plants whose count is requested once the page is complete. */
  readonly uncounted: ReadonlySet<string>;
  /** Plants with a pending count request. */
  readonly counting: ReadonlySet<string>;
  /** Times of the first and the latest first response of a plant, monotonic clock in milliseconds; null: none yet. */
  readonly firstResponses: { readonly first: number; readonly last: number } | null;
}

export const NO_REQUESTS: RequestState = {
  inFlight: new Set(),
  uncounted: new Set(),
  counting: new Set(),
  firstResponses: null,
};

/** State of the search of a list tab: request, received rows, current page and selected plant. Immutable. */
export interface SearchState {
  readonly status: SearchStatus;
  readonly filter: SearchFilter | null;
  /**
   * Changes whenever the result is cleared; state that refers to its rows, such as a selection, is then reset. Sorting
   * keeps it.
   */
  readonly resultId: number;
  readonly order: SearchOrder;
  readonly search: FederatedSearch<Transit> | null;
  readonly page: number;
  /** Plant picked in the left column; null: all. */
  readonly peerId: number | null;
  /** Response time of each plant in milliseconds, by plant id; only for plants that responded. */
  readonly answeredAfterMs: ReadonlyMap<string, number>;
  /** Exact number of transits of a plant, by plant id, once it has counted them. */
  readonly counts: ReadonlyMap<string, number>;
  /** Characters that a plant's cameras confuse and that widened its search, by plant id. */
  readonly misreads: ReadonlyMap<string, MeasuredMisreads>;
  readonly startedAt: string | null;
  /** The same moment on the monotonic clock, milliseconds. */
  readonly startedAtElapsed: number;
  readonly tookMs: number | null;
  readonly requests: RequestState;
}

export const IDLE_SEARCH: SearchState = {
  status: 'idle',
  filter: null,
  resultId: 0,
  order: DEFAULT_SEARCH_ORDER,
  search: null,
  page: 1,
  peerId: null,
  answeredAfterMs: new Map(),
  counts: new Map(),
  misreads: new Map(),
  startedAt: null,
  startedAtElapsed: 0,
  tookMs: null,
  requests: NO_REQUESTS,
};

/** The search restricted to the selected plant. */
export function restrictToSelectedPlant(state: SearchState): FederatedSearch<Transit> | null {
  if (state.search === null || state.peerId === null) return state.search;
  const requested = String(state.peerId);
  return { ...state.search, parts: state.search.parts.filter((part) => part.plantId === requested) };
}
