import { parseInstantMs } from '../time/rome.ts';
import type { TrackPoint, TrackSource } from './track.ts';

/** Two vehicles at one gate within the allowed gap. */
export interface Meeting<T extends TrackSource> {
  readonly first: TrackPoint<T>;
  readonly second: TrackPoint<T>;
  /** How much later the second passed; negative: earlier. Milliseconds. */
  readonly gapMs: number;
}

/** Meetings with no longer pause between them than this belong to one occasion, such as a drive. */
const OCCASION_PAUSE_MS = 60 * 60_000;

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly gapMs: number;
}

/**
 * Where and when two plates passed the same gate within `maxGapMs`, oldest first. Each passage takes part in one meeting
 * at most: the closest pairs are matched first, so that a vehicle which waits at a gate does not meet the other twice.
 * @param first, second points of two tracks, each oldest first
 */
export function findMeetings<T extends TrackSource>(
  first: readonly TrackPoint<T>[],
  second: readonly TrackPoint<T>[],
  maxGapMs: number,
): readonly Meeting<T>[] {
  const timesOf = (points: readonly TrackPoint<T>[]) => points.map(({ transit }) => parseInstantMs(transit.data));
  const [firstMs, secondMs] = [timesOf(first), timesOf(second)];
  const secondAtGate = new Map<string, number[]>();
  for (const [index, { gateKey }] of second.entries()) {
    const there = secondAtGate.get(gateKey);
    if (there === undefined) secondAtGate.set(gateKey, [index]);
    else there.push(index);
  }
  const pairs = first.flatMap(({ gateKey }, index): readonly Pair[] => {
    const atMs = firstMs[index] ?? 0;
    return listWithin(secondAtGate.get(gateKey) ?? [], secondMs, atMs - maxGapMs, atMs + maxGapMs).map((other) => ({
      first: index,
      second: other,
      gapMs: (secondMs[other] ?? 0) - atMs,
    }));
  });
  const taken = { first: new Set<number>(), second: new Set<number>() };
  const met: Pair[] = [];
  const byGap = pairs.toSorted(
    (a, b) => Math.abs(a.gapMs) - Math.abs(b.gapMs) || a.first - b.first || a.second - b.second,
  );
  for (const pair of byGap) {
    if (taken.first.has(pair.first) || taken.second.has(pair.second)) continue;
    taken.first.add(pair.first);
    taken.second.add(pair.second);
    met.push(pair);
  }
  return met
    .toSorted((a, b) => a.first - b.first)
    .flatMap(({ first: at, second: other, gapMs }) => {
      const [one, two] = [first[at], second[other]];
      return one === undefined || two === undefined ? [] : [{ first: one, second: two, gapMs }];
    });
}

/** Those of ordered indexes whose instants lie between two bounds, both included. */
function listWithin(
  indexes: readonly number[],
  instants: readonly number[],
  fromMs: number,
  toMs: number,
): readonly number[] {
  let [low, high] = [0, indexes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instants[indexes[middle] ?? 0] ?? 0) < fromMs) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < indexes.length && (instants[indexes[end] ?? 0] ?? 0) <= toMs) end += 1;
  return indexes.slice(low, end);
}

/** Meetings grouped by occasion, oldest first. */
export function groupByOccasion<T extends TrackSource>(
  meetings: readonly Meeting<T>[],
): readonly (readonly Meeting<T>[])[] {
  const occasions: Meeting<T>[][] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const meeting of meetings) {
    const atMs = parseInstantMs(meeting.first.transit.data);
    const current = occasions.at(-1);
    if (current === undefined || atMs - lastMs > OCCASION_PAUSE_MS) occasions.push([meeting]);
    else current.push(meeting);
    lastMs = atMs;
  }
  return occasions;
}
