import { expect, test } from 'vitest';
import { detectTimeFormat, parseTimeFormatOption, parseTime, type TimeFormat } from './time-format.ts';
import { openZone } from './wall-clock.ts';

const rome = openZone('Europe/Rome');
const utc = openZone('UTC');

test.each<[string, TimeFormat, string | null]>([
  ['2026-11-10T10:00:00+01:00', 'iso', '2026-11-10T09:00:00.000Z'],
  ['2026-11-10T10:00:00+0100', 'iso', '2026-11-10T09:00:00.000Z'],
  ['2026-11-10T10:00:00+01', 'iso', '2026-11-10T09:00:00.000Z'],
  ['2026-11-10T10:00:00-05:30', 'iso', '2026-11-10T15:30:00.000Z'],
  ['2026-11-10T10:00:00Z', 'iso', '2026-11-10T10:00:00.000Z'],
  ['2026-11-10 10:00:00 UTC', 'iso', '2026-11-10T10:00:00.000Z'],
  ['2026-11-10T10:00:00.123456789Z', 'iso', '2026-11-10T10:00:00.123Z'],
  ['2026-11-10 10:00:00', 'iso', '2026-11-10T09:00:00.000Z'],
  ['2026/7/1 10.00', 'iso', '2026-07-01T08:00:00.000Z'],
  ['2026-07-01', 'iso', '2026-06-30T22:00:00.000Z'],
  ['10/11/2026 10:00:00,5', 'dmy', '2026-11-10T09:00:00.500Z'],
  ['10.11.26 10.00', 'dmy', '2026-11-10T09:00:00.000Z'],
  ['10/11/2026, 10:00 PM', 'dmy', '2026-11-10T21:00:00.000Z'],
  ['10/11/2026 12:30 am', 'dmy', '2026-11-09T23:30:00.000Z'],
  ['10/11/2026 10:00 p.m.', 'dmy', null],
  ['10/11/2026 13:00 pm', 'dmy', null],
  ['10/11/2026 10:00:00 +02:00', 'dmy', '2026-11-10T08:00:00.000Z'],
  ['11/10/2026 10:00', 'mdy', '2026-11-10T09:00:00.000Z'],
  ['31/02/2026 10:00', 'dmy', null],
  ['29/02/2028 10:00', 'dmy', '2028-02-29T09:00:00.000Z'],
  ['29/02/2026 10:00', 'dmy', null],
  ['2026-02-30T10:00:00Z', 'iso', null],
  ['2026-04-31T10:00:00+02:00', 'iso', null],
  ['2026-13-01T10:00:00Z', 'iso', null],
  ['2026-11-10 24:00', 'iso', null],
  ['2026-11-10T24:00:00Z', 'iso', null],
  ['2026-11-10 10:60', 'iso', null],
  ['2026-11-10T10:00:00+25:00', 'iso', null],
  ['13/13/2026 10:00', 'mdy', null],
  ['1794304800', 'epoch', '2026-11-10T10:00:00.000Z'],
  ['1794304800,25', 'epoch', '2026-11-10T10:00:00.250Z'],
  ['1794304800.25', 'epoch', '2026-11-10T10:00:00.250Z'],
  ['1794304800123', 'epochms', '2026-11-10T10:00:00.123Z'],
  ['9999999999999999', 'epochms', null],
  ['-5', 'epoch', null],
  ['46336', 'excel', '2026-11-09T23:00:00.000Z'],
  ['46336,4166666667', 'excel', '2026-11-10T09:00:00.000Z'],
  ['46336.4166666667', 'excel', '2026-11-10T09:00:00.000Z'],
  ['9999999999999999', 'excel', null],
  ['ieri', 'dmy', null],
  ['', 'iso', null],
])('%s as %s is %s', (value, format, instant) => {
  expect(parseTime(value, format, rome)).toBe(instant);
});

test('a value with its own zone does not ask the zone of the file; one without does', () => {
  expect(parseTime('2026-11-10T10:00:00+01:00', 'iso', utc)).toBe('2026-11-10T09:00:00.000Z');
  expect(parseTime('2026-11-10 10:00:00', 'iso', utc)).toBe('2026-11-10T10:00:00.000Z');
});

test.each<[string, readonly string[], TimeFormat | null, boolean?]>([
  ['ISO days', ['2026-11-10 10:00', '2026-11-11'], 'iso'],
  ['days that could be either are day first', ['01/02/2026', '03/04/2026'], 'dmy', true],
  ['and month first with twelve-hour clocks', ['01/02/2026 10:00 AM', '03/04/2026 1:00 pm'], 'mdy', true],
  ['a day over 12 in front', ['13/02/2026', '03/04/2026'], 'dmy'],
  ['a day over 12 behind proves month first', ['02/13/2026', '03/04/2026'], 'mdy'],
  ['proofs of both: day first, the others are refused one by one', ['02/13/2026', '13/04/2026'], 'dmy'],
  ['empty cells do not count', ['', ' ', '02/13/2026', ''], 'mdy'],
  ['seconds', ['1794304800', '1794304801.5'], 'epoch'],
  ['milliseconds', ['1794304800123'], 'epochms'],
  ['serial numbers', ['46336,41', '46337'], 'excel'],
  ['words', ['ieri', 'oggi'], null],
  ['nothing', [], null],
])('%s', (_name, values, format, isGuessed = false) => {
  expect(detectTimeFormat(values)).toEqual(format === null ? null : { format, isGuessed });
});

test.each(['epoch', 'ExcEl', 'ISO', 'dmy'])('the format %s is asked for by its name', (text) => {
  expect(parseTimeFormatOption(text)).toBe(text.toLowerCase());
});

test('a column with dashes between day and time is recognised by itself', () => {
  expect(detectTimeFormat(['10/07/2021 - 16:30:51', '13/07/2021 - 00:00:01'])).toEqual({
    format: 'dmy',
    isGuessed: false,
  });
  expect(parseTime('10/07/2021 - 16:30:51', 'dmy', rome)).toBe('2021-07-10T14:30:51.000Z');
  expect(parseTime('10/07/2021-16:30', 'dmy', rome)).toBe('2021-07-10T14:30:00.000Z');
  expect(parseTime('2021-07-10_16.30.51', 'iso', rome)).toBe('2021-07-10T14:30:51.000Z');
  expect(parseTime('10/07/2021 -', 'dmy', rome)).toBeNull();
});

test('a clock in a column of its own belongs to the day, with its offset', () => {
  expect(parseTime('10/11/2026', 'dmy', rome, '10.00.05')).toBe('2026-11-10T09:00:05.000Z');
  expect(parseTime('10/11/2026', 'dmy', rome, '10:00Z')).toBe('2026-11-10T10:00:00.000Z');
  expect(parseTime('10/11/2026 09:00', 'dmy', rome, '10:00')).toBeNull();
});
