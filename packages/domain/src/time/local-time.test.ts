import { expect, test } from 'vitest';
import { toInstantOfLocal, toWallMs } from './local-time.ts';
import { toIsoInstant } from './rome.ts';

const instant = (wall: string, zone: string) => {
  const { ms, occurs } = toInstantOfLocal(Date.parse(`${wall}Z`), zone);
  return `${toIsoInstant(ms)} ${occurs}`;
};

test.each([
  ['2026-07-01T12:00:00', 'Europe/Rome', '2026-07-01T10:00:00.000Z once'],
  ['2026-12-01T12:00:00', 'Europe/Rome', '2026-12-01T11:00:00.000Z once'],
  ['2026-03-29T01:59:59', 'Europe/Rome', '2026-03-29T00:59:59.000Z once'],
  ['2026-03-29T02:30:00', 'Europe/Rome', '2026-03-29T01:30:00.000Z never'],
  ['2026-03-29T03:00:00', 'Europe/Rome', '2026-03-29T01:00:00.000Z once'],
  ['2026-10-25T01:59:59', 'Europe/Rome', '2026-10-24T23:59:59.000Z once'],
  ['2026-10-25T02:30:00', 'Europe/Rome', '2026-10-25T00:30:00.000Z twice'],
  ['2026-10-25T03:00:00', 'Europe/Rome', '2026-10-25T02:00:00.000Z once'],
  ['2026-04-05T01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z twice'],
  ['2026-07-01T12:00:00', 'Asia/Kathmandu', '2026-07-01T06:15:00.000Z once'],
  ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z twice'],
])('%s in %s is %s', (wall, zone, expected) => {
  expect(instant(wall, zone)).toBe(expected);
});

test('an unknown zone is refused', () => {
  expect(() => toInstantOfLocal(0, 'Nowhere/None')).toThrow(RangeError);
});

test('a date that does not exist has no wall time', () => {
  expect(toWallMs(2026, 2, 29, 0, 0, 0)).toBeNull();
  expect(toWallMs(2028, 2, 29, 0, 0, 0)).toBe(Date.UTC(2028, 1, 29));
  expect(toWallMs(2026, 13, 1, 0, 0, 0)).toBeNull();
  expect(toWallMs(2026, 1, 1, 24, 0, 0)).toBeNull();
  expect(toWallMs(2026, 12, 31, 23, 59, 60)).toBe(Date.UTC(2027, 0, 1));
});
