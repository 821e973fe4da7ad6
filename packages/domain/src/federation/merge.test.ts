import { describe, expect, test } from 'vitest';
import { computeCompleteness } from './completeness.ts';
import type { RowReader } from './feed.ts';
import { mergeSources } from './k-way.ts';
import {
  type FederatedSearch,
  acceptLatePlants,
  computeChunkSize,
  buildFirstRequests,
  freezeSearch,
  buildMergedPage,
  receiveChunk,
  receiveFailure,
  retryPlant,
  startSearch,
} from './merge.ts';
import { DEFAULT_SEARCH_ORDER, getNextOrder, formatOrder, parseOrder } from './order.ts';

interface Row {
  readonly id: string;
  readonly data: string;
  readonly n: number;
}

const read: RowReader<Row> = {
  getId: (row) => row.id,
  getInstant: (row) => row.data,
  getNumber: (row) => row.n,
  matchesFilter: (row) => !row.id.startsWith('x'),
};

const NOW = '2026-11-20T12:00:00.000Z';
const WINDOW = { start: '2026-11-20T00:00:00.000Z', end: '2026-11-20T23:59:59.999Z' };
const at = (id: string, time: string): Row => ({ id, data: `2026-11-20T${time}:00.000Z`, n: 1 });

function search(plants: readonly string[] = ['a', 'b']): FederatedSearch<Row> {
  return startSearch({ plants, order: DEFAULT_SEARCH_ORDER, window: WINDOW, read });
}

const chunk = (
  rows: readonly Row[],
  more: { offset?: number; hasNext?: boolean; count?: number | null; requestedSize?: number } = {},
) => ({
  offset: more.offset ?? 0,
  requestedSize: more.requestedSize ?? 25,
  rows,
  hasNext: more.hasNext ?? false,
  count: more.count ?? null,
});

const ids = (state: FederatedSearch<Row>, page = 1): string[] =>
  buildMergedPage(state, page).rows.map(({ row }) => row.id);
const answerOf = (state: FederatedSearch<Row>, plantId: string) =>
  computeCompleteness(state, [], NOW).plants.find((plant) => plant.plantId === plantId);

test.each([
  [1, 50],
  [3, 16],
  [8, 6],
  [25, 2],
  [40, 2],
  [100, 2],
])('PAG-04 PAG-05 with %i plants each is asked for %i rows', (plants, size) => {
  expect(computeChunkSize(plants)).toBe(size);
  const names = Array.from({ length: plants }, (_, i) => `p${i}`);
  expect(buildFirstRequests(search(names)).map((request) => request.size)).toEqual(names.map(() => size));
});

test('PAG-03 TA20 the first question has no ref_time, later ones the date of the very first row, fixed per plant', () => {
  let state = search();
  expect(buildFirstRequests(state)[0]).toEqual({ plantId: 'a', offset: 0, size: 25, refTime: null, afterId: null });
  state = receiveChunk(state, 'a', chunk([at('a1', '11:00')], { hasNext: true }));
  state = receiveChunk(state, 'b', chunk([at('b1', '11:30')], { hasNext: true }));
  const [need] = buildMergedPage(state, 1).needs;
  expect(need).toEqual({ plantId: 'b', offset: 1, size: 49, refTime: '2026-11-20T11:30:00.000Z', afterId: 'b1' });
  state = receiveChunk(state, 'b', {
    ...chunk([at('b2', '10:00')], { offset: 1, hasNext: true }),
    refTime: need?.refTime ?? null,
  });
  const again = buildMergedPage(state, 1).needs;
  expect(again.map((request) => [request.plantId, request.refTime])).toEqual([['a', '2026-11-20T11:30:00.000Z']]);
});

test('in other orders the reference is the newest read known, so that newer rows are not cut off', () => {
  const order = parseOrder('+data') ?? DEFAULT_SEARCH_ORDER;
  let state: FederatedSearch<Row> = startSearch({ plants: ['a'], order, window: WINDOW, read });
  state = receiveChunk(state, 'a', { ...chunk([at('a1', '01:00')], { hasNext: true }), newestRead: NOW });
  expect(buildMergedPage(state, 1).needs[0]?.refTime).toBe(NOW);
});

test('LIFE-09 LIFE-10 a plant that is pending or failed does not hold the others up', () => {
  let state = receiveChunk(search(['a', 'b', 'c']), 'a', chunk([at('a1', '11:00'), at('a2', '10:00')]));
  expect(ids(state)).toEqual(['a1', 'a2']);
  expect(buildMergedPage(state, 1).isComplete).toBe(true);
  state = receiveFailure(state, 'b', 'unreachable');
  expect(ids(state)).toEqual(['a1', 'a2']);
  expect(state.parts.map((part) => part.progress)).toEqual(['completed', 'error', 'pending']);
});

