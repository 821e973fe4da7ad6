import fc from 'fast-check';
import { ADR_CLASSES, COLOURS, INFRINGEMENTS, VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { NATIONS } from './random-reads.ts';
import { isoMillisAgo } from './reference-search.ts';
import { HOUR_MS, type SearchFixture } from './search-fixture.ts';

const subsetOf = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const countUpTo = (times: number) => fc.integer({ min: 0, max: times });
const instantHoursAgo = (min: number, max: number) =>
  fc.integer({ min, max }).map((hours) => isoMillisAgo(hours * HOUR_MS));

const PATTERNS = [
  'AB*',
  '*CD',
  '*1*',
  'A*D',
  '{4}',
  '=AB*',
  'X1,ZZ000AA',
  'AB123CD',
  'A8123C0,=AB12CD',
  'AB7{1}7*',
  'A{2}*C*',
  '*',
  'Q9',
];

const plateFilter = {
  f_targa: fc.constantFrom(...PATTERNS),
  f_allowed_plate_misreads: fc.boolean(),
  f_allowed_plate_errors: fc.constantFrom(0, 1, 2, 3),
  no_unknown: fc.boolean(),
  f_distinct: fc.boolean(),
  f_count_lt: countUpTo(99),
  f_count_eq: countUpTo(9),
  f_count_gt: countUpTo(20),
};

const vehicleFilter = (world: SearchFixture) => ({
  f_colore: subsetOf([...COLOURS.slice(0, 3), 'undefined']),
  f_tipo: subsetOf([...VEHICLE_CLASSES.slice(0, 3), 'undefined']),
  f_brand_id: subsetOf([
    999_999,
    world.brandId('FIAT'),
    world.brandId('FIAT', 'Panda'),
    world.brandId('RENAULT', ''),
    world.brandId('RENAULT', 'Clio'),
  ]),
  f_nazioni: subsetOf(NATIONS),
  f_national: fc.constantFrom(1, 2, 3),
  f_province: subsetOf([40, 99, -40, -99, 500]),
  f_local: fc.boolean(),
  f_foreign: fc.boolean(),
  f_adr_only: fc.boolean(),
  f_kemler: fc.constantFrom('3', '33', 'X', '4', ''),
  f_onu: fc.constantFrom('1', '1203', '0', '14', ''),
  f_adr_class: subsetOf(ADR_CLASSES.slice(0, 6)),
});

const passageFilter = {
  f_infrazione: subsetOf(INFRINGEMENTS),
  f_varchi: subsetOf([1, 3]),
  f_startTime: instantHoursAgo(25, 3000),
  f_endTime: instantHoursAgo(0, 24),
  f_direction: subsetOf([1, 2, 3, 4]),
  f_lane: subsetOf([0, 1, 2, 3]),
  f_speed_min: fc.integer({ min: 0, max: 90 }),
  f_speed_max: fc.integer({ min: 60, max: 180 }),
  ref_time: instantHoursAgo(0, 20),
};

const pageFilter = {
  order_by: fc.constantFrom('-data', '+data', '-count_transits', '+g_transits', '-g_transit_days'),
  offs: fc.integer({ min: 0, max: 60 }),
  page_size: fc.integer({ min: 1, max: 80 }),
};

/** Filters with a few fields each, so that most find something: with all fields nearly every result would be empty. */
export const arbitraryFilter = (world: SearchFixture): fc.Arbitrary<TransitFilter> => {
  const every = { ...plateFilter, ...vehicleFilter(world), ...passageFilter };
  const names = Object.keys(every);
  const whole = fc.record(every, { requiredKeys: [] });
  const few = fc.oneof(
    { weight: 4, arbitrary: fc.subarray(names, { minLength: 1, maxLength: 3 }) },
    { weight: 2, arbitrary: fc.subarray(names, { minLength: 3, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.constant(names) },
  );
  return fc
    .tuple(fc.record(every), whole, few, fc.record(pageFilter, { requiredKeys: [] }))
    .map(([all, part, requested, paging]) => ({
      ...(requested.length === names.length
        ? part
        : Object.fromEntries(Object.entries(all).filter(([name]) => requested.includes(name)))),
      ...paging,
    }));
};
