import { expect, test } from 'vitest';
import { parseTime } from './time-format.ts';
import { openZone } from './wall-clock.ts';

test.each([
  // Italy skips 02:00 to 03:00 on 29 March 2026 and repeats it on 25 October.
  ['Europe/Rome', '2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
  ['Europe/Rome', '2026-03-29 02:00:00', null],
  ['Europe/Rome', '2026-03-29 02:30:00', null],
  ['Europe/Rome', '2026-03-29 02:59:59', null],
  ['Europe/Rome', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Rome', '2026-10-25 01:59:59', '2026-10-24T23:59:59.000Z'],
  ['Europe/Rome', '2026-10-25 02:00:00', '2026-10-25T00:00:00.000Z'],
  ['Europe/Rome', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
  ['Europe/Rome', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
  ['UTC', '2026-03-29 02:30:00', '2026-03-29T02:30:00.000Z'],
  ['Europe/London', '2026-03-29 01:30:00', null],
  ['Europe/London', '2026-10-25 01:30:00', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-03-08 02:30:00', null],
  ['America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-10 10:00:00', '2026-11-10T04:15:00.000Z'],
  // A daylight-saving change of half an hour.
  ['Australia/Lord_Howe', '2026-10-04 02:15:00', null],
  ['Australia/Lord_Howe', '2026-10-04 02:30:00', '2026-10-03T15:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04T14:45:00.000Z'],
  // Far from UTC, across the end of the year.
  ['Pacific/Kiritimati', '2027-01-01 00:30:00', '2026-12-31T10:30:00.000Z'],
])('%s, %s on the wall is %s', (zone, wall, instant) => {
  expect(parseTime(wall, 'iso', openZone(zone))).toBe(instant);
});

test('a zone nobody knows is an error', () => {
  expect(() => openZone('Europe/Atlantis')).toThrow(RangeError);
});

test('each minute of a year is the one that was written', () => {
  const rome = openZone('Europe/Rome');
  for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 47 * 60_000) {
    const shown = new Date(ms).toLocaleString('sv-SE', { timeZone: 'Europe/Rome' });
    const read = parseTime(shown, 'iso', rome);
    const isSecondOfTwo = ms >= Date.UTC(2026, 9, 25, 1) && ms < Date.UTC(2026, 9, 25, 2);
    expect(read).toBe(new Date(isSecondOfTwo ? ms - 3_600_000 : ms).toISOString());
  }
});
