import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIsoInstant } from '../time/rome.ts';
import {
  BUCKET_WIDTHS,
  chooseBucketWidth,
  getBucketRange,
  getBucketStart,
  listBuckets,
  MAX_BUCKETS,
  widerOf,
} from './time-buckets.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const at = (instant: string): number => Date.parse(instant);
const starts = (from: string, to: string, width: (typeof BUCKET_WIDTHS)[number]): readonly string[] =>
  listBuckets(at(from), at(to), width).starts.map((ms) => toIsoInstant(ms).slice(0, 16));

describe('the width of buckets', () => {
  it.each([
    ['half an hour', HOUR_MS / 2, 'minute'],
    ['a day', DAY_MS, 'quarter_hour'],
    ['a week', 7 * DAY_MS, 'hour'],
    ['thirty days', 30 * DAY_MS, 'six_hours'],
    ['half a year', 180 * DAY_MS, 'day'],
    ['two years', 730 * DAY_MS, 'week'],
    ['ten years', 3650 * DAY_MS, 'four_weeks'],
    ['a century', 36_500 * DAY_MS, 'four_weeks'],
  ] as const)('of %s is the narrowest with few enough', (_name, span, width) => {
    expect(chooseBucketWidth(0, span)).toBe(width);
  });
  it('gives at most the most for any range up to fifteen years', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2e12 }), fc.integer({ min: 1, max: 5400 * DAY_MS }), (from, span) => {
        const { starts: found } = listBuckets(from, from + span, chooseBucketWidth(from, from + span));
        expect(found.length).toBeLessThanOrEqual(MAX_BUCKETS);
        expect(found[0]).toBeLessThanOrEqual(from);
      }),
    );
  });
});

describe('buckets', () => {
  it('of parts of a day begin with the clock of Rome, also when it is put forward and back', () => {
    expect(starts('2026-03-28T23:00:00Z', '2026-03-29T06:00:00Z', 'three_hours')).toEqual([
      '2026-03-28T23:00',
      '2026-03-29T01:00',
      '2026-03-29T04:00',
    ]);
    expect(starts('2026-10-24T22:00:00Z', '2026-10-25T06:00:00Z', 'three_hours')).toEqual([
      '2026-10-24T22:00',
      '2026-10-25T02:00',
      '2026-10-25T05:00',
    ]);
    expect(starts('2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z', 'half_day')).toEqual([
      '2026-10-24T10:00',
      '2026-10-24T22:00',
      '2026-10-25T11:00',
    ]);
  });
  it('of days and weeks begin at midnight of Rome, weeks on Monday', () => {
    expect(starts('2026-10-24T22:00:00Z', '2026-10-26T22:59:00Z', 'day')).toEqual([
      '2026-10-24T22:00',
      '2026-10-25T23:00',
    ]);
    expect(starts('2026-11-20T12:00:00Z', '2026-11-24T12:00:00Z', 'week')).toEqual([
      '2026-11-15T23:00',
      '2026-11-22T23:00',
    ]);
  });
  it('of an empty range are none', () => {
    expect(listBuckets(5, 5, 'hour').starts).toEqual([]);
    expect(listBuckets(9, 5, 'day').starts).toEqual([]);
  });
  it('follow each other without a gap, and each lies in one bucket of every wider width', () => {
    const instant = fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') });
    fc.assert(
      fc.property(instant, fc.constantFrom(...BUCKET_WIDTHS), fc.constantFrom(...BUCKET_WIDTHS), (ms, a, b) => {
        const wide = widerOf(a, b);
        const narrow = wide === a ? b : a;
        const buckets = listBuckets(ms, ms + 1, narrow);
        const { fromMs, toMs } = getBucketRange(buckets, 0);
        expect([fromMs <= ms, ms < toMs, getBucketStart(toMs, narrow)]).toEqual([true, true, toMs]);
        expect(getBucketStart(toMs - 1, narrow)).toBe(fromMs);
        expect(getBucketStart(fromMs, wide)).toBe(getBucketStart(toMs - 1, wide));
      }),
      { numRuns: 3000 },
    );
  });
});
