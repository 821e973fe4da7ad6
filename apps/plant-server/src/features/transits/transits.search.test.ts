import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLOURS, INFRINGEMENTS, VEHICLE_CLASSES } from '@varco/domain/lists.ts';
import {
  countTransitsByBody,
  listTransits,
  searchTransits,
  TransitCount,
  TransitPage,
  type TransitFilter,
} from '@varco/contract/plant/transits.ts';
import { insertReads } from '../../store/insert-reads.ts';
import { NATIONS, someReads } from '../../testing/random-reads.ts';
import { isoAgo, referenceSearch, storedOnce, type ReferenceScope, type Seen } from '../../testing/reference-search.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const HOUR = 3_600_000;
const SCOPES: Readonly<Record<string, ReferenceScope>> = {
  operatore: { gates: null, tMax: 0 },
  limitato: { gates: [1, 3], tMax: 0 },
  breve: { gates: null, tMax: 60 },
};

let plant: TestPlant;
let all: readonly Seen[];

beforeAll(async () => {
  plant = await startTestPlant();
  const reads = someReads(1500, 42);
  await insertReads(plant.deps.store, reads);
  const stored = storedOnce(reads);
  const [one] = stored.filter((seen) => seen.plate === 'XY999ZZ' && seen.ms > Date.parse(isoAgo(2 * 24 * HOUR)));
  if (one === undefined) throw new Error('no read to correct');
  await plant.pool.query(
    `insert into plate_correction values ($1, $2, $3, 'AB777CD', '00000000-0000-4000-8000-000000000001', 'dubbio', now())`,
    [one.plate, one.at, one.id],
  );
  all = stored.map((seen) => (seen.id === one.id ? { ...seen, corrected: 'AB777CD' } : seen));
});
afterAll(() => plant.close());

async function page(filter: TransitFilter, user = 'operatore') {
  const answer = await plant.call(searchTransits, { body: filter }, user);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return TransitPage.parse(answer.body);
}
const ids = async (filter: TransitFilter, user?: string): Promise<string[]> =>
  (await page({ page_size: 999, ...filter }, user)).objects.map((row) => row.id);
const expected = (filter: TransitFilter, user = 'operatore') =>
  referenceSearch(all, filter, SCOPES[user] ?? { gates: null, tMax: 0 });

describe('each filter alone (PLAPI-14 PLAPI-15 PLAPI-16 PLAPI-17)', () => {
  const cases: readonly (readonly [string, TransitFilter])[] = [
    ['nothing', {}],
    ['FLT-29 prefix', { f_targa: 'ab*' }],
    ['FLT-29 suffix', { f_targa: '*CD' }],
    ['FLT-29 contains', { f_targa: '*12*' }],
    ['FLT-29 combination', { f_targa: 'A*1*D' }],
    ['FLT-30 several plates', { f_targa: 'AB123CD,X1;ZZ000AA' }],
    ['FLT-30 plates and patterns', { f_targa: 'X1,*AB,GK5*' }],
    ['FLT-27 counted unknowns', { f_targa: 'AB{3}CD' }],
    ['FLT-27 as read only', { f_targa: '=AB7*' }],
    ['a corrected plate', { f_targa: 'AB777CD' }],
    ['a corrected plate by pattern', { f_targa: 'AB7*' }],
    ['a plate nobody has', { f_targa: 'NESSUNA1' }],
    ['a pattern nobody has', { f_targa: 'Q*Q' }],
    ['only separators', { f_targa: ',;=' }],
    ['FLT-01 no insurance', { f_infrazione: ['NA'] }],
    ['FLT-01 no inspection', { f_infrazione: ['NR'] }],
    ['FLT-02 stolen', { f_infrazione: ['RUB'] }],
    ['FLT-02 blacklist', { f_infrazione: ['BL'] }],
    ['FLT-02 figurehead', { f_infrazione: ['PN'] }],
    ['FLT-02 whitelist', { f_infrazione: ['WL'] }],
    ['FLT-01 two codes', { f_infrazione: ['NA', 'PN'] }],
    ['FLT-08 gates', { f_varchi: [2, 4] }],
    ['a gate that does not exist', { f_varchi: [4711] }],
    ['FLT-17 colours', { f_colore: ['white', 'red'] }],
    ['FLT-17 undefined colour', { f_colore: ['undefined'] }],
    ['a colour nobody has', { f_colore: ['pink'] }],
    ['FLT-14 vehicle types', { f_tipo: ['bus', 'undefined'] }],
    ['FLT-12 nations', { f_nazioni: ['D', 'RO'] }],
    ['FLT-05 start', { f_startTime: isoAgo(30 * HOUR) }],
    ['FLT-05 end', { f_endTime: isoAgo(30 * HOUR) }],
    ['FLT-38 range', { f_startTime: isoAgo(50 * HOUR), f_endTime: isoAgo(20 * HOUR) }],
    ['PLAPI-15 hazardous goods', { f_adr_only: true }],
    ['FLT-18 directions', { f_direction: [1, 4] }],
    ['FLT-40 speed from', { f_speed_min: 90 }],
    ['FLT-40 speed to', { f_speed_max: 50 }],
    ['FLT-40 speed between', { f_speed_min: 60, f_speed_max: 80 }],
    ['PAG-03 reference time', { ref_time: isoAgo(10 * HOUR) }],
    ['empty lists', { f_colore: [], f_varchi: [], f_infrazione: [] }],
  ];
  it.each(cases)('%s', async (_name, filter) => {
    const { ids: right } = expected(filter);
    expect(await ids(filter)).toEqual(right.slice(0, 999));
    const count = TransitCount.parse((await plant.call(countTransitsByBody, { body: filter }, 'operatore')).body);
    expect(count.count).toBe(right.length);
  });
});

