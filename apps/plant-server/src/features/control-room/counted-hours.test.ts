import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { describe, expect, it } from 'vitest';
import { findCountedHours, findRecentRange } from './counted-hours.ts';
import { findGaps } from './find-gaps.ts';
import type { HourRange } from './hour-counts.repository.ts';

const hoursAt = (instant: string) => findCountedHours(Date.parse(instant));
const show = ({ fromMs, toMs }: HourRange): string =>
  `${toIsoInstant(fromMs).slice(0, 16)} ${toIsoInstant(toMs).slice(0, 16)}`;

describe('hours of the control room', () => {
  it('today counts to the end of the running hour, other days to the last whole one', () => {
    const hours = hoursAt('2026-11-20T14:31:58.000Z');
    expect(show(hours.today)).toBe('2026-11-19T23:00 2026-11-20T15:00');
    expect(show(hours.whole)).toBe('2026-11-19T23:00 2026-11-20T14:00');
    expect(show(hours.yesterday)).toBe('2026-11-18T23:00 2026-11-19T14:00');
    expect(hours.usual.map(show)).toEqual([
      '2026-11-12T23:00 2026-11-13T14:00',
      '2026-11-05T23:00 2026-11-06T14:00',
      '2026-10-29T23:00 2026-10-30T14:00',
      // Summer time.
      '2026-10-22T22:00 2026-10-23T13:00',
    ]);
    expect(show(hours.chart)).toBe('2026-11-19T14:00 2026-11-20T15:00');
    expect(show(findRecentRange(hours))).toBe('2026-11-18T14:00 2026-11-20T15:00');
  });

  it('in the first hour of a day there is no whole hour, nor on any other day', () => {
    const hours = hoursAt('2026-11-19T23:20:00.000Z');
    for (const { fromMs, toMs } of [hours.whole, hours.yesterday, ...hours.usual]) expect(toMs - fromMs).toBe(0);
    expect(show(hours.today)).toBe('2026-11-19T23:00 2026-11-20T00:00');
  });

  it('on the days on which the clock changes the same hour is that of the clock', () => {
    // The day after summer time ended has 24 hours, the day itself 25.
    expect(show(hoursAt('2026-10-26T09:30:00.000Z').yesterday)).toBe('2026-10-24T22:00 2026-10-25T09:00');
    // Summer time began at 02:00, which does not exist.
    expect(show(hoursAt('2026-03-30T08:30:00.000Z').yesterday)).toBe('2026-03-28T23:00 2026-03-29T08:00');
    expect(show(hoursAt('2026-03-30T00:10:00.000Z').yesterday)).toBe('2026-03-28T23:00 2026-03-29T01:00');
    expect(show(hoursAt('2026-10-25T10:30:00.000Z').yesterday)).toBe('2026-10-23T22:00 2026-10-24T09:00');
  });
});

describe('gaps', () => {
  const MIN = 60_000;
  const range = { fromMs: 0, toMs: 60 * MIN };
  const gaps = (...moments: readonly (readonly [number, boolean])[]) =>
    findGaps(
      moments.map(([minute, isSilent]) => ({ atMs: minute * MIN, isSilent })),
      range,
      5 * MIN,
    ).map(({ fromMs, toMs }) => [fromMs / MIN, toMs / MIN]);

  it('are missing moments and those with every camera off, joined where they touch', () => {
    expect(gaps([5, false], [10, false], [25, false], [30, false])).toEqual([[10, 20]]);
    expect(gaps([5, false], [10, true], [15, true], [20, false])).toEqual([[5, 15]]);
    expect(gaps([5, false], [10, true], [25, true], [30, false])).toEqual([[5, 25]]);
  });
  it('end at the bounds of the range, and what was before the first moment is unknown', () => {
    expect(gaps([-20, false], [10, false])).toEqual([[0, 5]]);
    expect(gaps([40, false], [45, false])).toEqual([]);
    expect(gaps([55, false], [80, false])).toEqual([[55, 60]]);
    expect(gaps()).toEqual([]);
  });
});
