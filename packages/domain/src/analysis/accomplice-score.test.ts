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
import { PlateHistory } from './plate-history.ts';

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
