/** Trips between gates in classes of minutes, from which a median over any number of days can be estimated (ADR 0022). Pure. */

/** Upper ends of the classes in minutes, included. A longer time between two gates is no trip. */
export const TRIP_CLASS_MINUTES: readonly number[] = [1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60];

/** Longest trip, seconds. */
export const MAX_TRIP_S = 3_600;

/**
 * Median of trips of which only the number in each class is known: within its class the trips are taken as evenly spread, so it is
 * off by less than the width of the class.
 * @param counts trips of each class, in the order of `TRIP_CLASS_MINUTES`
 * @returns seconds; null without trips
 */
export function estimateMedianSeconds(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, n) => sum + n, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [at, end] of TRIP_CLASS_MINUTES.entries()) {
    const n = counts[at] ?? 0;
    if (n > 0 && below + n >= total / 2) {
      const start = TRIP_CLASS_MINUTES[at - 1] ?? 0;
      return Math.round(60 * (start + ((total / 2 - below) / n) * (end - start)));
    }
    below += n;
  }
  return MAX_TRIP_S;
}
