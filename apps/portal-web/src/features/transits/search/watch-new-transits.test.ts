import { expect, it } from 'vitest';
import { buildFinishedSearch } from '../../../../test/finished-search.ts';
import type { SearchFilter } from './search-filter.ts';
import type { SearchState } from './search-state.ts';
import { listWatchedPlants } from './watch-new-transits.ts';

const watched = (filter: Partial<SearchFilter>, more?: Partial<SearchState>): readonly number[] =>
  listWatchedPlants(buildFinishedSearch(filter, more)).map(({ peerId }) => peerId);

it('watches the plants that answered, with the filter and order of their first page', () => {
  expect(listWatchedPlants(buildFinishedSearch({ plate: 'AB*' }))).toEqual([
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
