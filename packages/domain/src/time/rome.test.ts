import { describe, expect, it } from 'vitest';
import {
  addDays,
  isNightHour,
  toIsoInstant,
  parseInstantMs,
  toRomeDay,
  romeDayStart,
  toRomeHour,
  toRomeWallMs,
} from './rome.ts';

describe('Rome days', () => {
  it.each([
    ['2026-11-20T22:59:59.999Z', '2026-11-20', 23],
    ['2026-11-20T23:00:00.000Z', '2026-11-21', 0],
    ['2026-07-01T21:59:59.999Z', '2026-07-01', 23],
    ['2026-07-01T22:00:00.000Z', '2026-07-02', 0],
    ['2026-10-25T00:30:00.000Z', '2026-10-25', 2],
    ['2026-10-25T01:30:00.000Z', '2026-10-25', 2],
  ])('%s is %s, hour %s', (instant, day, hour) => {
    expect(toRomeDay(parseInstantMs(instant))).toBe(day);
    expect(toRomeHour(parseInstantMs(instant))).toBe(hour);
  });

  it('is two hours ahead in summer and one in winter, to the second of the change and whatever was asked before', () => {
    const aheadAt = (instant: string): number =>
      (toRomeWallMs(parseInstantMs(instant)) - parseInstantMs(instant)) / 3_600_000;
    for (const run of [1, 2])
      expect([run, ...['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00Z'].map(aheadAt)]).toEqual([run, 1, 2]);
    expect(['2026-10-25T00:59:59.999Z', '2026-10-25T01:00:00Z', '1969-12-31T23:30:00Z'].map(aheadAt)).toEqual([
      2, 1, 1,
    ]);
  });

  it.each([
    ['2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', '2026-10-25T23:00:00.000Z'],
  ])('%s begins at %s', (day, instant) => expect(toIsoInstant(romeDayStart(day))).toBe(instant));

  it('steps over days and knows the night', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect([21, 22, 5, 6].map(isNightHour)).toEqual([false, true, true, false]);
  });

  it('refuses what is no instant', () => {
    expect(() => parseInstantMs('yesterday')).toThrow(RangeError);
    expect(() => romeDayStart('2026-13-40')).toThrow(RangeError);
  });
});
