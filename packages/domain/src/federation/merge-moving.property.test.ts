import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RowReader } from './feed.ts';
import {
  acceptLatePlants,
  type ChunkRequest,
  type FederatedSearch,
  buildFirstRequests,
  freezeSearch,
  PAGE_SIZE,
  buildMergedPage,
  receiveChunk,
  receiveFailure,
  retryPlant,
  startSearch,
} from './merge.ts';
import type { SearchOrder } from './order.ts';

interface Row {
  readonly plant: string;
  /** Carries the time, as the ids of a plant do. */
  readonly id: string;
  readonly data: string;
}

const read: RowReader<Row> = {
  getId: (row) => row.id,
  getInstant: (row) => row.data,
  getNumber: () => 0,
  matchesFilter: () => true,
};
const WINDOW = { start: null, end: null };
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString();

/** A plant as the real one: pages by key, newest first, while reads come in late and old ones are deleted. */
class MovingPlant {
  readonly name: string;
  rows: Row[] = [];
  #made = 0;

  constructor(name: string, minutes: readonly number[]) {
    this.name = name;
    for (const minute of minutes) this.add(minute);
  }

  add(minute: number): void {
    this.#made += 1;
    const id = `${String(minute).padStart(4, '0')}-${this.name}-${String(this.#made).padStart(4, '0')}`;
    this.rows.push({ plant: this.name, id, data: at(minute) });
    this.rows.sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  remove(index: number): void {
    this.rows.splice(index % Math.max(1, this.rows.length), 1);
  }

  answer({ offset, size, afterId }: ChunkRequest) {
    const rest = this.rows.filter((row) => (afterId === null ? true : row.id < afterId));
    return { offset, requestedSize: size, rows: rest.slice(0, size), hasNext: rest.length > size, count: null };
  }
}

const minutes = fc.array(fc.nat(400), { minLength: 1, maxLength: 120 });
const events = fc.infiniteStream(
  fc.record({
    turn: fc.nat(1000),
    what: fc.constantFrom('answer', 'answer', 'answer', 'arrive', 'delete', 'die', 'retry', 'accept', 'read'),
    which: fc.nat(1000),
    minute: fc.nat(400),
  }),
);
type Event = typeof events extends fc.Arbitrary<fc.Stream<infer E>> ? E : never;

const ORDER: SearchOrder = { field: 'data', isDescending: true };
const keyOf = (row: Row): string => row.id;

/** Everything that may befall a search while it is paged, one event at a time. */
class Paging {
  readonly plants: readonly MovingPlant[];
  search: FederatedSearch<Row>;
  open: ChunkRequest[];
  page = 1;
  /** Rows that were there all the time. */
  readonly stable: Set<string>;

  constructor(lists: readonly (readonly number[])[]) {
    this.plants = lists.map((list, i) => new MovingPlant(`p${i}`, list));
    this.search = startSearch({ plants: this.plants.map(({ name }) => name), order: ORDER, window: WINDOW, read });
    this.open = buildFirstRequests(this.search);
    this.stable = new Set(this.plants.flatMap((plant) => plant.rows.map(keyOf)));
  }

  plantOf(index: number): MovingPlant {
    const plant = this.plants[index % this.plants.length];
    if (plant === undefined) throw new Error('no plant');
    return plant;
  }

  ask(requests: readonly ChunkRequest[]): void {
    const requested = new Set(this.open.map((one) => one.plantId));
    this.open.push(...requests.filter((one) => !requested.has(one.plantId)));
  }

  step({ what, which, minute, turn: run }: Event): void {
    const plant = this.plantOf(which);
    if (what === 'arrive') plant.add(minute);
    else if (what === 'delete') {
      const before = new Set(plant.rows.map(keyOf));
      plant.remove(run);
      for (const row of plant.rows) before.delete(row.id);
      for (const gone of before) this.stable.delete(gone);
    } else if (what === 'read') this.search = freezeSearch(this.search);
    else if (what === 'accept') this.search = acceptLatePlants(this.search);
    else if (what === 'retry') this.retry(plant.name);
    else this.reply(run, what === 'die');
    this.ask(buildMergedPage(this.search, this.page).needs);
  }

