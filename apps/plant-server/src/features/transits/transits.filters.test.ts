import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTransits, TransitPage, type TransitFilter } from '@varco/contract/plant/transits.ts';
import { isoMillisAgo } from '../../testing/reference-search.ts';
import { HOUR_MS, startSearchFixture, type SearchFixture } from '../../testing/search-fixture.ts';

let world: SearchFixture;
beforeAll(async () => {
  world = await startSearchFixture(1500, 42);
});
afterAll(() => world.plant.close());

/** Brand ids are assigned by the plant, so they are known only after it has reads. */
const brand = (name: string, model?: string) => ({ name, model });
type Query = Omit<TransitFilter, 'f_brand_id'> & {
  readonly f_brand_id?: readonly (number | ReturnType<typeof brand>)[];
};
const filterOf = ({ f_brand_id: brands, ...rest }: Query): TransitFilter =>
  brands === undefined
    ? rest
    : { ...rest, f_brand_id: brands.map((b) => (typeof b === 'number' ? b : world.brandId(b.name, b.model))) };

describe('each filter alone (PLAPI-14 PLAPI-15 PLAPI-16 PLAPI-17)', () => {
  const cases: readonly (readonly [string, Query])[] = [
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
    ['FLT-05 start', { f_startTime: isoMillisAgo(30 * HOUR_MS) }],
    ['FLT-05 end', { f_endTime: isoMillisAgo(30 * HOUR_MS) }],
    ['FLT-38 range', { f_startTime: isoMillisAgo(50 * HOUR_MS), f_endTime: isoMillisAgo(20 * HOUR_MS) }],
    ['PLAPI-15 hazardous goods', { f_adr_only: true }],
    ['FLT-18 directions', { f_direction: [1, 4] }],
    ['FLT-40 speed from', { f_speed_min: 90 }],
    ['FLT-40 speed to', { f_speed_max: 50 }],
    ['FLT-40 speed between', { f_speed_min: 60, f_speed_max: 80 }],
    ['PAG-03 reference time', { ref_time: isoMillisAgo(10 * HOUR_MS) }],
    ['empty lists', { f_colore: [], f_varchi: [], f_infrazione: [] }],
    ['FLT-25 misreads', { f_targa: 'AB123CD', f_allowed_plate_misreads: true }],
    ['FLT-25 misreads in a pattern', { f_targa: '*8I*', f_allowed_plate_misreads: true }],
    ['FLT-25 misreads but for an exact plate', { f_targa: '=AB123CD', f_allowed_plate_misreads: true }],
    ['FLT-23 one variation', { f_targa: 'AB123CD', f_allowed_plate_errors: 1 }],
    ['FLT-23 two variations', { f_targa: 'AB123CD', f_allowed_plate_errors: 2 }],
    ['FLT-23 three variations of a corrected plate', { f_targa: 'AB777CE', f_allowed_plate_errors: 3 }],
    ['FLT-23 variations of a pattern', { f_targa: 'AB*CD,Z{2}0*', f_allowed_plate_errors: 1 }],
    ['FLT-23 FLT-25 both', { f_targa: 'AB124CD,=X1', f_allowed_plate_errors: 1, f_allowed_plate_misreads: true }],
    ['FLT-23 a pattern so short that everything is near', { f_targa: 'A*', f_allowed_plate_errors: 2 }],
    ['FLT-15 brand', { f_brand_id: [brand('FIAT')] }],
    ['FLT-15 model', { f_brand_id: [brand('FIAT', 'Panda'), brand('RENAULT', '')] }],
    ['FLT-16 a brand this plant does not have', { f_brand_id: [999999] }],
    ['FLT-16 one it has beside one it has not', { f_brand_id: [999999, brand('RENAULT')] }],
    ['FLT-13 any nation', { f_national: 1 }],
    ['FLT-13 Italian only', { f_national: 2 }],
    ['FLT-13 foreign only', { f_national: 3 }],
    ['FLT-11 province in', { f_province: [40, 99] }],
    ['FLT-11 province out', { f_province: [-40] }],
    ['FLT-11 in and out', { f_province: [40, 99, -99] }],
    ['FLT-11 a number of no province', { f_province: [500] }],
    ['FLT-11 without a number of no province', { f_province: [-500] }],
    ['FLT-04 in city', { f_local: true }],
    ['FLT-04 out of city', { f_foreign: true }],
    ['FLT-04 both', { f_local: true, f_foreign: true }],
    ['FLT-04 neither asked', { f_local: false, f_foreign: false }],
    ['FLT-40 lanes', { f_lane: [0, 2] }],
    ['FLT-32 Kemler', { f_kemler: '33' }],
    ['FLT-32 Kemler, first digit', { f_kemler: '3' }],
    ['FLT-32 Kemler without its X', { f_kemler: '42' }],
    ['FLT-32 Kemler with its X', { f_kemler: 'X42' }],
    ['FLT-32 UN number', { f_onu: '1203' }],
    ['FLT-32 UN number, first digits', { f_onu: '1' }],
    ['FLT-32 UN number with a leading zero', { f_onu: '00' }],
    ['FLT-32 empty boxes', { f_onu: '', f_kemler: '' }],
    ['FLT-34 hazard class', { f_adr_class: ['3', '4.3'] }],
    ['FLT-22 distinct plates', { f_distinct: true }],
    ['FLT-22 distinct plates at gates', { f_distinct: true, f_varchi: [2, 4], f_colore: ['white'] }],
    ['FLT-22 distinct plates of a pattern, oldest first', { f_distinct: true, f_targa: 'A*', order_by: '+data' }],
    ['FLT-22 distinct of one plate', { f_distinct: true, f_targa: 'X1' }],
    ['FLT-19 less than', { f_count_lt: 60, f_startTime: isoMillisAgo(90 * HOUR_MS) }],
    ['FLT-19 equal', { f_count_eq: 2, f_startTime: isoMillisAgo(3 * HOUR_MS) }],
    ['FLT-19 more than', { f_count_gt: 2, f_startTime: isoMillisAgo(5 * HOUR_MS) }],
    ['FLT-19 between', { f_count_gt: 1, f_count_lt: 4, f_startTime: isoMillisAgo(4 * HOUR_MS) }],
    ['FLT-19 contradiction', { f_count_gt: 4, f_count_lt: 4 }],
    ['FLT-20 none at all', { f_count_eq: 0 }],
    ['FLT-20 any number', { f_count_gt: 0 }],
    [
      'FLT-19 counts all gates, not only the asked ones',
      { f_count_gt: 3, f_varchi: [2], f_startTime: isoMillisAgo(9 * HOUR_MS) },
    ],
    ['FLT-19 FLT-22 distinct and often', { f_count_gt: 2, f_distinct: true, f_startTime: isoMillisAgo(9 * HOUR_MS) }],
    ['FLT-41 readable plates only', { no_unknown: true }],
    ['PLAPI-14 filtering alone', { filtering: true }],
  ];
  it.each(cases)('%s', async (_name, requested) => {
    const filter = filterOf(requested);
    const { ids: right } = world.expected(filter);
    expect(await world.ids(filter)).toEqual(right.slice(0, 999));
    expect(await world.count(filter)).toBe(right.length);
  });

  it('PLAPI-14 PLAPI-15 PLAPI-16 every one of them narrows the answer somewhere, or is the whole on purpose', () => {
    const whole = world.expected({}).ids.length;
    const names = new Set(
      cases.flatMap(([, requested]) => {
        const { length } = world.expected(filterOf(requested)).ids;
        return length < whole ? Object.keys(requested) : [];
      }),
    );
    const never = ['filtering'];
    expect(
      cases
        .flatMap(([, requested]) => Object.keys(requested))
        .filter((name) => !names.has(name) && !never.includes(name)),
    ).toEqual([]);
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
    const filter: TransitFilter = { order_by: order, f_startTime: isoMillisAgo(40 * HOUR_MS), f_targa: '*1*' };
    expect(await world.ids(filter)).toEqual(world.expected(filter).ids);
  });
  it('a plus that a query turned into a space still means ascending', async () => {
    const answer = await world.plant.app.inject({
      url: `${listTransits.path}?order_by=+data&page_size=5`,
      headers: { authorization: `Bearer ${await world.plant.token('operatore')}` },
    });
    const rows = TransitPage.parse(answer.json()).objects;
    expect(rows.map((row) => row.id)).toEqual(world.expected({ order_by: '+data' }).ids.slice(0, 5));
  });
});
