const MINUTE_MS = 60_000;

/** A camera is never called silent before this time without a read. */
export const MIN_SILENCE_MS = 15 * MINUTE_MS;
/** Reads that a camera usually has in a time of this length; none of them came, so it is silent. */
export const MIN_MISSING_READS = 12;
/** Without earlier weeks to compare with, this time without a read is a silence. */
export const UNKNOWN_ROAD_SILENCE_MS = 10 * 60 * MINUTE_MS;

export interface SilenceFacts {
  readonly lastReadMs: number;
  readonly nowMs: number;
  /** Reads in the same hours of earlier weeks, one number for each week with reads to compare with. */
  readonly earlier: readonly number[];
}

export interface SilenceJudgement {
  readonly isSilent: boolean;
  /** Reads that usually come in such a time; null: no earlier week is known. */
  readonly expected: number | null;
}

/**
 * Whether a camera is silent, judged by what it usually reads in the same hours of the week: a quiet road at night is
 * not. The middle week counts, the lower of two, so that neither one holiday nor one failure decides.
 */
export function judgeSilence({ lastReadMs, nowMs, earlier }: SilenceFacts): SilenceJudgement {
  const silenceMs = nowMs - lastReadMs;
  const sorted = earlier.toSorted((a, b) => a - b);
  const expected = sorted[(sorted.length - 1) >> 1] ?? null;
  if (silenceMs < MIN_SILENCE_MS) return { isSilent: false, expected };
  const isSilent = expected === null ? silenceMs >= UNKNOWN_ROAD_SILENCE_MS : expected >= MIN_MISSING_READS;
  return { isSilent, expected };
}
