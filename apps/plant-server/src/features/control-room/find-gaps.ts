import type { HourRange, PlantMoment } from './hour-counts.repository.ts';

/**
 * Times within a range in which the plant recorded nothing, or every camera was off. A moment stands for the interval
 * before it; a plant without any moment, and the time before its first one, are unknown and not a gap.
 * @param intervalMs time between two moments of a plant that runs
 */
export function findGaps(
  moments: readonly PlantMoment[],
  range: HourRange,
  intervalMs: number,
): readonly { readonly fromMs: number; readonly toMs: number }[] {
  const gaps: { fromMs: number; toMs: number }[] = [];
  const add = (from: number, to: number): void => {
    const [fromMs, toMs] = [Math.max(from, range.fromMs), Math.min(to, range.toMs)];
    if (fromMs >= toMs) return;
    const last = gaps.at(-1);
    if (last !== undefined && last.toMs >= fromMs) last.toMs = Math.max(last.toMs, toMs);
    else gaps.push({ fromMs, toMs });
  };
  for (const [at, moment] of moments.entries()) {
    const before = moments[at - 1];
    if (before !== undefined && moment.atMs - before.atMs > intervalMs) add(before.atMs, moment.atMs - intervalMs);
    if (moment.isSilent) add(moment.atMs - intervalMs, moment.atMs);
  }
  return gaps;
}
