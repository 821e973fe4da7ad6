import { describe, expect, it, test } from 'vitest';
import { ClockOffsetEstimator, getClockSlackS } from './clock-offsets.ts';
import { findJourneys, findLegs } from './gate-to-gate.ts';
import {
  hasImpossibleLeg,
  findImpossibleDays,
  classifyImpossible,
  computeLegSpeed,
  type PlacedPassage,
  splitTracks,
} from './impossible-travel.ts';
import {
  computeExpectedPasses,
  findHabitDay,
  selectHabitDays,
  computeLocalMinimum,
  mergeRelated,
  findOverlappingEvents,
  computeEventRarity,
} from './related-events.ts';
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

describe('REL-01 related events', () => {
  it('rarity is the surprise that a plate seen so often was there', () => {
    // One read of a thousand lies in the event: a plate seen twice, once of them there, is there by chance once in 500.
    expect(computeEventRarity({ reads: 1, allReads: 1000 }, 2, 1)).toBeCloseTo(-Math.log10(1 - Math.exp(-0.002)), 12);
    expect(computeEventRarity({ reads: 1, allReads: 1000 }, 500, 1)).toBeLessThan(0.5);
    expect(computeEventRarity({ reads: 1, allReads: 1e17 }, 1, 1)).toBeCloseTo(17, 6);
    expect(computeEventRarity({ reads: 1000, allReads: 1000 }, 1e6, 1)).toBeCloseTo(0, 6);
    expect([
      computeEventRarity({ reads: 0, allReads: 9 }, 3, 1),
      computeEventRarity({ reads: 3, allReads: 0 }, 3, 1),
    ]).toEqual([0, 0]);
  });

  it('who is always there at that hour, or always about at that hour, is not rare there', () => {
    const traffic = { reads: 10, allReads: 100_000 };
    const stranger = { comparedDays: 20, days: 0, reads: 0, gateShare: 0.1, length: 1 };
    const byTraffic = computeExpectedPasses(traffic, 40, 2, null);
    expect(byTraffic).toBeCloseTo(39 * 1e-4, 12);
    expect(computeExpectedPasses(traffic, 40, 2, stranger)).toBe(byTraffic);
    expect(computeExpectedPasses(traffic, 40, 2, { ...stranger, days: 18, reads: 18 })).toBeCloseTo(18 / 20.5, 12);
    expect(computeExpectedPasses(traffic, 40, 2, { ...stranger, reads: 30 })).toBeCloseTo((30 * 0.1) / 20.5, 12);
    expect(computeExpectedPasses(traffic, 40, 2, { ...stranger, reads: 30, length: 3 })).toBeCloseTo(
      (3 * 30 * 0.1) / 20.5,
      12,
    );
    // Fewer than three other days say nothing.
    expect(computeExpectedPasses(traffic, 40, 2, { ...stranger, comparedDays: 2, days: 2 })).toBe(byTraffic);
    expect(computeEventRarity(traffic, 40, 2, { ...stranger, days: 20, reads: 20 })).toBeLessThan(0.3);
  });

  it('days to compare with: those of the baseline at the same hour, without the days of any event', () => {
    const hour = 60 * MINUTE;
    const day = 24 * hour;
    const window = (from: number, hours: number) => ({ fromMs: from * hour, toMs: (from + hours) * hour });
    const baseline = { fromMs: 0, toMs: 10 * day };
    // From 23:00 to 01:00 on the fourth day; another event on the sixth.
    const late = window(3 * 24 + 23, 2);
    const days = selectHabitDays(late, [late, window(5 * 24 + 12, 1)], baseline);
    expect(days).toMatchObject({ first: -3, last: 5, of: 7, length: 1 });
    expect(days.without.toSorted((a, b) => a - b)).toEqual([0, 1]);
    const at = (d: number, h: number) => findHabitDay(days, d * day + h * hour);
    expect([at(0, 23.5), at(1, 0.5), at(2, 22.5), at(4, 23.5), at(6, 0), at(9, 0.9)]).toEqual([
      -3,
      -3,
      null,
      null,
      2,
      5,
    ]);
    // An event of two days and a half is held against whole days.
    const long = selectHabitDays(window(24, 60), [window(24, 60)], baseline);
    expect(long).toMatchObject({ lengthMs: day, length: 3, first: -1, last: 8, of: 7 });
    expect(selectHabitDays(late, [late], window(0, 5)).of).toBe(0);
  });

  it('plants answer for their own events, the same plate is one row, rarest first', () => {
    const at = (plate: string, events: readonly number[], rarity: number) => ({
      plate,
      events: events.map((event) => ({
        event,
        rarity,
        reads: 1,
        allReads: 9,
        plateReads: 5,
        matched: events.length,
        habit: null,
      })),
      plateReads: 5,
      passages: events.map((event) => `${plate}${event}`),
    });
    const merged = mergeRelated(
      [
        [at('A', [0, 1], 2), at('B', [0], 9)],
        [at('A', [1, 2], 3), at('C', [1, 2], 6)],
      ],
      2,
    );
    // A was seen at both plants of event 1: once, with the rarer of the two.
    expect(merged.map(({ plate, matchedEvents: hits, rarity }) => [plate, hits, rarity])).toEqual([
      ['C', 2, 12],
      ['A', 3, 8],
    ]);
    expect(merged[1]).toMatchObject({ plateReads: 10, passages: ['A0', 'A1', 'A1', 'A2'] });
    // Of four events, two here: with K = 3 one of ours may be enough.
    expect([computeLocalMinimum(3, 4, 2), computeLocalMinimum(4, 4, 4), computeLocalMinimum(2, 8, 1)]).toEqual([
      1, 4, 1,
    ]);
  });

  it('events that lie over each other at a gate are told', () => {
    const event = (gates: readonly string[], fromMs: number, toMs: number) => ({ gates, fromMs, toMs });
    expect(
      findOverlappingEvents([
        event(['1:1', '1:2'], 0, 10),
        event(['1:2'], 9, 20),
        event(['1:2'], 20, 30),
        event(['2:2'], 0, 90),
      ]),
    ).toEqual([[0, 1]]);
  });
});

