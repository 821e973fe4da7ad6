import { create } from 'zustand';
import { type CallTiming, readCallTiming } from './call-timing.ts';

/** decisions: a plant is "slow" when the median of its last five response times exceeds three seconds. */
const MAX_TIMES_PER_PLANT = 5;
const SLOW_MEDIAN_MS = 3_000;

interface ResponseTimes {
  /** Milliseconds of the last responses, newest last, by peer id. */
  readonly times: ReadonlyMap<number, readonly number[]>;
  /** Peer ids of the slow plants. The same set object until one changes, so that a response alone causes no redraw. */
  readonly slow: ReadonlySet<number>;
  /** Where the time of the last response went, by peer id; missing where the plant does not say. */
  readonly timings: ReadonlyMap<number, CallTiming>;
}

export const useResponseTimes = create<ResponseTimes>(() => ({
  times: new Map(),
  slow: new Set(),
  timings: new Map(),
}));

/** Peer ids of the plants marked "lento". */
export const useSlowPlants = (): ReadonlySet<number> => useResponseTimes(({ slow }) => slow);

/** Where the time of a plant's last response to a search went. */
export const useCallTimings = (): ReadonlyMap<number, CallTiming> => useResponseTimes(({ timings }) => timings);

/** Records the response time of a plant to one search. `serverTiming`: its header of that name, if it sent one. */
export function recordResponseTime(peerId: number, tookMs: number, serverTiming: string | null = null): void {
  const timing = readCallTiming(serverTiming, tookMs);
  useResponseTimes.setState(({ times, slow, timings }) => {
    const last = [...(times.get(peerId) ?? []), tookMs].slice(-MAX_TIMES_PER_PLANT);
    const next = {
      times: new Map(times).set(peerId, last),
      timings: timing === null ? timings : new Map(timings).set(peerId, timing),
    };
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
