import { describe, expect, it } from 'vitest';
import {
  computeBayesFactor,
  isHighlyProbable,
  computeMeetingExcess,
  computeMergedFactor,
  collectPairEvidence,
  scoreAccomplice,
  splitIntoSessions,
  toVerbalStrength,
} from './accomplice-score.ts';
import type { TargetFacts } from './accomplice-facts.ts';
import { BaselineDays, computeTrafficChance, estimateHabit } from './chance-of-meeting.ts';
import { getDayKind, localDay } from './day-kind.ts';
import { ExcessShares, medianOfSpans, computeOwnVariation } from './excess-shares.ts';
import { PlateHistory } from './plate-history.ts';
import {
  formatSuspectCode,
  countHighInterest,
  computeSuspectScore,
  DEFAULT_SUSPECT_WEIGHTS,
  WEIGHT_BOUNDS,
  SUSPECT_WEIGHTS,
} from './suspect-score.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Monday 2 November 2026, midnight on the wall. */
const MONDAY = Date.parse('2026-11-02T00:00:00.000Z');
const read = (gate: number, ms: number) => ({ gate, ms, localMs: ms });

describe('accomplices', () => {
  it('sessions end with a pause of more than 30 minutes, or after 90', () => {
    const at = (...minutes: number[]) => minutes.map((minute) => read(1, MONDAY + minute * MINUTE));
    expect(splitIntoSessions(at(0, 30, 61))).toEqual([
      { from: 0, to: 1 },
      { from: 2, to: 2 },
    ]);
    expect(splitIntoSessions(at(0, 30, 60, 90, 91))).toEqual([
      { from: 0, to: 3 },
      { from: 4, to: 4 },
    ]);
    expect(splitIntoSessions([])).toEqual([]);
  });

  it('the chance by traffic counts one trip for a plate that is hardly ever read, and not the session itself', () => {
    expect(computeTrafficChance(10, 3, 0.001)).toBeCloseTo(0.011);
    expect(computeTrafficChance(2, 3, 0.001)).toBeCloseTo(0.004);
  });

  it('the habit leaves the day itself out, and compares days of one kind', () => {
    const baseline = new BaselineDays(MONDAY, MONDAY + 14 * DAY);
    const passage = read(1, MONDAY + 8 * 60 * MINUTE);
    const daily = Array.from({ length: 14 }, (_, day) => read(1, MONDAY + day * DAY + (8 * 60 + 2) * MINUTE));
    // Nine other working days; within five minutes on all of them.
    expect(estimateHabit(new PlateHistory(daily), passage, baseline, 5 * MINUTE)).toEqual({
      chance: 9 / 9.5,
      days: 9,
      comparedDays: 9,
      isKnown: true,
    });
    // Twenty minutes off: only the half hour reaches it, worth a sixth.
    const off = daily.map(({ ms }) => read(1, ms + 18 * MINUTE));
    expect(estimateHabit(new PlateHistory(off), passage, baseline, 5 * MINUTE).chance).toBeCloseTo(
      (9 / 9.5) * (5 / 30),
    );
    expect(estimateHabit(new PlateHistory([passage]), passage, baseline, 5 * MINUTE)).toMatchObject({
      chance: 0,
      days: 0,
      comparedDays: 9,
    });
    // On the only other kind of day a Sunday has, and on working days at that hour: it may well be habit.
    const working = daily.filter((_, day) => day % 7 < 5);
    const sunday = read(1, MONDAY + 6 * DAY + 8 * 60 * MINUTE);
    expect(estimateHabit(new PlateHistory(working), sunday, baseline, 5 * MINUTE)).toEqual({
      chance: 10 / 13.5,
      days: 10,
      comparedDays: 13,
      isKnown: true,
    });
    const short = new BaselineDays(MONDAY, MONDAY + 3 * DAY);
    expect(estimateHabit(new PlateHistory(daily), passage, short, 5 * MINUTE).isKnown).toBe(false);
  });

  it('weekends and Italian holidays are of one kind', () => {
    const kind = (day: string) => getDayKind(localDay(Date.parse(`${day}T12:00:00.000Z`)));
    for (const day of ['2026-11-01', '2026-11-07', '2026-12-08', '2026-04-06', '2027-03-29', '2026-12-25'])
      expect([day, kind(day)]).toEqual([day, 'rest']);
    for (const day of ['2026-11-02', '2026-04-07', '2026-12-09']) expect([day, kind(day)]).toEqual([day, 'work']);
  });

  const target = (gates: readonly number[]): TargetFacts => {
    const passages = gates.map((gate, index) => ({ ...read(gate, MONDAY + index * 10 * MINUTE), q: 0.0001 }));
    return {
      passages,
      sessions: splitIntoSessions(passages),
      deltaMs: 5 * MINUTE,
      baseline: new BaselineDays(MONDAY - 20 * DAY, MONDAY + DAY),
      legShare: () => 0.5,
    };
  };

  it('a session together: its chance, what staying together adds, and its weight', () => {
    const facts = target([1, 2, 3]);
    const meetings = new Map([0, 1, 2].map((place) => [place, 0]));
    const { joint, missed } = collectPairEvidence(facts, { reads: 9, history: new PlateHistory([]), meetings });
    expect(missed).toEqual([]);
    // (9 - 3 + 4) x 0.0001; two legs of 0.9 x 0.5 each: 2 log10(2) = 0.602.
    expect(joint[0]).toMatchObject({ meetings: 3, routeShare: expect.closeTo(0.2025, 6) });
    expect(joint[0]?.chance).toBeCloseTo(0.001, 6);
    expect(joint[0]?.chain).toBeCloseTo(2 * Math.log10(2), 6);
    expect(joint[0]?.weight).toBeCloseTo(Math.log10(900) + 2 * Math.log10(2), 3);
  });

  it('joining late, missing a leg and leaving early take away; a queue of many gates adds at most one', () => {
    const score = (gates: number, met: readonly number[]) =>
      collectPairEvidence(target(Array.from({ length: gates }, (_, i) => i)), {
        reads: 4,
        history: new PlateHistory([]),
        meetings: new Map(met.map((place) => [place, 0])),
      }).joint[0]?.chain;
    expect(score(3, [1, 2])).toBeCloseTo(Math.log10(2) + Math.log10(0.35), 6);
    expect(score(3, [0, 2])).toBeCloseTo(Math.log10(0.1 / 0.55) + Math.log10(2), 6);
    expect(score(3, [0, 1])).toBeCloseTo(Math.log10(2) + Math.log10(0.3 / 0.55), 6);
    expect(score(8, [0, 1, 2, 3, 4, 5, 6, 7])).toBe(1);
  });

  it('the factor is the mean over shares of joint trips; plates looked at are paid for', () => {
    expect(computeBayesFactor([], [])).toBeCloseTo(0);
    // One session with weight 2 and none missed: mean of 1 - s + 100 s over the six shares.
    const mean = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8].reduce((sum, s) => sum + (1 - s + 100 * s), 0) / 6;
    expect(computeBayesFactor([2], [])).toBeCloseTo(Math.log10(mean), 9);
    expect(computeBayesFactor([], [0])).toBeLessThan(0);
    expect(scoreAccomplice(5.5, 1000)).toMatchObject({ absScore: 250, strength: 2.5 });
    expect(scoreAccomplice(5.5, 1000).score).toBeCloseTo(1 / (1 + 10 ** -0.6));
    expect(scoreAccomplice(1, 1000).absScore).toBe(0);
    expect(scoreAccomplice(50, 1).score).toBe(0.99);
  });

  it('ACC-13 350 points and two sessions are highly probable, 349 or one are not, nor is an unknown habit', () => {
    expect(isHighlyProbable(350, 2, true)).toBe(true);
    for (const [points, sessions, known] of [
      [349, 2, true],
      [350, 1, true],
      [900, 5, false],
    ] as const)
      expect(isHighlyProbable(points, sessions, known)).toBe(false);
  });

  it('the verbal scale of evidence', () => {
    expect([0.2, 0.5, 1.5, 2.5, 3.5, 5, 7].map(toVerbalStrength)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('candidates are looked at by how far meetings exceed their frequency', () => {
    expect(computeMeetingExcess(3, 5)).toBe(0);
    expect(computeMeetingExcess(6, 0.5)).toBeGreaterThan(computeMeetingExcess(6, 3));
  });

  it('several plants: trips are added; sessions of one drive from town to town count once, where they say most', () => {
    const session = (plant: number, minute: number, weight: number | null) => ({
      plant,
      fromMs: minute * MINUTE,
      toMs: (minute + 10) * MINUTE,
      weight,
      chance: 0.01,
    });
    expect(computeMergedFactor([session(1, 0, 3), session(2, 500, 2)])).toBeCloseTo(computeBayesFactor([3, 2], []));
    // Beside each other, or along one road with forty minutes between two towns.
    expect(computeMergedFactor([session(1, 0, 3), session(2, 5, 2)])).toBeCloseTo(computeBayesFactor([3], []));
    expect(computeMergedFactor([session(1, 0, 2), session(2, 50, 3), session(3, 100, 1)])).toBeCloseTo(
      computeBayesFactor([3], []),
    );
    // Two sessions of one plant are two trips, and so is what lies more than an hour or three hours on.
    expect(computeMergedFactor([session(1, 0, 3), session(1, 45, 2)])).toBeCloseTo(computeBayesFactor([3, 2], []));
    expect(computeMergedFactor([session(1, 0, 3), session(2, 71, 2)])).toBeCloseTo(computeBayesFactor([3, 2], []));
    const road = [0, 55, 110, 165].map((minute, plant) => session(plant, minute, 2));
    expect(computeMergedFactor(road)).toBeCloseTo(computeBayesFactor([2], []));
    expect(computeMergedFactor([...road, session(9, 220, 2)])).toBeCloseTo(computeBayesFactor([2, 2], []));
    // A session without the candidate counts unless it lies beside another one.
    const apart = [session(1, 0, 3), session(2, 5, null), session(2, 500, null), session(3, 505, null)];
    expect(computeMergedFactor(apart)).toBeCloseTo(computeBayesFactor([3], [0.01]));
  });
});

describe('suspects', () => {
  const still = { night: 0, night_days: 0, loops: 0, night_loops: 0, gates: 0 };
  const none = {
    convoy: 0,
    discarded: 0,
    isFirstSeen: false,
    isForeign: false,
    isUninsured: false,
    isUninspected: false,
    looksMisread: false,
  };
  const moving = (value: object, passages = 1, reads = passages) => ({
    ...{ value: { ...still, ...value }, habit: still },
    ...{ reads, passages },
  });
  /** So many plates, all read once. */
  const ofOnce = (plates: number, facts: ReturnType<typeof moving>[]) => new ExcessShares([plates], facts);
  /** A hundred million plates of which this one alone did anything: no rarity is too much. */
  const alone = (facts: ReturnType<typeof moving>) => ofOnce(100_000_000, [facts]);

  it('a habit must be exceeded by two deviations; gates by themselves', () => {
    expect([
      computeOwnVariation('night', 4),
      computeOwnVariation('night_days', 1),
      computeOwnVariation('gates', 3),
    ]).toEqual([4, 2, 0]);
    expect([medianOfSpans([]), medianOfSpans([4]), medianOfSpans([1, 9]), medianOfSpans([0, 0, 8, 9])]).toEqual([
      0, 4, 5, 4,
    ]);
  });

  it('what plates read as often exceed their habits by as a matter of course is not counted, whatever the vehicle is', () => {
    const around = (loops: number) => ({ ...moving({ loops }, 100), habit: { ...still, loops: 6 } });
    // 9 960 plates read once, 40 read 64 to 127 times; of these the fourth goes round twice more than usual.
    const taxis = [9, 9, 8, 8, 7, 7, 6, 6].map(around);
    const shares = (...facts: ReturnType<typeof moving>[]) => new ExcessShares([9_960, 0, 0, 0, 0, 0, 40], facts);
    expect(shares(...taxis).usualExcess('loops', 100)).toEqual({ limit: 6, of: 40 });
    const status = { ...none, isForeign: true, isUninsured: true };
    for (const taxi of taxis)
      expect(computeSuspectScore(taxi, status, shares(...taxis), DEFAULT_SUSPECT_WEIGHTS)).toEqual({
        score: 0,
        items: [],
        code: 0,
      });
    // The third now goes round three times more than usual: nine are given, and 20 less 6 less 9 are five, worth 300; five of a hundred passages, a quarter of that.
    const rounder = around(20);
    const { score, items, code } = computeSuspectScore(
      rounder,
      none,
      shares(rounder, ...taxis, around(9)),
      DEFAULT_SUSPECT_WEIGHTS,
    );
    const counted = { value: 20, habit: 6, alike: 9, alikeOf: 40, plates: 1, of: 10_000, most: 300 };
    expect(items).toMatchObject([{ feature: 'loops', points: 75, ...counted }]);
    expect([score, code]).toEqual([75, 0b100]);
  });

  it('ten of 142 plates read as often do not hide each other', () => {
    const scouts = Array.from({ length: 10 }, () => moving({ night: 9 }, 10));
    const shares = new ExcessShares([200, 100, 100, 142], scouts);
    expect(shares.usualExcess('night', 10)).toEqual({ limit: 0, of: 142 });
    expect(shares.computeExcess('night', moving({ night: 9 }, 10))).toBe(9);
  });

  it('too few who are read as often are compared with those read twice as often and half as often too', () => {
    const [one, more] = [moving({ loops: 9 }, 16), moving({ loops: 12 }, 40)];
    const shares = new ExcessShares([500, 0, 0, 10, 5, 20], [one, more, more, more]);
    // Of 35 the fourth: 9.
    expect(shares.usualExcess('loops', 16)).toEqual({ limit: 27, of: 35 });
    expect(shares.usualExcess('loops', 40)).toEqual({ limit: 27, of: 35 });
    expect(shares.usualExcess('loops', 1)).toEqual({ limit: 0, of: 500 });
  });

  it('points are the smallest of points each, rarity and the most of the plant; below the least number there are none', () => {
    const round = moving({ loops: 30 });
    const ten = ofOnce(1000, [round, ...Array.from({ length: 9 }, () => moving({ loops: 30 }))]);
    expect(computeSuspectScore(round, none, ten, DEFAULT_SUSPECT_WEIGHTS)).toMatchObject({
      score: 200,
      items: [{ feature: 'loops', points: 200, value: 30, habit: 0, alike: 0, alikeOf: 1000, rarity: 100 }],
      code: 0b100,
    });
    expect(computeSuspectScore(round, none, alone(round), DEFAULT_SUSPECT_WEIGHTS).score).toBe(300);
    const three = moving({ loops: 3 });
    expect(computeSuspectScore(three, none, alone(three), DEFAULT_SUSPECT_WEIGHTS).score).toBe(180);
    const few = moving({ loops: 2 });
    expect(computeSuspectScore(few, none, alone(few), DEFAULT_SUSPECT_WEIGHTS).score).toBe(0);
  });

  it.each([
    [8, 40, 250],
    [8, 41, 244],
    [8, 160, 63],
    [3, 8, 120],
  ])('%d passages at night of %d in the window: %d points, in proportion below one in five', (night, reads, points) => {
    const driver = moving({ night }, reads);
    expect(computeSuspectScore(driver, none, alone(driver), DEFAULT_SUSPECT_WEIGHTS).score).toBe(points);
  });

  it('different nights and gates are no passages: as many points however often a plate was read', () => {
    const wanderer = moving({ night_days: 4, gates: 12 }, 300);
    const { items } = computeSuspectScore(wanderer, none, alone(wanderer), DEFAULT_SUSPECT_WEIGHTS);
    expect(items.map(({ feature, points }) => [feature, points])).toEqual([
      ['night_days', 150],
      ['gates', 60],
    ]);
  });

  it('who exceeds a habit by chance only is not listed', () => {
    const guard = { ...moving({ night: 30, night_loops: 12 }), habit: { ...still, night: 22, night_loops: 8 } };
    expect(computeSuspectScore(guard, none, alone(guard), DEFAULT_SUSPECT_WEIGHTS).score).toBe(0);
  });

  it('status alone lists nobody, and is worth 40 at most', () => {
    const status = { ...none, isFirstSeen: true, isForeign: true, isUninsured: true, isUninspected: true };
    expect(computeSuspectScore(moving({}), status, alone(moving({})), DEFAULT_SUSPECT_WEIGHTS).score).toBe(0);
    const facts = moving({ loops: 3 });
    expect(computeSuspectScore(facts, status, alone(facts), DEFAULT_SUSPECT_WEIGHTS).score).toBe(220);
  });

  it('from 400 points on 300 more are given; the scale ends at 999; the items add up at every place', () => {
    const facts = moving({ night: 4, night_days: 2, loops: 4, night_loops: 2 });
    for (const [more, score] of [
      [{}, 300 + 560],
      [{ discarded: 1 }, 300 + 620],
      [{ discarded: 2 }, 999],
      [{ convoy: 412 }, 999],
    ] as const) {
      const found = computeSuspectScore(facts, { ...none, ...more }, alone(facts), DEFAULT_SUSPECT_WEIGHTS);
      expect(found.score).toBe(score);
      expect(found.items.reduce((sum, { points }) => sum + points, 0)).toBe(score);
    }
    expect(
      computeSuspectScore(moving({}), { ...none, discarded: 2 }, alone(moving({})), DEFAULT_SUSPECT_WEIGHTS).score,
    ).toBe(720);
  });

  it('what looks like a misread loses 100 points and its status', () => {
    const facts = moving({ loops: 3 });
    const misread = { ...none, looksMisread: true, isForeign: true };
    expect(computeSuspectScore(facts, misread, alone(facts), DEFAULT_SUSPECT_WEIGHTS)).toMatchObject({ score: 80 });
  });

  it('SUS-11 the first drop of 300 separates vehicles of high interest from the others', () => {
    expect(countHighInterest([900, 700, 399, 120])).toBe(2);
    expect(countHighInterest([399, 200, 100])).toBe(0);
    expect(countHighInterest([999, 800])).toBe(2);
    expect(countHighInterest([])).toBe(0);
    // No score lies between the two groups.
    expect(countHighInterest([700, 399])).toBe(1);
  });

  it('SUS-14 the code is written in hex with 0x', () => {
    expect([formatSuspectCode(255), formatSuspectCode(4095), formatSuspectCode(1)]).toEqual([
      '0x0FF',
      '0xFFF',
      '0x001',
    ]);
  });

  it('every usual weight lies within its bounds, and no status may be worth more than usual', () => {
    for (const name of SUSPECT_WEIGHTS) {
      expect(DEFAULT_SUSPECT_WEIGHTS[name]).toBeGreaterThanOrEqual(WEIGHT_BOUNDS[name].min);
      expect(DEFAULT_SUSPECT_WEIGHTS[name]).toBeLessThanOrEqual(WEIGHT_BOUNDS[name].max);
    }
    for (const name of ['first_seen', 'foreign', 'uninsured', 'uninspected'] as const)
      expect(WEIGHT_BOUNDS[name].max).toBe(DEFAULT_SUSPECT_WEIGHTS[name]);
  });
});
