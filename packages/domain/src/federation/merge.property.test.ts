import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planChunksAhead } from './chunks-ahead.ts';
import type { RowReader } from './feed.ts';
import {
  type FederatedSearch,
  PAGE_SIZE,
  buildFirstRequests,
  buildMergedPage,
  receiveChunk,
  receiveFailure,
  startSearch,
} from './merge.ts';
import { ORDER_FIELDS, type SearchOrder } from './order.ts';

interface Row {
  readonly plant: string;
  readonly id: string;
  readonly data: string;
  readonly n: number;
}

const read: RowReader<Row> = {
  getId: (row) => row.id,
  getInstant: (row) => row.data,
  getNumber: (row) => row.n,
  matchesFilter: () => true,
};

/** A plant that behaves: sorts as asked, ties by id, answers by offset. */
class HonestPlant {
  readonly rows: readonly Row[];

  constructor(rows: readonly Row[], order: SearchOrder) {
    this.rows = [...rows].sort((a, b) => compare(a, b, order));
  }

  answer(offset: number, size: number) {
    const rows = this.rows.slice(offset, offset + size);
    return { offset, requestedSize: size, rows, hasNext: offset + size < this.rows.length, count: this.rows.length };
  }
}

const value = (row: Row, order: SearchOrder): number => (order.field === 'data' ? Date.parse(row.data) : row.n);

function compare(a: Row, b: Row, order: SearchOrder): number {
  const by = value(a, order) - value(b, order);
  if (by !== 0) return order.isDescending ? -by : by;
  return a.id < b.id ? -1 : 1;
}

/** The trivially right merge: everything in one list, sorted by value, plant, id. */
function rightOrder(plants: readonly HonestPlant[], order: SearchOrder): Row[] {
  return plants
    .flatMap((plant) => plant.rows)
    .sort((a, b) => {
      const by = value(a, order) - value(b, order);
      if (by !== 0) return order.isDescending ? -by : by;
      return a.plant === b.plant ? (a.id < b.id ? -1 : 1) : a.plant < b.plant ? -1 : 1;
    });
}

// Few distinct values, so that ties are the rule and not the exception.
const plantRows = fc.array(fc.record({ minute: fc.nat(20), n: fc.nat(4) }), { maxLength: 60 });
const worlds = fc.record({
  plants: fc.array(plantRows, { minLength: 1, maxLength: 12 }),
  field: fc.constantFrom(...ORDER_FIELDS),
  isDescending: fc.boolean(),
  turns: fc.infiniteStream(fc.nat(1000)),
});

const plantName = (i: number): string => `p${String(i).padStart(2, '0')}`;

function build(rows: readonly { minute: number; n: number }[][], order: SearchOrder): HonestPlant[] {
  return rows.map((list, p) => {
    const made = list.map((row, i) => ({
      plant: plantName(p),
      id: `${String(p).padStart(2, '0')}-${String(i).padStart(3, '0')}`,
      data: new Date(Date.UTC(2026, 10, 20, 8, row.minute)).toISOString(),
      n: row.n,
    }));
    return new HonestPlant(made, order);
  });
}

const WAYS = [
  [
    'only of the plant it stopped at',
    <R>(search: FederatedSearch<R>, page: number) => buildMergedPage(search, page).needs,
  ],
  ['of all that may still be on the page', planChunksAhead],
] as const;

