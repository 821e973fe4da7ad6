import fc from 'fast-check';
import { COLOURS, VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import type { NewRead } from '../features/ingest/new-read.ts';
import { NOW } from './test-plant.ts';

const DAY_MS = 86_400_000;

/** Few plates, so that patterns match several and plates recur; one has an unreadable character. */
export const PLATES = [
  'A8I23CD',
  'AB1Z3CD',
  'AB123CD',
  'AB124CD',
  'AB12CD',
  'CD123AB',
  'XY999ZZ',
  'X1',
  'ABCD',
  'GK5?8RB',
  'B123',
  'AAB1CD',
  'ZZ000AA',
  'D12',
];
export const NATIONS = ['I', 'D', 'RO'];
/** Province and municipality of registration; the test plant is in Prova. */
export const REGISTRATION_PLACES = [
  ['FC', 'Prova'],
  ['FC', 'Forlì'],
  ['RN', 'Rimini'],
  ['', 'PROVA'],
] as const;
export const BRANDS = [
  ['FIAT', 'Panda'],
  ['FIAT', 'Tipo'],
  ['RENAULT', 'Clio'],
  ['RENAULT', ''],
] as const;
const PANELS = [
  ['33', '1203', '3'],
  ['X423', '1428', '4.3'],
  ['30', '', '3'],
  ['', '0012', '1'],
] as const;

/** A random read of the last 100 days (some past the 90 days of retention) at gates 1 to 4. */
export const arbitraryRead: fc.Arbitrary<NewRead> = fc
  .record({
    gate: fc.integer({ min: 1, max: 4 }),
    plate: fc.constantFrom(...PLATES),
    ago: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 0, max: 3 * DAY_MS }) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 100 * DAY_MS }) },
    ),
    colour: fc.option(fc.constantFrom(...COLOURS.slice(0, 3), 'undefined'), { nil: undefined }),
    vehicleClass: fc.option(fc.constantFrom(...VEHICLE_CLASSES.slice(0, 3), 'undefined'), { nil: undefined }),
    nation: fc.option(fc.constantFrom(...NATIONS), { nil: undefined }),
    direction: fc.integer({ min: 0, max: 4 }),
    speed: fc.option(fc.integer({ min: 0, max: 180 }), { nil: undefined }),
    insured: fc.constantFrom(...CHECK_VALUES),
    inspected: fc.constantFrom(...CHECK_VALUES),
    stolen: fc.constantFrom(...CHECK_VALUES),
    alarm: fc.constantFrom(...ALARM_VALUES),
    whitelisted: fc.boolean(),
    lane: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    home: fc.option(fc.constantFrom(...REGISTRATION_PLACES), { nil: undefined }),
    make: fc.option(fc.constantFrom(...BRANDS), { nil: undefined }),
    panel: fc.option(fc.constantFrom(...PANELS), { nil: undefined }),
  })
  .map(({ ago, panel, home, make, lane, colour, vehicleClass, nation, speed, ...rest }) => ({
    ...rest,
    at: toIsoInstant(parseInstantMs(NOW) - ago),
    ...(colour === undefined ? {} : { colour }),
    ...(vehicleClass === undefined ? {} : { vehicleClass }),
    ...(nation === undefined ? {} : { nation }),
    ...(speed === undefined ? {} : { speed }),
    ...(lane === undefined ? {} : { lane }),
    ...(home === undefined ? {} : { province: home[0], comune: home[1] }),
    ...(make === undefined ? {} : { brand: make[0], model: make[1] }),
    ...(panel === undefined ? {} : { adrKemler: panel[0], adrUn: panel[1], adrClass: panel[2] }),
  }));

/** A reproducible set of random reads. */
export const sampleReads = (count: number, seed: number): readonly NewRead[] =>
  fc.sample(arbitraryRead, { numRuns: count, seed });
