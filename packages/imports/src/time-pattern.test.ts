import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTime } from './time-format.ts';
import { compileTimePattern } from './time-pattern.ts';
import { openZone } from './wall-clock.ts';

const rome = openZone('Europe/Rome');
const utc = openZone('UTC');

/** Instant of a value by a pattern; undefined: the pattern is refused. */
function readBy(pattern: string, value: string, clock?: string): string | null | undefined {
  const compiled = compileTimePattern(pattern);
  return compiled === null ? undefined : parseTime(value, compiled, rome, clock);
}

test.each([
  ['dd/MM/yyyy - HH:mm:ss', '10/07/2021 - 16:30:51', '2021-07-10T14:30:51.000Z'],
  ['dd/mm/yyyy - hh:mm:ss', '10/07/2021 - 16:30:51', '2021-07-10T14:30:51.000Z'],
  ['DD/MM/YYYY HH:MM', '10/07/2021 16:30', '2021-07-10T14:30:00.000Z'],
  ['dd/mm/yyyy hh:mm', ' 1/7/2021   6:30 ', '2021-07-01T04:30:00.000Z'],
  ['MM/dd/yyyy hh:mm:ss a', '07/10/2021 04:30:51 PM', '2021-07-10T14:30:51.000Z'],
  ['MM/dd/yyyy hh:mm tt', '07/10/2021 12:05 a.m.', '2021-07-09T22:05:00.000Z'],
  ['yyyyMMddHHmmss', '20210710163051', '2021-07-10T14:30:51.000Z'],
  ['yyyyMMddHHmmssSSS', '20210710163051250', '2021-07-10T14:30:51.250Z'],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSZ", '2021-07-10T16:30:51.5+02:00', '2021-07-10T14:30:51.500Z'],
  ['yyyy-MM-ddTHH:mm:ssXXX', '2021-07-10T16:30:51Z', '2021-07-10T16:30:51.000Z'],
  ['dd MMM yyyy HH:mm', '10 lug 2021 16:30', '2021-07-10T14:30:00.000Z'],
  ['dd MMM yyyy HH:mm', '10 Jul 2021 16:30', '2021-07-10T14:30:00.000Z'],
  ['d MMMM yyyy HH:mm', '10 luglio 2021 16:30', '2021-07-10T14:30:00.000Z'],
  ['EEE, dd MMM yyyy HH:mm:ss', 'Sat, 10 Jul 2021 16:30:51', '2021-07-10T14:30:51.000Z'],
  ['HH:mm:ss dd.MM.yy', '16:30:51 10.07.21', '2021-07-10T14:30:51.000Z'],
  ["dd/MM/yyyy 'ore' HH'h'mm", '10/07/2021 ore 16h30', '2021-07-10T14:30:00.000Z'],
  ['%d/%m/%Y - %H:%M:%S', '10/07/2021 - 16:30:51', '2021-07-10T14:30:51.000Z'],
  ['%Y%m%dT%H%M%S.%f', '20210710T163051.250000', '2021-07-10T14:30:51.250Z'],
  ['%m/%d/%Y %I:%M %p', '07/10/2021 04:30 pm', '2021-07-10T14:30:00.000Z'],
  ['%FT%T%z', '2021-07-10T16:30:51+0200', '2021-07-10T14:30:51.000Z'],
  ['dd/MM/yyyy', '10/07/2021', '2021-07-09T22:00:00.000Z'],
])('by %s, %s is %s', (pattern, value, instant) => {
  expect(readBy(pattern, value)).toBe(instant);
});

test.each([
  ['dd/MM/yyyy - HH:mm:ss', '10/07/2021 16:30:51'],
  ['dd/MM/yyyy - HH:mm:ss', '10/07/2021 - 16:30'],
  ['dd/MM/yyyy HH:mm', '10/07/2021 16:30+02:00'],
  ['dd/MM/yyyy HH:mmZ', '10/07/2021 16:30'],
  ['dd/MM/yyyy HH:mm', '31/02/2021 16:30'],
  ['dd/MM/yyyy HH:mm', '10/13/2021 16:30'],
  ['dd/MM/yyyy HH:mm', '10/07/2021 24:00'],
  ['dd/MM/yyyy HH:mm', '10/07/2021 16:60'],
  ['dd/MM/yyyy hh:mm a', '10/07/2021 13:00 PM'],
  ['dd/MM/yyyy hh:mm a', '10/07/2021 00:30 AM'],
  ['yyyyMMddHHmmss', '2021710163051'],
  ['EEE dd MMM yyyy', 'Mon 10 Jul 2021'],
  ['dd/MM/yyyy', '10/07/2021 16:30'],
  ['dd/MM/yyyy HH:mm', '10/07/2021 16:30\u0000'],
  ['dd/MM/yyyy HH:mm', `10/07/2021 16:30${' '.repeat(5)}${'9'.repeat(5_000)}`],
  // Skipped in spring.
  ['dd/MM/yyyy HH:mm', '28/03/2021 02:30'],
])('by %s, %s is no time', (pattern, value) => {
  expect(readBy(pattern, value)).toBeNull();
});

test('the hour repeated in autumn is the first one; an offset in the value tells them apart', () => {
  expect(readBy('dd/MM/yyyy HH:mm', '31/10/2021 02:30')).toBe('2021-10-31T00:30:00.000Z');
  expect(readBy('dd/MM/yyyy HH:mmZ', '31/10/2021 02:30+01:00')).toBe('2021-10-31T01:30:00.000Z');
});

test('a pattern of the day alone takes the clock of its own column', () => {
  expect(readBy('yyyy.dd.MM', '2021.10.07', '16.30')).toBe('2021-07-10T14:30:00.000Z');
  expect(readBy('yyyy.dd.MM', '2021.10.07', '4:30 pm')).toBe('2021-07-10T14:30:00.000Z');
  expect(readBy('dd/MM/yyyy HHmm', '10/07/2021', '1630')).toBe('2021-07-10T14:30:00.000Z');
  expect(readBy('yyyy.dd.MM', '2021.10.07', 'sera')).toBeNull();
});

test.each([
  '',
  'hh:mm',
  'dd/mm',
  'dd/mm/yyyy mm',
  'dd/dd/yyyy',
  'dd/MM/yyy',
  'ddd/MM/yyyy',
  'dd/MM/yyyy q',
  "dd/MM/yyyy 'open",
  'Z dd/MM/yyyy HH:mm',
  'dd/MM/yyyy HH:mm Z dd',
  '%d/%m/%Y %Q',
  '%d/%m/%Y %',
  'yyyy-MM-dd HH:mm:ss'.padEnd(200, '.'),
])('"%s" is no full pattern', (pattern) => {
  expect(compileTimePattern(pattern)).toBeNull();
});

test('every minute written by a pattern is read back; whatever is written instead never throws', () => {
  const compiled = compileTimePattern('dd/MM/yyyy - HH:mm:ss');
  if (compiled === null) throw new Error('refused');
  const two = (n: number): string => String(n).padStart(2, '0');
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2035, 0) }), (ms) => {
      const at = new Date(Math.floor(ms / 1000) * 1000);
      const written = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()} - ${at.toISOString().slice(11, 19)}`;
      expect(parseTime(written, compiled, utc)).toBe(at.toISOString());
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 40 }), (value, pattern) => {
      expect(compiled.parse(value)).toBeNull();
      compileTimePattern(pattern)?.parse(value);
    }),
    { numRuns: 200 },
  );
});