test.each(WAYS)(
  'PAG-02 PAG-04 whatever the plants hold and in whatever order they answer, every page is the globally right one, asked %s',
  (_name, chunksFor) => {
    fc.assert(
      fc.property(worlds, ({ plants: lists, field, isDescending, turns: runs }) => {
        const order = { field, isDescending };
        const plants = build(lists, order);
        const names = plants.map((_, i) => plantName(i));
        const right = rightOrder(plants, order);
        let search: FederatedSearch<Row> = startSearch({
          plants: names,
          order,
          window: { start: null, end: null },
          read,
        });
        const open = buildFirstRequests(search);
        for (let page = 1; (page - 1) * PAGE_SIZE < Math.max(1, right.length); page += 1) {
          let rounds = 0;
          for (;;) {
            if (open.length === 0) open.push(...chunksFor(search, page));
            if (open.length === 0) break;
            // Answers come in any order; what is shown meanwhile is a prefix of the right order among those that answered.
            const [request] = open.splice((runs.next().value ?? 0) % open.length, 1);
            const plant = plants[names.indexOf(request?.plantId ?? '')];
            if (request === undefined || plant === undefined) throw new Error('unknown plant asked');
            search = receiveChunk(search, request.plantId, plant.answer(request.offset, request.size));
            const accepted = new Set(buildMergedPage(search, page).offsets.keys());
            const among = right.filter((row) => accepted.has(row.plant)).slice((page - 1) * PAGE_SIZE);
            const shown = buildMergedPage(search, page).rows.map(({ row }) => row.id);
            expect(shown).toEqual(among.slice(0, shown.length).map((row) => row.id));
            rounds += 1;
            expect(rounds).toBeLessThan(10 * plants.length + 10);
          }
          const done = buildMergedPage(search, page);
          expect(done.isComplete).toBe(true);
          expect(done.rows.map(({ row }) => row.id)).toEqual(
            right.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((row) => row.id),
          );
          expect(done.hasNext).toBe(right.length > page * PAGE_SIZE);
        }
        // PAG-02: going back shows the same rows without asking again.
        const first = buildMergedPage(search, 1);
        expect(first.needs).toEqual([]);
        expect(first.rows.map(({ row }) => row.id)).toEqual(right.slice(0, PAGE_SIZE).map((row) => row.id));
      }),
      { numRuns: 150 },
    );
  },
);

test.each(WAYS)(
  'a plant that answers any nonsense never changes the order of the others, and asking always ends, asked %s',
  (_name, chunksFor) => {
    const nonsense = fc.record({
      rows: fc.array(
        fc.record({
          id: fc.constantFrom('a', 'b', 'c', ''),
          data: fc.oneof(fc.string(), fc.constant('2026-11-20T08:30:00Z')),
          n: fc.double(),
        }),
        { maxLength: 40 },
      ),
      hasNext: fc.boolean(),
      count: fc.option(fc.integer()),
    });
    fc.assert(
      fc.property(
        plantRows,
        fc.array(nonsense, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...ORDER_FIELDS),
        (rows, answers, field) => {
          const order = { field, isDescending: true };
          const [honest] = build([rows], order);
          if (honest === undefined) return;
          let search: FederatedSearch<Row> = startSearch({
            plants: ['p00', 'liar'],
            order,
            window: { start: null, end: null },
            read,
          });
          const open = buildFirstRequests(search);
          let liarAnswers = 0;
          for (let round = 0; open.length > 0; round += 1) {
            expect(round).toBeLessThan(200);
            const request = open.shift();
            if (request === undefined) break;
            if (request.plantId === 'p00')
              search = receiveChunk(search, 'p00', honest.answer(request.offset, request.size));
            else if (liarAnswers >= 50) search = receiveFailure(search, 'liar', 'timeout');
            else {
              const lie = answers[liarAnswers % answers.length];
              liarAnswers += 1;
              const lies = (lie?.rows ?? []).map((row) => ({ ...row, plant: 'liar' }));
              search = receiveChunk(search, 'liar', {
                offset: request.offset,
                requestedSize: request.size,
                rows: lies,
                hasNext: lie?.hasNext ?? false,
                count: lie?.count ?? null,
              });
            }
            if (open.length === 0) open.push(...chunksFor(search, 1));
          }
          const page = buildMergedPage(search, 1);
          expect(page.isComplete).toBe(true);
          const shown = page.rows.filter((row) => row.plantId === 'p00').map(({ row }) => row.id);
          expect(shown).toEqual(honest.rows.slice(0, shown.length).map((row) => row.id));
          // A short page means nobody has more: then all rows of the honest plant are in it.
          const isCut = page.rows.length >= PAGE_SIZE;
          expect(isCut || shown.length === honest.rows.length).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  },
);
