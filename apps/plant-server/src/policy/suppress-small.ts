/** Counts from 1 to this are not published: with what is known in a small town they point at a person. */
export const MAX_SUPPRESSED = 4;

/**
 * Replaces small counts by null. Where only one would be hidden, the next smallest goes too, because the hidden one
 * could be computed from the total.
 */
export function suppressSmall(counts: readonly number[]): readonly (number | null)[] {
  const isSmall = (count: number): boolean => count > 0 && count <= MAX_SUPPRESSED;
  if (counts.filter(isSmall).length !== 1) return counts.map((count) => (isSmall(count) ? null : count));
  const others = counts.filter((count) => count > MAX_SUPPRESSED);
  const next = counts.indexOf(Math.min(...others));
  return counts.map((count, at) => (isSmall(count) || at === next ? null : count));
}
