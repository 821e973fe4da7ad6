import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { listTransits, searchTransits, TransitPage, type TransitFilter } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteOldArrivals } from './search/search-start.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { sampleReads } from '../../testing/random-reads.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());

const SIZE = 7;
const ago = (seconds: number): string => toIsoInstant(parseInstantMs(NOW) - seconds * 1000);
/** Sends reads through the ingest API, each ten seconds older than the one before. */
const send = async (plates: readonly string[], fromS: number, gate = 1): Promise<void> => {
  const reads = plates.map((targa, i) => ({ varco_id: gate, targa, data: ago(fromS + i * 10) }));
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
  expect(answer).toMatchObject({ status: 200, body: { results: plates.map(() => ({ state: 'stored' })) } });
};
const page = async (filter: TransitFilter, who = 'operatore') =>
  TransitPage.parse((await plant.call(searchTransits, { body: filter }, who, REASON)).body);
const idsOf = ({ objects }: TransitPage): string[] => objects.map(({ id }) => id);

/** Pages through to the end like a client of the specification. `between` runs before each further page. */
async function pageThrough(filter: TransitFilter, between: (p: number) => Promise<void>, who?: string) {
  const first = await page({ ...filter, p: 1, page_size: SIZE }, who);
  const ids = idsOf(first);
  const newest = first.objects[0]?.data;
  let hasNext = first.pagination.has_next;
  for (let p = 2; hasNext; p += 1) {
    await between(p);
    const position = p % 2 === 0 ? { p } : { offs: ids.length };
    const next = await page({ ...filter, ...position, page_size: SIZE, ...(newest ? { ref_time: newest } : {}) }, who);
    ids.push(...idsOf(next));
    hasNext = next.pagination.has_next;
  }
  return ids;
}
const whole = async (filter: TransitFilter): Promise<string[]> => idsOf(await page({ ...filter, page_size: 999 }));

describe('PAG-03 PLAPI-17 whoever pages sees the list of page 1 to its end', () => {
  let round = 0;
  beforeEach(() => {
    round += 1;
  });
  const plates = (n: number, mark: string): string[] =>
    Array.from({ length: n }, (_, i) => `P${round}${mark}${100 + i}`);

  it.each([
    ['everything', {}],
    ['a pattern', { f_targa: 'P*' }],
    ['gates', { f_varchi: [1, 2] }],
    ['a row condition', { f_direction: [1] }],
    ['the plate of every read', { f_targa: 'PAGING1' }],
  ])('%s: late reads between the pages shift nothing, and are there for the next search', async (_name, filter) => {
    const first: NewRead[] = sampleReads(40, round).map((read, i) => ({
      ...read,
      gate: 1 + (i % 2),
      direction: 1,
      plate: i % 2 === 0 ? 'PAGING1' : `P${round}X${i}`,
      at: ago(1000 + round + i * 30),
    }));
    await insertReads(plant.deps.store, first);
    const before = await whole(filter);
    const lateReads = (p: number): Promise<void> =>
      insertReads(
        plant.deps.store,
        // Before, within and after the pages already delivered.
        [900, 1005, 1100 + p, 1500, 2300].map((seconds, i) => ({
          gate: 1,
          direction: 1,
          plate: i % 2 === 0 ? 'PAGING1' : `P${round}L${p}`,
          at: ago(seconds + round + p / 10),
        })),
      ).then(() => {});
    expect(await pageThrough(filter, lateReads)).toEqual(before);
    expect((await whole(filter)).length).toBeGreaterThan(before.length);
  });

  it('a read on its way while page 1 is made, with a time before that of its first row, comes with the next search', async () => {
    await send(plates(20, 'A'), 100);
    const filter = { f_targa: `P${round}*` };
    const before = await whole(filter);
    let release = (): void => {};
    const storedIds = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { promise: isIn, resolve: isThere } = Promise.withResolvers<void>();
    const slow = inTransaction(plant.pool, async (runner) => {
      await insertReads({ ...plant.deps.store, runner }, [{ gate: 2, plate: `P${round}SLOW`, at: ago(115) }]);
      isThere();
      await storedIds;
    });
    await isIn;
    const found = await pageThrough(filter, async () => {
      release();
      await slow;
    });
    expect(found).toEqual(before);
    expect(await whole(filter)).toHaveLength(before.length + 1);
  });

  it('each person and each search has its own page 1; the GET form keeps its place like its twin', async () => {
    await send(plates(20, 'A'), 100);
    const filter = { f_targa: `P${round}*` };
    const before = await whole(filter);
    const later: string[][] = [];
    const found = await pageThrough(filter, async (p) => {
      await send([`P${round}L${p}`], 111 + p);
      later.push(await pageThrough(filter, async () => {}, 'amministratore'));
      await page({ ...filter, f_varchi: [1], page_size: SIZE });
    });
    expect(found).toEqual(before);
    expect(later.map((ids) => ids.length)).toEqual([before.length + 1, before.length + 2]);

    const query = { ...filter, page_size: SIZE };
    const get = async (more: object) =>
      TransitPage.parse((await plant.callRaw(listTransits, { query: { ...query, ...more } }, 'operatore')).body);
    const one = await get({ p: 1 });
    await send([`P${round}GET`], 105);
    const two = await get({ p: 2, ref_time: one.objects[0]?.data });
    expect([...idsOf(one), ...idsOf(two)]).toEqual(later.at(-1)?.slice(0, 2 * SIZE));
  });

  it('what is remembered holds no plate and goes after two hours', async () => {
    await send(plates(20, 'A'), 100);
    await page({ f_targa: `P${round}*`, page_size: SIZE });
    const { rows } = await plant.pool.query<{ key: string }>('select key from search_start');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
    const count = async () =>
      (await plant.pool.query('select 1 from search_start union all select 1 from recent_arrival')).rowCount;
    await deleteOldArrivals(plant.deps.store.runner);
    expect(await count()).toBeGreaterThan(0);
    for (const table of ['search_start', 'recent_arrival'])
      await plant.pool.query(`update ${table} set at = at - interval '121 minutes'`);
    await deleteOldArrivals(plant.deps.store.runner);
    expect(await count()).toBe(0);
  });
});
