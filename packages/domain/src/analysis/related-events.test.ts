import { describe, expect, it } from 'vitest';
import {
  computeExpectedPasses,
  findHabitDay,
  selectHabitDays,
  computeLocalMinimum,
  mergeRelated,
  findOverlappingEvents,
  computeEventRarity,
} from './related-events.ts';

const MINUTE = 60_000;

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
