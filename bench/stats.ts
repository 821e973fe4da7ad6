/** The value at or below which `share` (0 to 1) of the numbers are, by nearest rank; NaN for an empty list. */
export function computePercentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1] ?? Number.NaN;
}

/** Summary of call durations in milliseconds. */
export interface Times {
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

const roundToTenth = (ms: number): number => Math.round(ms * 10) / 10;

/** Null for an empty list. */
export function summarizeTimes(ms: readonly number[]): Times | null {
  if (ms.length === 0) return null;
  return {
    n: ms.length,
    p50: roundToTenth(computePercentile(ms, 0.5)),
    p95: roundToTenth(computePercentile(ms, 0.95)),
    max: roundToTenth(Math.max(...ms)),
  };
}
