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
