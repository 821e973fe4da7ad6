import type { Transit } from '@varco/contract/plant/transit.ts';
import { receiveChunk, startSearch } from '@varco/domain/federation/merge.ts';
import {
  computePeriodLimits,
  DEFAULT_FILTER,
  type SearchFilter,
} from '../src/features/transits/search/search-filter.ts';
import { IDLE_SEARCH, type SearchState } from '../src/features/transits/search/search-state.ts';

const STARTED = '2026-11-20T13:30:00.000Z';

/** A finished search of two plants, of which the first answered. */
export function buildFinishedSearch(filter: Partial<SearchFilter>, more: Partial<SearchState> = {}): SearchState {
  const begun = startSearch<Transit>({
    plants: ['1', '2'],
    order: IDLE_SEARCH.order,
    window: computePeriodLimits(DEFAULT_FILTER.period, STARTED),
    read: { getId: ({ id }) => id, getInstant: ({ data }) => data, getNumber: () => 0, matchesFilter: () => true },
  });
  const search = receiveChunk(begun, '1', { offset: 0, requestedSize: 25, rows: [], hasNext: false, count: 0 });
  return {
    ...IDLE_SEARCH,
    status: 'done',
    search,
    startedAt: STARTED,
    filter: { ...DEFAULT_FILTER, ...filter },
    ...more,
  };
}