test('LIFE-08 a 403 empties the results of its plant and marks it as error while the others remain', () => {
  let state = receiveChunk(search(), 'a', chunk([at('a1', '11:00')]));
  state = receiveChunk(state, 'b', chunk([at('b1', '11:30')], { hasNext: true }));
  state = receiveFailure(state, 'b', 'no_perms');
  expect(ids(state)).toEqual(['a1']);
  expect(answerOf(state, 'b')).toMatchObject({ outcome: { state: 'error', failure: 'no_perms' }, rows: 0 });
});

test('rows of a late plant are counted and announced, never inserted under the pointer, until accepted', () => {
  let state = freezeSearch(receiveChunk(search(), 'a', chunk([at('a1', '11:00')])));
  state = receiveChunk(state, 'b', chunk([at('b1', '11:30'), at('b2', '10:30')]));
  expect(ids(state)).toEqual(['a1']);
  expect(buildMergedPage(state, 1).awaitingAcceptance).toEqual([{ plantId: 'b', rows: 2 }]);
  state = acceptLatePlants(state);
  expect(ids(state)).toEqual(['b1', 'a1', 'b2']);
  expect(buildMergedPage(state, 1).awaitingAcceptance).toEqual([]);
});

test('a retried plant starts again and its rows wait like those of any late plant', () => {
  let state = receiveChunk(search(), 'a', chunk([at('a1', '11:00')]));
  state = freezeSearch(receiveFailure(state, 'b', 'timeout'));
  state = retryPlant(state, 'b');
  expect(answerOf(state, 'b')?.outcome).toEqual({ state: 'pending' });
  expect(buildMergedPage(state, 1).isComplete).toBe(true);
  state = receiveChunk(state, 'b', chunk([at('b1', '11:30')]));
  expect(buildMergedPage(state, 1).awaitingAcceptance).toEqual([{ plantId: 'b', rows: 1 }]);
});

test('an answer to a question no longer open changes nothing', () => {
  const state = receiveChunk(search(), 'a', chunk([at('a1', '11:00')]));
  expect(ids(receiveChunk(state, 'a', chunk([at('a9', '09:00')])))).toEqual(['a1']);
  expect(ids(receiveChunk(state, 'unknown', chunk([at('z', '09:00')])))).toEqual(['a1']);
});

describe('security 15: a plant that lies is marked and cannot break the others', () => {
  const lies = [
    ['rows out of order are cut off', chunk([at('b1', '10:00'), at('b2', '10:30')]), ['a1', 'b1'], 'unsorted'],
    ['the same row twice', chunk([at('b1', '10:00'), at('b1', '10:00')]), ['a1', 'b1'], 'duplicate'],
    [
      'rows outside the window',
      chunk([{ ...at('b0', '10:00'), data: '2025-01-01T00:00:00Z' }, at('b1', '10:00')]),
      ['a1', 'b1'],
      'outside_window',
    ],
    ['rows outside the filter', chunk([at('x1', '10:30'), at('b1', '10:00')]), ['a1', 'b1'], 'outside_filter'],
    [
      'a date that is none',
      chunk([{ ...at('b0', '10:30'), data: 'ieri' }, at('b1', '10:00')]),
      ['a1', 'b1'],
      'bad_value',
    ],
    ['a count below the rows given', chunk([at('b1', '10:00')], { count: 0 }), ['a1', 'b1'], 'wrong_count'],
    ['a count above, without a next page', chunk([at('b1', '10:00')], { count: 9 }), ['a1', 'b1'], 'wrong_count'],
    [
      'more rows than asked',
      chunk([at('b1', '10:00'), at('b2', '09:00')], { requestedSize: 1 }),
      ['a1', 'b1'],
      'too_many',
    ],
    ['more promised, nothing given', chunk([], { hasNext: true }), ['a1'], 'no_progress'],
  ] as const;
  test.each(lies)('%s', (_name, lie, shown, fault) => {
    let state = receiveChunk(search(), 'a', chunk([at('a1', '11:00')]));
    state = receiveChunk(state, 'b', lie);
    expect(ids(state)).toEqual(shown);
    const plant = answerOf(state, 'b');
    expect(plant?.faults).toContain(fault);
    expect(['partial', 'error']).toContain(plant?.outcome.state);
    expect(answerOf(state, 'a')?.outcome).toEqual({ state: 'completed' });
  });

  test('the same chunk for ever ends', () => {
    let state = search(['b']);
    let requested = 0;
    for (let next = buildFirstRequests(state); next.length > 0; next = [...buildMergedPage(state, 1).needs]) {
      requested += 1;
      expect(requested).toBeLessThan(50);
      const size = next[0]?.size ?? 0;
      const rows = Array.from({ length: size }, (_, i) => at(`b${i % 20}`, '10:00'));
      state = receiveChunk(
        state,
        'b',
        chunk(rows, { offset: next[0]?.offset ?? 0, requestedSize: size, hasNext: true }),
      );
    }
    expect(answerOf(state, 'b')?.outcome).toMatchObject({ state: 'partial', reasons: ['faulty'] });
  });

  test('reads that arrive late shift the offsets: the repeated row is dropped without blame, none is lost', () => {
    let state = receiveChunk(search(['b']), 'b', chunk([at('b1', '10:00'), at('b2', '09:00')], { hasNext: true }));
    state = receiveChunk(state, 'b', chunk([at('b2', '09:00'), at('b3', '08:00')], { offset: 2 }));
    expect(ids(state)).toEqual(['b1', 'b2', 'b3']);
    expect(answerOf(state, 'b')?.outcome).toEqual({ state: 'completed' });
  });

  test('a read that arrives late among the rows sent before is no blame either, and those behind it follow', () => {
    let state = receiveChunk(search(['b']), 'b', chunk([at('b1', '10:00'), at('b2', '09:00')], { hasNext: true }));
    // Two more came in between b1 and b2, so the second page begins with one of them.
    state = receiveChunk(state, 'b', chunk([at('b9', '09:30'), at('b2', '09:00')], { offset: 2, hasNext: true }));
    state = receiveChunk(state, 'b', chunk([at('b3', '08:00'), at('b4', '08:30')], { offset: 4 }));
    expect(ids(state)).toEqual(['b1', 'b2', 'b3']);
    expect(answerOf(state, 'b')?.faults).toEqual(['unsorted']);
  });
});

