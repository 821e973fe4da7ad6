import { describe, expect, it, test } from 'vitest';
import { findJourneys, findLegs } from './gate-to-gate.ts';
import { computePercentile, buildTravelBars, summariseTravelTimes } from './travel-times.ts';

const MINUTE = 60_000;
const track = (...passes: readonly (readonly [gate: number, minute: number])[]) => ({
  plate: 'AB001CD',
  gates: passes.map(([gate]) => gate),
  timesMs: passes.map(([, minute]) => minute * MINUTE),
});
const minutes = (order: readonly number[], max: number, ...passes: readonly (readonly [number, number])[]) =>
  findJourneys(track(...passes), order, max * MINUTE).map(({ timesMs }) => timesMs.map((ms) => ms / MINUTE));

describe('G2G-01 journeys over gates in order', () => {
  test.each([
    [
      'straight on',
      [1, 2],
      30,
      [
        [1, 0],
        [2, 10],
      ],
      [[0, 10]],
    ],
    [
      'wrong way round',
      [1, 2],
      30,
      [
        [2, 0],
        [1, 10],
      ],
      [],
    ],
    [
      'too slow',
      [1, 2],
      30,
      [
        [1, 0],
        [2, 31],
      ],
      [],
    ],
    [
      'just in time',
      [1, 2],
      30,
      [
        [1, 0],
        [2, 30],
      ],
      [[0, 30]],
    ],
    [
      'the latest start counts',
      [1, 2],
      30,
      [
        [1, 0],
        [1, 5],
        [2, 10],
      ],
      [[5, 10]],
    ],
    [
      'another gate between does not matter',
      [1, 2],
      30,
      [
        [1, 0],
        [3, 5],
        [2, 10],
      ],
      [[0, 10]],
    ],
    [
      'three gates',
      [1, 2, 3],
      30,
      [
        [1, 0],
        [2, 5],
        [1, 7],
        [3, 9],
      ],
      [[0, 5, 9]],
    ],
    [
      'a later start that cannot go on is no harm',
      [1, 2, 3],
      30,
      [
        [1, 0],
        [2, 5],
        [1, 6],
        [2, 8],
        [3, 9],
      ],
      [[6, 8, 9]],
    ],
    [
      'there and back',
      [1, 2, 1],
      60,
      [
        [1, 0],
        [2, 10],
        [1, 20],
      ],
      [[0, 10, 20]],
    ],
    [
      'the end is the start of the next one',
      [1, 2, 1],
      60,
      [
        [1, 0],
        [2, 10],
        [1, 20],
        [2, 30],
        [1, 40],
      ],
      [
        [0, 10, 20],
        [20, 30, 40],
      ],
    ],
    [
      'no passage serves twice',
      [1, 2],
      60,
      [
        [1, 0],
        [2, 10],
        [2, 20],
      ],
      [[0, 10]],
    ],
    ['nothing', [1, 2], 30, [], []],
  ] as const)('%s', (_, order, max, passes, found) => {
    expect(minutes(order, max, ...passes)).toEqual(found);
  });

  it('legs go from one chosen gate to the next other one', () => {
    expect(findLegs(track([1, 0], [1, 5], [2, 7], [3, 60], [1, 61]), 30 * MINUTE)).toEqual([
      { from: 1, to: 2, seconds: 120 },
      { from: 3, to: 1, seconds: 60 },
    ]);
  });
});

describe('G2G-01 travel times', () => {
  it('percentiles are exact and the bars hold every leg', () => {
    const seconds = Array.from({ length: 101 }, (_, i) => 100 + i);
    expect(summariseTravelTimes(seconds)).toEqual({ n: 101, p10: 110, p50: 150, p90: 190, p95: 195 });
    expect(computePercentile([1, 2], 0.5)).toBe(1.5);
    const bars = buildTravelBars(seconds);
    expect(bars.reduce((sum, { n }) => sum + n, 0)).toBe(101);
    for (const { fromS, toS } of bars) expect(toS / fromS).toBeCloseTo(Math.exp(0.1), 9);
    expect(summariseTravelTimes([])).toEqual({ n: 0, p10: null, p50: null, p90: null, p95: null });
    expect([buildTravelBars([]), buildTravelBars([0])]).toEqual([[], [{ fromS: 1, toS: Math.exp(0.1), n: 1 }]]);
  });
});
