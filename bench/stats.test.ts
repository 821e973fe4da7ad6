import { expect, test } from 'vitest';
import { computePercentile, summarizeTimes } from './stats.ts';

test('a percentile is one of the numbers, by nearest rank', () => {
  const numbers = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect([0, 0.01, 0.5, 0.95, 0.951, 1].map((share) => computePercentile(numbers, share))).toEqual([
    1, 1, 50, 95, 96, 100,
  ]);
  expect(computePercentile([7], 0.95)).toBe(7);
  expect(computePercentile([], 0.5)).toBeNaN();
});

test('times of calls are rounded to tenths; of no calls there are none', () => {
  expect(summarizeTimes([1.04, 2.06, 30])).toEqual({ n: 3, p50: 2.1, p95: 30, max: 30 });
  expect(summarizeTimes([])).toBeNull();
});