/** So many kilometres east of a place in Romagna. */
const at = (km: number, minute: number, slack = 30, clock = 0): PlacedPassage => ({
  at: [12.2 + km / 79.9, 44.1],
  timeMs: minute * MINUTE,
  clock,
  slackS: slack,
});

describe('journeys no car can have made', () => {
  it('near places and clocks are forgiven, speed along the straight line is not', () => {
    expect(computeLegSpeed(at(0, 0), at(3.9, 0)).isImpossible).toBe(false);
    expect(computeLegSpeed(at(0, 0), at(20, 10)).isImpossible).toBe(false);
    expect(computeLegSpeed(at(0, 0), at(20, 5))).toMatchObject({ isImpossible: true, seconds: 300 });
    expect(computeLegSpeed(at(0, 0), at(0, 0)).kmh).toBeNull();
    // Ten minutes of slack between two clocks explain twenty kilometres; within one plant both times are of the same clock.
    expect(computeLegSpeed(at(0, 0), at(20, 5, 600, 1)).isImpossible).toBe(false);
    expect(computeLegSpeed(at(0, 0, 600), at(20, 5, 600)).isImpossible).toBe(true);
    expect(computeLegSpeed(at(0, 0, 60), at(5, 1, 60)).kmh).toBeCloseTo((5 / 90) * 3600, 0);
  });

  it('one read that does not fit is to be checked, two make a clone', () => {
    const day = [at(0, 0), at(2, 5), at(60, 6), at(4, 10), at(6, 15)];
    expect(splitTracks(day)).toEqual({ discarded: 1, isMain: [true, true, false, true, true] });
    const cloned = [at(0, 0), at(60, 1), at(2, 5), at(61, 6), at(4, 10), at(6, 15)];
    expect(splitTracks(cloned)).toEqual({ discarded: 2, isMain: [true, false, true, false, true, true] });
    expect([0, 1, 2, 7].map(classifyImpossible)).toEqual([null, 'check', 'clone', 'clone']);
    expect(hasImpossibleLeg(day)).toBe(true);
    expect(hasImpossibleLeg([at(0, 0), at(60, 40)])).toBe(false);
    expect(splitTracks([])).toEqual({ discarded: 0, isMain: [] });
  });

  it('every day is judged by itself: a misread on Monday and one on Friday are no clone', () => {
    const dayOf = (ms: number): string => String(Math.floor(ms / (1440 * MINUTE)));
    const odd = (day: number) => [at(0, day * 1440), at(60, day * 1440 + 2), at(1, day * 1440 + 9)];
    const days = findImpossibleDays([...odd(0), at(2, 1440), ...odd(4)], dayOf);
    expect(days.map(({ day, kind, discarded, isMain }) => [day, kind, discarded, isMain])).toEqual([
      ['0', 'check', 1, [true, false, true]],
      ['4', 'check', 1, [true, false, true]],
    ]);
    expect(findImpossibleDays([at(0, 0), at(60, 1), at(2, 5), at(61, 6), at(4, 10)], dayOf)).toMatchObject([
      { kind: 'clone', discarded: 2 },
    ]);
    expect(findImpossibleDays([], dayOf)).toEqual([]);
  });

  it('no chain of possible legs is longer, whatever the passages (compared with trying all subsets)', () => {
    for (let seed = 1; seed < 60; seed++) {
      let state = seed * 7919;
      const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
      const passages = Array.from({ length: 9 }, () => at(random() * 60, Math.floor(random() * 60))).toSorted(
        (a, b) => a.timeMs - b.timeMs,
      );
      let best = 0;
      for (let set = 0; set < 512; set++) {
        const chosen = passages.filter((_, i) => (set >> i) & 1);
        if (chosen.length > best && !hasImpossibleLeg(chosen)) best = chosen.length;
      }
      expect(splitTracks(passages).discarded).toBe(9 - best);
    }
  });
});

