import fc from 'fast-check';
import { COLOURS, VEHICLE_CLASSES } from '@varco/domain/lists.ts';
import { ALARM_VALUES, CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { isoOf, msOf } from '@varco/domain/time/rome.ts';
import type { NewRead } from '../store/new-read.ts';
import { NOW } from './test-plant.ts';

const DAY_MS = 86_400_000;

/** Few plates, so that patterns and recurrence find company; one with an unreadable character. */
export const PLATES = [
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

/** One invented read of the last 100 days (older than the 90 of the test plant too), at gates 1 to 4. */
export const read: fc.Arbitrary<NewRead> = fc
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
    adr: fc.constantFrom('none', 'both', 'kemler'),
  })
  .map(({ ago, adr, colour, vehicleClass, nation, speed, ...rest }) => ({
    ...rest,
    at: isoOf(msOf(NOW) - ago),
    ...(colour === undefined ? {} : { colour }),
    ...(vehicleClass === undefined ? {} : { vehicleClass }),
    ...(nation === undefined ? {} : { nation }),
    ...(speed === undefined ? {} : { speed }),
    ...(adr === 'none' ? {} : { adrKemler: '33', adrClass: '3' }),
    ...(adr === 'both' ? { adrUn: '1203' } : {}),
  }));

/** A fixed set of random reads. */
export const someReads = (count: number, seed: number): readonly NewRead[] => fc.sample(read, { numRuns: count, seed });
