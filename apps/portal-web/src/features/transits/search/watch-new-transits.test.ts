import type { Transit } from '@varco/contract/plant/transit.ts';
import { receiveChunk, startSearch } from '@varco/domain/federation/merge.ts';
import { expect, it } from 'vitest';
import { computePeriodLimits, DEFAULT_FILTER, type SearchFilter } from './search-filter.ts';
import { IDLE_SEARCH, type SearchState } from './search-state.ts';
import { listWatchedPlants } from './watch-new-transits.ts';

const STARTED = '2026-11-20T13:30:00.000Z';

/** A finished search of two plants, of which the first answered. */
function finish(filter: Partial<SearchFilter>, more: Partial<SearchState> = {}): SearchState {
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
const watched = (filter: Partial<SearchFilter>, more?: Partial<SearchState>): readonly number[] =>
  listWatchedPlants(finish(filter, more)).map(({ peerId }) => peerId);

it('watches the plants that answered, with the filter and order of their first page', () => {
  expect(listWatchedPlants(finish({ plate: 'AB*' }))).toEqual([
    { peerId: 1, body: expect.objectContaining({ f_targa: 'AB*', order_by: '-data' }) },
  ]);
});

it.each([
  ['a search that runs', {}, { status: 'searching' }],
  ['a search that was stopped', {}, { status: 'aborted' }],
  ['an order in which new rows are not at the top', {}, { order: { field: 'data', isDescending: false } }],
  ['an order by recurrence', {}, { order: { field: 'count_transits', isDescending: true } }],
  ['one row per plate', { isDistinct: true }, {}],
  ['a recurrence', { recurrence: { count: 3, operator: 'gt' } }, {}],
  ['a period that is over', { period: { kind: 'yesterday' } }, {}],
  ['the vehicles of an owner', { plate: 'RSSMRA80A01H501U', hasTaxCodes: true }, {}],
] as const)('watches nothing for %s', (_name, filter, more) => {
  expect(watched(filter as Partial<SearchFilter>, more as Partial<SearchState>)).toEqual([]);
});

it.each(['today', 'week', 'all'] as const)('watches a period that goes on: %s', (kind) => {
  expect(watched({ period: { kind } })).toEqual([1]);
});
