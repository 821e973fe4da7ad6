import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePercentile } from '../analysis/travel-times.ts';
import { estimateMedianSeconds, MAX_TRIP_S, TRIP_CLASS_MINUTES } from './trip-classes.ts';

const classOf = (seconds: number): number => TRIP_CLASS_MINUTES.findIndex((end) => seconds <= end * 60);
const countClasses = (seconds: readonly number[]): readonly number[] =>
  TRIP_CLASS_MINUTES.map((_, at) => seconds.filter((one) => classOf(one) === at).length);

describe('median of trips in classes', () => {
  it('lies in the class of the exact one, or between the classes of the two in the middle', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: MAX_TRIP_S, noNaN: true }), { minLength: 1, maxLength: 80 }),
        (seconds) => {
          const sorted = seconds.toSorted((a, b) => a - b);
          const estimate = estimateMedianSeconds(countClasses(seconds)) ?? Number.NaN;
          const low = classOf(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
          const high = classOf(sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0);
          expect(estimate).toBeGreaterThanOrEqual(60 * (TRIP_CLASS_MINUTES[low - 1] ?? 0));
          expect(estimate).toBeLessThanOrEqual(60 * (TRIP_CLASS_MINUTES[high] ?? 0));
        },
      ),
    );
  });

  it('is near the exact one where many trips take about as long', () => {
    const seconds = Array.from({ length: 500 }, (_, i) => 620 + ((i * 37) % 240));
    const exact = computePercentile(
      seconds.toSorted((a, b) => a - b),
      0.5,
    );
    expect(Math.abs((estimateMedianSeconds(countClasses(seconds)) ?? 0) - (exact ?? 0))).toBeLessThan(30);
  });

  it('ends the classes with the longest trip', () => {
    expect(TRIP_CLASS_MINUTES.at(-1)).toBe(MAX_TRIP_S / 60);
  });

  it.each([
    ['no trips', [], null],
    ['one of under a minute', [1], 30],
    ['all in the last class', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4], 3150],
    ['half of two minutes, half of an hour', [0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 5], 120],
  ] as const)('%s', (_name, counts, median) => {
    expect(estimateMedianSeconds(counts)).toBe(median);
  });
});
