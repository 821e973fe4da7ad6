import { describe, expect, it } from 'vitest';
import { ExcessShares, medianOfSpans, computeOwnVariation } from './excess-shares.ts';
import {
  formatSuspectCode,
  countHighInterest,
  computeSuspectScore,
  DEFAULT_SUSPECT_WEIGHTS,
  WEIGHT_BOUNDS,
  SUSPECT_WEIGHTS,
} from './suspect-score.ts';

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
