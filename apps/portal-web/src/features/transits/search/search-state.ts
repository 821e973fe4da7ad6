import type { Transit } from '@varco/contract/plant/transit.ts';
import type { FederatedSearch } from '@varco/domain/federation/merge.ts';
import { DEFAULT_ORDER, type Order } from '@varco/domain/federation/order.ts';
import type { SearchFilter } from './search-filter.ts';

export type SearchStatus = 'idle' | 'searching' | 'done' | 'aborted';

/** One search of a list tab: what was asked, what has come, which page and plant is looked at. Immutable. */
export interface SearchState {
  readonly status: SearchStatus;
  readonly filter: SearchFilter | null;
  /** A new number each time the result store was emptied: what hangs on its rows, as a selection, ends with it. Sorting keeps it. */
  readonly resultId: number;
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
  resultId: 0,
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

/** The search as the left column restricts it. */
export function viewOf(state: SearchState): FederatedSearch<Transit> | null {
  if (state.search === null || state.peerId === null) return state.search;
  const wanted = String(state.peerId);
  return { ...state.search, parts: state.search.parts.filter((part) => part.plantId === wanted) };
}
