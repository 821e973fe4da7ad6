import { describe, expect, it } from 'vitest';
import { getDayStart, toRomeDay, shiftDays, startOfRomeDay } from './rome-days.ts';

describe('days of the plants are Rome days', () => {
  it.each([
    ['2026-11-20T22:59:59.999Z', '2026-11-20'],
    ['2026-11-20T23:00:00.000Z', '2026-11-21'],
    ['2026-07-01T22:00:00.000Z', '2026-07-02'],
  ])('%s lies on %s', (instant, day) => expect(toRomeDay(instant)).toBe(day));

  it.each([
    ['2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', '2026-10-25T23:00:00.000Z'],
  ])('%s begins at %s', (day, instant) => expect(startOfRomeDay(day)).toBe(instant));

  it('shifts over the change of the clocks by whole days', () => {
    expect(shiftDays('2026-10-26T10:00:00.000Z', -1)).toBe('2026-10-24T22:00:00.000Z');
    expect(shiftDays('2026-03-28T10:00:00.000Z', 2)).toBe('2026-03-29T22:00:00.000Z');
    expect(getDayStart('2026-11-20T14:00:00.000Z')).toBe('2026-11-19T23:00:00.000Z');
  });
});