describe('clocks of plants', () => {
  /** Vehicles to and fro between a gate of plant 0 and one of each other plant, so far away, some of them staying a while. */
  function watched(plants: readonly (readonly [aheadS: number, km: number])[], each = 80): ClockOffsetEstimator {
    const watch = new ClockOffsetEstimator();
    plants.forEach(([ahead, km], plant) => {
      if (plant === 0) return;
      const [home, town] = [at(0, 0).at, at(km, 0).at];
      const way = km * 60;
      for (let i = 0; i < each; i++) {
        const startMs = i * 3_600_000;
        const there = (way + ((i * 37) % 240)) * 1000;
        const back = (way + ((i * 53) % 240)) * 1000;
        const leftMs = startMs + there + (300 + ((i * 97) % 1500)) * 1000;
        const passages = [
          { plant: 0, gate: 1, timeMs: startMs, at: home },
          { plant, gate: 2, timeMs: startMs + there + ahead * 1000, at: town },
          { plant, gate: 2, timeMs: leftMs + ahead * 1000, at: town },
          { plant: 0, gate: 1, timeMs: leftMs + back, at: home },
        ];
        watch.add(passages.toSorted((x, y) => x.timeMs - y.timeMs));
      }
    });
    return watch;
  }

  it('are measured to seconds from traffic both ways, and ten minutes wrong are found between near towns too', () => {
    const offsets = watched([
      [0, 0],
      [47, 20],
      [-95, 20],
      [600, 8],
      [-700, 25],
    ]).estimateOffsets(5);
    expect(offsets[0]).toMatchObject({ offsetS: 0, isReference: true });
    const ahead = [0, 47, -95, 600, -700];
    for (const { plant, offsetS } of offsets) expect(Math.abs((offsetS ?? 1e9) - (ahead[plant] ?? 0))).toBeLessThan(13);
  });

  it('stay unmeasured with few legs, and are forgiven a minute then', () => {
    const [, far] = watched(
      [
        [0, 0],
        [47, 20],
      ],
      20,
    ).estimateOffsets(2);
    expect(far).toMatchObject({ offsetS: null, isReference: false });
    expect([getClockSlackS({ offsetS: null, spreadS: 0 }), getClockSlackS({ offsetS: 5, spreadS: 40 })]).toEqual([
      60, 40,
    ]);
  });
});
