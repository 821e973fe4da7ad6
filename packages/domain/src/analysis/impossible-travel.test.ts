import { describe, expect, it } from 'vitest';
import {
  hasImpossibleLeg,
  findImpossibleDays,
  classifyImpossible,
  computeLegSpeed,
  splitTracks,
  type PlacedPassage,
} from './impossible-travel.ts';

const MINUTE = 60_000;

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

  it('possible legs may add up to an impossible drive, and midnight hides nothing of the hour before it', () => {
    // 3.9 km in ten seconds is forgiven, twice of it is not.
    const fast = [0, 1, 2].map((n) => at(n * 3.9, n / 6));
    expect(hasImpossibleLeg(fast)).toBe(true);
    expect(splitTracks(fast).discarded).toBe(1);
    const dayOf = (ms: number): string => String(Math.floor(ms / (1440 * MINUTE)));
    const late = [at(0, 1400), at(0, 1438), at(30, 1443), at(31, 1460)];
    const [day, ...others] = findImpossibleDays(late, dayOf);
    expect(day).toMatchObject({ day: '1', kind: 'check', discarded: 1 });
    expect([day?.passages.length, others.length]).toEqual([3, 0]);
    // More than an hour before, a read of the day before is not compared.
    expect(findImpossibleDays([at(0, 1379), at(300, 1441)], dayOf)).toEqual([]);
  });

  it('what is left contradicts nothing, and none, one or more discarded are as few as possible (all subsets)', () => {
    for (let seed = 1; seed < 60; seed++) {
      let state = seed * 7919;
      const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
      const passages = Array.from({ length: 9 }, () =>
        at(random() * (seed % 7) * 9, Math.floor(random() * 60)),
      ).toSorted((a, b) => a.timeMs - b.timeMs);
      const isFree = (some: readonly PlacedPassage[]): boolean =>
        some.every((to, i) => some.slice(0, i).every((from) => !computeLegSpeed(from, to).isImpossible));
      let best = 0;
      for (let set = 0; set < 512; set++) {
        const chosen = passages.filter((_, i) => (set >> i) & 1);
        if (chosen.length > best && isFree(chosen)) best = chosen.length;
      }
      const { discarded, isMain } = splitTracks(passages);
      expect(isFree(passages.filter((_, i) => isMain[i]))).toBe(true);
      expect(Math.min(2, discarded)).toBe(Math.min(2, 9 - best));
      expect(discarded - (9 - best)).toBeLessThanOrEqual(1);
    }
  });
});
