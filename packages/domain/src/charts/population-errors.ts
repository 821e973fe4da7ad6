import type { PopulationClass } from './population.ts';

/**
 * How far the counts of the population were off in worlds with planted truth: `npm run bench -- charts --only population` on fresh
 * seeds, see the model card. Pure.
 */

/** Fewest plates of a class for which a range was measured. */
export const MIN_MEASURED_COUNT = 50;

/** True number divided by the counted one: the 5th and the 95th percentile. */
type Range = readonly [low: number, high: number];

interface MeasuredBand {
  /** Up to this share of passages without a fully read plate. */
  readonly maxUnread: number;
  readonly plant: Readonly<Record<PopulationClass, Range>>;
  readonly gate: Readonly<Record<PopulationClass, Range>>;
}

/** By share of passages without a fully read plate; measured at the upper end. */
const MEASURED_BANDS: readonly MeasuredBand[] = [];

/**
 * Range in which the true number of vehicles was in nine measured cases of ten.
 * @param count plates of the class
 * @param unreadShare share of the day's passages without a fully read plate, 0 to 1
 * @returns null where nothing was measured: for few plates, or for very many passages that were not read
 */
export function estimateRange(
  kind: PopulationClass,
  count: number,
  scope: 'plant' | 'gate',
  unreadShare: number,
): { readonly low: number; readonly high: number } | null {
  const band = MEASURED_BANDS.find(({ maxUnread }) => unreadShare <= maxUnread);
  if (band === undefined || count < MIN_MEASURED_COUNT) return null;
  const [low, high] = band[scope][kind];
  return { low: Math.round(count * low), high: Math.round(count * high) };
}
