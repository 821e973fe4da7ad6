import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMeetings, groupByOccasion } from './meetings.ts';
import { buildTrack, type TrackSource } from './track.ts';

const START_MS = Date.UTC(2026, 10, 20);
const MINUTE_MS = 60_000;

/** Passages as gate and minute. */
const track = (...passages: readonly (readonly [gate: number, minute: number])[]) =>
  buildTrack(
    passages.map(([gate, minute], index) => ({
      peerId: 1,
      transit: {
        id: String(index),
        data: new Date(START_MS + minute * MINUTE_MS).toISOString(),
        varco_id: gate,
        gps_lat: 44,
        gps_lon: 12,
      } satisfies TrackSource,
    })),
  ).points;
const summarize = (meetings: ReturnType<typeof findMeetings>) =>
  meetings.map(({ first, gapMs }) => [first.transit.varco_id, gapMs / MINUTE_MS]);

describe('meetings of two plates', () => {
  it('are passages of one gate within the gap, either first; another gate or a moment too late is none', () => {
    const first = track([1, 0], [2, 10], [3, 20], [4, 30]);
    const second = track([1, 5], [2, 8], [3, 25.01], [5, 30]);
    expect(summarize(findMeetings(first, second, 5 * MINUTE_MS))).toEqual([
      [1, 5],
      [2, -2],
    ]);
  });

  it('are of the same plant: gates of two plants may have the same number', () => {
    const [here] = track([1, 0]);
    const there = { ...here!, peerId: 2, gateKey: '2:1' };
    expect(findMeetings([here!], [there], MINUTE_MS)).toEqual([]);
  });

  it('take the closest: a vehicle that waits at the gate meets the other once', () => {
    const first = track([1, 0], [1, 3]);
    expect(summarize(findMeetings(first, track([1, 2]), 5 * MINUTE_MS))).toEqual([[1, -1]]);
    expect(summarize(findMeetings(first, track([1, 1], [1, 4]), 5 * MINUTE_MS))).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('belong to one occasion until an hour without', () => {
    const first = track([1, 0], [2, 60], [3, 121]);
    const occasions = groupByOccasion(findMeetings(first, first, 0));
    expect(occasions.map((meetings) => meetings.length)).toEqual([2, 1]);
    expect(groupByOccasion([])).toEqual([]);
  });

  it('are the same whichever plate is named first, in time order, each passage once, none beyond the gap', () => {
    const passages = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 60 })), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(passages, passages, fc.integer({ min: 0, max: 10 }), (a, b, gap) => {
        const [one, two] = [track(...a), track(...b)];
        const met = findMeetings(one, two, gap * MINUTE_MS);
        const reversed = findMeetings(two, one, gap * MINUTE_MS);
        expect(reversed).toHaveLength(met.length);
        expect(new Set(met.map(({ first }) => first.number)).size).toBe(met.length);
        expect(new Set(met.map(({ second }) => second.number)).size).toBe(met.length);
        expect(met.every(({ gapMs }) => Math.abs(gapMs) <= gap * MINUTE_MS)).toBe(true);
        const times = met.map(({ first }) => first.transit.data);
        expect(times).toEqual(times.toSorted());
        // Nothing that could still meet is left over.
        const [free, freed] = [
          one.filter((point) => !met.some(({ first }) => first === point)),
          two.filter((point) => !met.some(({ second }) => second === point)),
        ];
        expect(findMeetings(free, freed, gap * MINUTE_MS)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
