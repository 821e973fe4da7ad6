import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as api from '@varco/contract/plant/transits.ts';
import { TransitCount, TransitPage, type TransitFilter } from '@varco/contract/plant/transits.ts';
import { isoMillisAgo } from '../../testing/reference-search.ts';
import { HOUR_MS, startSearchFixture, type SearchFixture } from '../../testing/search-fixture.ts';

let world: SearchFixture;
beforeAll(async () => {
  world = await startSearchFixture(900, 5);
  await world.plant.token('operatore');
});
afterAll(() => world.plant.close());
beforeEach(() => {
  world.plant.audit.records.length = 0;
});

/** Each filter parameter with a value that finds rows, as JSON; the query string has the same value as text. */
const VALUES: { readonly [Name in keyof Required<TransitFilter>]: unknown } = {
  filtering: true,
  f_targa: 'A*,X1',
  f_allowed_plate_misreads: true,
  f_allowed_plate_errors: 1,
  f_codfisc: '01234560007',
  f_infrazione: ['NA', 'BL'],
  f_varchi: [1, 3],
  f_colore: ['white', 'undefined'],
  f_brand_id: [1, 999_999],
  f_tipo: ['car', 'bus'],
  f_nazioni: ['I', 'RO'],
  f_national: 3,
  f_province: [-40, -99],
  f_local: true,
  f_foreign: true,
  f_startTime: isoMillisAgo(900 * HOUR_MS),
  f_endTime: isoMillisAgo(2 * HOUR_MS),
  f_adr_only: true,
  f_kemler: 'X4',
  f_onu: '12',
  f_adr_class: ['3', '4.3'],
  f_direction: [1, 2],
  f_lane: [0, 1],
  f_speed_min: 20,
  f_speed_max: 90,
  f_distinct: true,
  no_unknown: true,
  f_unread: 'with',
  f_count_lt: 90,
  f_count_eq: 64,
  f_count_gt: 3,
  f_include_count: true,
  order_by: '+data',
  ref_time: isoMillisAgo(3 * HOUR_MS),
  paginate: true,
  p: 2,
  offs: 7,
  page_size: 11,
  after_id: '3123456789012345678',
  before_id: '100',
};
const CASES = Object.entries(VALUES).filter(([name]) => name !== 'f_codfisc');

describe('GET and POST twin', () => {
  it.each(CASES)('PLAPI-04 PLAPI-06 PLAPI-17 %s means the same in the query and in the body', async (name, value) => {
    const [query, body] = [{ [name]: value }, { [name]: value }];
    const get = await world.plant.callRaw(api.listTransits, { query }, 'operatore');
    const post = await world.plant.callRaw(api.searchTransits, { body }, 'operatore');
    expect([get.status, post.status]).toEqual([200, 200]);
    expect(TransitPage.parse(get.body).objects).toEqual(TransitPage.parse(post.body).objects);
    const counts = [
      await world.plant.callRaw(api.countTransits, { query }, 'operatore'),
      await world.plant.callRaw(api.countTransitsByBody, { body }, 'operatore'),
    ].map((answer) => TransitCount.parse(answer.body).count);
    expect(counts[0]).toBe(counts[1]);
  });

  it('the entry of the consultation log keeps every filter that was asked', async () => {
    const { f_codfisc: _owner, before_id: _before, ...requested } = VALUES;
    await world.plant.callRaw(api.searchTransits, { body: requested }, 'operatore');
    await world.plant.callRaw(api.countTransitsByBody, { body: requested }, 'operatore');
    expect(world.plant.audit.records.map((record) => record.action)).toEqual(['transits.page', 'transits.count']);
    for (const record of world.plant.audit.records) expect(record.detail).toMatchObject({ filter: requested });
  });
});

describe('hazardous goods', () => {
  it.each<TransitFilter>([{}, { f_adr_only: false }, { f_kemler: '33', f_varchi: [1, 2] }])(
    'PLAPI-05 GET /api/lpr and its twin find only transits with a panel, whatever else is asked: %j',
    async (filter) => {
      const right = world.expected({ ...filter, f_adr_only: true }).ids.slice(0, 50);
      const get = await world.plant.callRaw(api.listAdrTransits, { query: filter }, 'operatore');
      const post = await world.plant.callRaw(api.searchAdrTransits, { body: filter }, 'operatore');
      for (const answer of [get, post]) {
        const { objects } = TransitPage.parse(answer.body);
        expect(objects.map((row) => row.id)).toEqual(right);
        expect(objects.every((row) => row.is_adr)).toBe(true);
      }
      expect(right.length).toBeGreaterThan(0);
      const counted = await world.plant.callRaw(
        api.countTransits,
        { query: { ...filter, f_adr_only: true } },
        'operatore',
      );
      expect(TransitCount.parse(counted.body).count).toBe(world.expected({ ...filter, f_adr_only: true }).ids.length);
    },
  );
});
