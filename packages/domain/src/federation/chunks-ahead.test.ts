import { expect, test } from 'vitest';
import { planChunksAhead } from './chunks-ahead.ts';
import type { RowReader } from './feed.ts';
import { type FederatedSearch, buildFirstRequests, buildMergedPage, receiveChunk, startSearch } from './merge.ts';
import { DEFAULT_SEARCH_ORDER } from './order.ts';

interface Row {
  readonly id: string;
  readonly data: string;
}

const read: RowReader<Row> = {
  getId: (row) => row.id,
  getInstant: (row) => row.data,
  getNumber: () => 0,
  matchesFilter: () => true,
};

/** `count` reads of a plant, one every `everyS` seconds back from noon. */
const rowsOf = (plant: string, everyS: number, count = 400): readonly Row[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `${plant}-${i}`,
    data: new Date(Date.UTC(2026, 10, 20, 12) - i * everyS * 1000 - plant.length).toISOString(),
  }));

type World = ReadonlyMap<string, readonly Row[]>;

function begun(world: World): FederatedSearch<Row> {
  const plants = [...world.keys()];
  const window = { start: null, end: null };
  return startSearch({ plants, order: DEFAULT_SEARCH_ORDER, window, read });
}

/** Every open question answered; how many rows were asked for. */
function run(world: World, search: FederatedSearch<Row>, requested = buildFirstRequests(search)): FederatedSearch<Row> {
  return requested.reduce((state, { plantId, offset, size }) => {
    const rows = world.get(plantId) ?? [];
    const end = offset + size;
    return receiveChunk(state, plantId, {
      offset,
      requestedSize: size,
      rows: rows.slice(offset, end),
      hasNext: end < rows.length,
      count: null,
    });
  }, search);
}

test('PAG-04 eight plants of one pace: after the first answers one more turn completes the page', () => {
  const world: World = new Map(Array.from({ length: 8 }, (_, i) => [`p${i}`, rowsOf(`p${i}`, 60)]));
  let search = run(world, begun(world));
  expect(buildMergedPage(search, 1).isComplete).toBe(false);
  search = run(world, search, [...planChunksAhead(search, 1)]);
  expect(buildMergedPage(search, 1).isComplete).toBe(true);
  expect(planChunksAhead(search, 1)).toEqual([]);
});

test('a busy plant is asked for many rows, a quiet one for few, one whose rows lie behind the page for none', () => {
  const world: World = new Map([
    ['busy', rowsOf('busy', 10)],
    ['quiet', rowsOf('quiet', 300)],
    ['rare', rowsOf('rare', 86_400)],
  ]);
  // With 16 rows each: 160 s of the busy plant, 80 minutes of the quiet one, 16 days of the rare one.
  const search = run(world, begun(world));
  const requested = new Map(planChunksAhead(search, 1).map(({ plantId, size }) => [plantId, size]));
  expect(requested.get('busy')).toBeGreaterThanOrEqual(30);
  expect(requested.get('quiet') ?? 0).toBeLessThanOrEqual(requested.get('busy') ?? 0);
  expect(requested.has('rare')).toBe(false);
});

test('PAG-03 the question of a later chunk is that of the merge: offset, reference time and the row before', () => {
  const world: World = new Map([['only', rowsOf('only', 60)]]);
  const search = run(world, begun(world), [{ plantId: 'only', offset: 0, size: 20, refTime: null, afterId: null }]);
  const [need] = buildMergedPage(search, 1).needs;
  const [ahead] = planChunksAhead(search, 1);
  expect({ ...ahead, size: 0 }).toEqual({ ...need, size: 0 });
  expect(ahead?.size).toBeGreaterThanOrEqual(30);
});

test('all rows at one instant: the page is asked for, and no figure is lost', () => {
  const world: World = new Map([
    ['a', rowsOf('a', 0)],
    ['b', rowsOf('b', 0)],
  ]);
  const search = run(world, begun(world), [
    { plantId: 'a', offset: 0, size: 2, refTime: null, afterId: null },
    { plantId: 'b', offset: 0, size: 2, refTime: null, afterId: null },
  ]);
  for (const { size } of planChunksAhead(search, 1)) {
    expect(Number.isInteger(size)).toBe(true);
    expect(size).toBeLessThanOrEqual(50);
    expect(size).toBeGreaterThanOrEqual(25);
  }
});

test('PAG-04 a plate that one plant alone has read: the plants that answered with nothing make its question no smaller', () => {
  const world: World = new Map([
    ['without', []],
    ['all', rowsOf('all', 3600, 66)],
    ...Array.from({ length: 6 }, (_, i) => [`without-${i}`, []] as const),
  ]);
  const search = run(world, begun(world));
  expect(planChunksAhead(search, 1).map(({ plantId, size }) => [plantId, size])).toEqual([['all', 50]]);
});
