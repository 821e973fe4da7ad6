const HOUR_MS = 3_600_000;

/**
 * The whole hours of a half-open range (milliseconds): sums are stored by the hour. The running hour belongs to a range that
 * reaches into it; later hours never do. An empty range has `toMs` equal to `fromMs`.
 */
export function toWholeHours(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const from = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
  const running = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const to = toMs > running ? running + HOUR_MS : Math.floor(toMs / HOUR_MS) * HOUR_MS;
  return { fromMs: from, toMs: Math.max(from, to) };
}
