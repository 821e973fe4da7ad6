import { create } from 'zustand';

/** decisions: a plant is "slow" when the median of its last five response times exceeds three seconds. */
const MAX_TIMES_PER_PLANT = 5;
const SLOW_MEDIAN_MS = 3_000;

interface ResponseTimes {
  /** Milliseconds of the last responses, newest last, by peer id. */
  readonly times: ReadonlyMap<number, readonly number[]>;
  /** Peer ids of the slow plants. The same set object until one changes, so that a response alone causes no redraw. */
  readonly slow: ReadonlySet<number>;
}

export const useResponseTimes = create<ResponseTimes>(() => ({ times: new Map(), slow: new Set() }));

/** Peer ids of the plants marked "lento". */
export const useSlowPlants = (): ReadonlySet<number> => useResponseTimes(({ slow }) => slow);

/** Records the response time of a plant to one search. */
export function recordResponseTime(peerId: number, tookMs: number): void {
  useResponseTimes.setState(({ times, slow }) => {
    const last = [...(times.get(peerId) ?? []), tookMs].slice(-MAX_TIMES_PER_PLANT);
    const next = { times: new Map(times).set(peerId, last) };
    if (isSlow(last) === slow.has(peerId)) return next;
    return { ...next, slow: new Set(isSlow(last) ? [...slow, peerId] : [...slow].filter((id) => id !== peerId)) };
  });
}

/** WID-17: true when a plant with these response times is marked "lento". Without times it is not slow. */
export function isSlow(times: readonly number[] | undefined): boolean {
  if (times === undefined || times.length === 0) return false;
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return (median ?? 0) > SLOW_MEDIAN_MS;
}
