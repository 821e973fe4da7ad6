/** Longest time without an acknowledged write, in seconds, from the fault to `endMs`. Instants in milliseconds, ascending. */
export function findOutage(acknowledgedMs: readonly number[], faultMs: number, endMs: number): number {
  const within = acknowledgedMs.filter((ms) => ms > faultMs && ms < endMs);
  const marks = [faultMs, ...within, endMs];
  return Math.max(...marks.slice(1).map((ms, i) => ms - (marks[i] ?? ms))) / 1_000;
}

/** The value below which this share of all lies, as the nearest rank; 0 for none. */
export function findQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