test('the completeness line: who answered, partly, failed, was not asked; rows; age of the newest read', () => {
  let state = search(['a', 'b', 'c', 'd', 'e']);
  state = receiveChunk(state, 'a', { ...chunk([at('a1', '11:00')], { count: 1 }), newestRead: '2026-11-20T11:59:30Z' });
  state = receiveChunk(state, 'b', {
    ...chunk([at('b1', '11:30')]),
    limitations: ['t_max', 'gates', 'count_capped', 'unheard_of'],
  });
  state = receiveChunk(state, 'c', chunk([at('c1', '11:10')], { hasNext: true }));
  state = receiveFailure(state, 'c', 'timeout');
  state = receiveFailure(state, 'd', 'timeout');
  const line = computeCompleteness(state, [{ plantId: 'f', reason: 'no_permission' }], NOW);
  expect(line.plants.map((plant) => [plant.plantId, plant.outcome, plant.rows])).toEqual([
    ['a', { state: 'completed' }, 1],
    ['b', { state: 'partial', reasons: ['t_max', 'gates', 'limit'] }, 1],
    ['c', { state: 'partial', reasons: ['timeout'] }, 1],
    ['d', { state: 'error', failure: 'timeout' }, 0],
    ['e', { state: 'pending' }, 0],
    ['f', { state: 'notAsked', reason: 'no_permission' }, 0],
  ]);
  expect(line.counts).toEqual({ pending: 1, completed: 1, partial: 2, error: 1, notAsked: 1 });
  expect(line.plants[0]).toMatchObject({ count: 1, newestReadAgeMs: 30_000 });
  expect(line.isWhole).toBe(false);
});

test('order_by: sign and field, flipped by a second click (T 2.4)', () => {
  expect(parseOrder('-data')).toEqual(DEFAULT_SEARCH_ORDER);
  expect(parseOrder('count_transits')).toEqual({ field: 'count_transits', isDescending: false });
  expect(parseOrder('-targa; drop')).toBeNull();
  expect(formatOrder({ field: 'g_transits', isDescending: false })).toBe('+g_transits');
  expect(formatOrder(getNextOrder(DEFAULT_SEARCH_ORDER, 'data'))).toBe('+data');
  expect(formatOrder(getNextOrder(DEFAULT_SEARCH_ORDER, 'g_transits'))).toBe('+g_transits');
  expect(formatOrder(getNextOrder({ field: 'g_transits', isDescending: false }, 'g_transits'))).toBe('-g_transits');
});

test('100 plants of 5 000 rows each merge into one order', () => {
  const sources = Array.from({ length: 100 }, (_, p) => {
    const keys = Float64Array.from({ length: 5000 }, (_, i) => i * 100 + ((i * 7919 + p * 104_729) % 100));
    return { keys: keys.toSorted(), length: 5000, hasMore: false };
  });
  const merged = mergeSources(sources, 0, 500_000);
  expect(merged.rows).toHaveLength(500_000);
  const keys = Float64Array.from(merged.rows, (row, at) => sources[merged.sources[at] ?? 0]?.keys[row] ?? -1);
  expect(keys.findIndex((key, at) => key < (keys[at - 1] ?? 0))).toBe(-1);
});