describe('order (TBL-05, PLAPI-17)', () => {
  it.each([
    '-data',
    '+data',
    'data',
    '-count_transits',
    '+count_transits',
    '-g_transits',
    '+g_transits',
    '-g_transit_days',
    '+g_transit_days',
  ])('order_by %s', async (order) => {
    const filter: TransitFilter = { order_by: order, f_startTime: isoAgo(40 * HOUR), f_targa: '*1*' };
    expect(await ids(filter)).toEqual(expected(filter).ids);
  });
  it('a plus that a query turned into a space still means ascending', async () => {
    const answer = await plant.app.inject({
      url: `${listTransits.path}?order_by=+data&page_size=5`,
      headers: { authorization: `Bearer ${await plant.token('operatore')}` },
    });
    const rows = TransitPage.parse(answer.json()).objects;
    expect(rows.map((row) => row.id)).toEqual(expected({ order_by: '+data' }).ids.slice(0, 5));
  });
});

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const anyFilter: fc.Arbitrary<TransitFilter> = fc.record(
  {
    f_targa: fc.constantFrom('AB*', '*CD', '*1*', 'A*D', '{4}', '=AB*', 'X1,ZZ000AA', 'AB123CD', 'AB7{1}7*', '*', 'Q9'),
    f_infrazione: some(INFRINGEMENTS),
    f_varchi: some([1, 3]),
    f_colore: some([...COLOURS.slice(0, 3), 'undefined']),
    f_tipo: some([...VEHICLE_CLASSES.slice(0, 3), 'undefined']),
    f_nazioni: some(NATIONS),
    f_startTime: fc.integer({ min: 25, max: 3000 }).map((h) => isoAgo(h * HOUR)),
    f_endTime: fc.integer({ min: 0, max: 24 }).map((h) => isoAgo(h * HOUR)),
    f_adr_only: fc.boolean(),
    f_direction: some([1, 2, 3, 4]),
    f_speed_min: fc.integer({ min: 0, max: 90 }),
    f_speed_max: fc.integer({ min: 60, max: 180 }),
    ref_time: fc.integer({ min: 0, max: 20 }).map((h) => isoAgo(h * HOUR)),
    order_by: fc.constantFrom('-data', '+data', '-count_transits', '+g_transits', '-g_transit_days'),
    offs: fc.integer({ min: 0, max: 60 }),
    page_size: fc.integer({ min: 1, max: 80 }),
  },
  { requiredKeys: [] },
);

describe('filters together', () => {
  it('PLAPI-04 PLAPI-06 PLAPI-17 random combinations agree with the reference, for a free and for limited persons', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.constantFrom(...Object.keys(SCOPES)), async (filter, user) => {
        const right = expected(filter, user);
        const found = await page(filter, user);
        const [from, size] = [filter.offs ?? 0, filter.page_size ?? 50];
        expect(found.objects.map((row) => row.id)).toEqual(right.ids.slice(from, from + size));
        expect(found.pagination).toMatchObject({
          offset: from,
          page_size: size,
          has_previous: from > 0,
          has_next: right.ids.length > from + size,
        });
        for (const row of found.objects) {
          const { total, inWindow, days } = right.stats(row.targa);
          expect([row.count_transits, row.g_transits, row.g_transit_days]).toEqual([total, inWindow, days]);
        }
        const { ref_time: _ref, ...rest } = filter;
        const counted = TransitCount.parse((await plant.call(countTransitsByBody, { body: rest }, user)).body);
        expect(counted.count).toBe(expected(rest, user).ids.length);
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});
