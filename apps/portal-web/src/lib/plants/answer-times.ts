import { create } from 'zustand';

/** decisions: a plant is "slow" when its last five answers have a median over three seconds. */
const KEPT = 5;
const SLOW_MEDIAN_MS = 3_000;

interface AnswerTimes {
  /** Milliseconds of the last answers, newest last, by peer id. */
  readonly times: ReadonlyMap<number, readonly number[]>;
}

export const useAnswerTimes = create<AnswerTimes>(() => ({ times: new Map() }));

/** Takes in how long a plant took to answer one search. */
export function noteAnswer(peerId: number, tookMs: number): void {
  useAnswerTimes.setState(({ times }) => ({
    times: new Map(times).set(peerId, [...(times.get(peerId) ?? []), tookMs].slice(-KEPT)),
  }));
}

/** WID-17: the "lento" mark of a plant whose answers took these times; none yet: not slow. */
export function isSlow(times: readonly number[] | undefined): boolean {
  if (times === undefined || times.length === 0) return false;
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return (median ?? 0) > SLOW_MEDIAN_MS;
}