  reply(run: number, dies: boolean): void {
    const [request] = this.open.splice(run % Math.max(1, this.open.length), 1);
    if (request === undefined) {
      // Nothing is under way: the person turns the page.
      if (buildMergedPage(this.search, this.page).hasNext) this.page += 1;
      return;
    }
    const plant = this.plants.find((one) => one.name === request.plantId);
    if (plant === undefined) throw new Error('unknown plant asked');
    this.search = dies
      ? receiveFailure(this.search, plant.name, 'unreachable')
      : receiveChunk(this.search, plant.name, plant.answer(request));
  }

  retry(name: string): void {
    const part = this.search.parts.find((one) => one.plantId === name);
    if (part?.progress !== 'error') return;
    this.search = retryPlant(this.search, name);
    this.open = this.open.filter((one) => one.plantId !== name);
    this.ask(buildFirstRequests(this.search).filter((one) => one.plantId === name));
  }

  /** All rows of all pages up to the one looked at. */
  shown(): Row[] {
    return Array.from({ length: this.page }, (_, i) => buildMergedPage(this.search, i + 1).rows).flatMap((rows) =>
      rows.map(({ row }) => row),
    );
  }
}

const worlds = fc.record({ lists: fc.array(minutes, { minLength: 1, maxLength: 6 }), stream: events });

test('PAG-02 PAG-03 LIFE-10 a plant that answers late, dies or is asked again in the middle of paging shows no row twice and loses none', () => {
  fc.assert(
    fc.property(worlds, ({ lists, stream }) => {
      const paging = new Paging(lists);
      let steps = 0;
      for (const event of stream) {
        paging.step(event);
        const rows = paging.shown();
        const ids = rows.map(keyOf);
        expect(new Set(ids).size).toBe(ids.length);
        expect(rows.map((row) => row.data)).toEqual(
          rows
            .map((row) => row.data)
            .toSorted()
            .toReversed(),
        );
        steps += 1;
        if (steps > 60) break;
      }
      // At the end everybody answers: plants that died are asked again, what waits is let in, and every page is read.
      for (const plant of paging.plants) paging.retry(plant.name);
      for (;;) {
        while (paging.open.length > 0) paging.reply(0, false);
        paging.search = acceptLatePlants(paging.search);
        paging.ask(buildMergedPage(paging.search, paging.page).needs);
        if (paging.open.length > 0) continue;
        if (!buildMergedPage(paging.search, paging.page).hasNext) break;
        paging.page += 1;
      }
      const ids = paging.shown().map(keyOf);
      expect(new Set(ids).size).toBe(ids.length);
      const missing = [...paging.stable].filter((id) => !ids.includes(id));
      expect(missing).toEqual([]);
      expect(buildMergedPage(paging.search, 1).rows.length).toBe(Math.min(PAGE_SIZE, ids.length));
    }),
    { numRuns: 150 },
  );
});

test('asked by offset alone the same plants do lose or double rows: the test above can fail', () => {
  const plant = new MovingPlant(
    'p0',
    Array.from({ length: 60 }, (_, i) => i),
  );
  let search: FederatedSearch<Row> = startSearch({ plants: ['p0'], order: ORDER, window: WINDOW, read });
  const [first] = buildFirstRequests(search);
  if (first === undefined) throw new Error('nobody asked');
  search = receiveChunk(search, 'p0', plant.answer(first));
  plant.remove(0);
  const [next] = buildMergedPage(search, 2).needs;
  if (next === undefined) throw new Error('nothing needed');
  const byOffset = plant.rows.slice(next.offset, next.offset + next.size);
  const byKey = plant.answer(next).rows;
  expect(byOffset.length).toBe(9);
  expect(byKey.length).toBe(10);
});
