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

/** By share of passages without a fully read plate, ascending; each was measured at its upper end. */
const MEASURED_BANDS: readonly MeasuredBand[] = [
  {
    maxUnread: 0.02,
    plant: { resident: [0.96, 1.17], commuter: [0.98, 1.16], passer_by: [0.77, 0.97] },
    gate: { resident: [0.94, 1.22], commuter: [1.03, 1.3], passer_by: [0.88, 1.06] },
  },
  {
    maxUnread: 0.1,
    plant: { resident: [1, 1.24], commuter: [1.01, 1.2], passer_by: [0.79, 1] },
    gate: { resident: [1.02, 1.35], commuter: [1.1, 1.4], passer_by: [0.93, 1.16] },
  },
  {
    maxUnread: 0.2,
    plant: { resident: [1.09, 1.36], commuter: [1.05, 1.26], passer_by: [0.82, 1.06] },
    gate: { resident: [1.14, 1.54], commuter: [1.19, 1.56], passer_by: [1.01, 1.3] },
  },
];

/**
 * Range of the true number of vehicles: from the low end of the band below to the high end of the own one, because a day lies between
 * the two, and never without the count itself. It held the true number in nine measured cases of ten.
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
  const at = MEASURED_BANDS.findIndex(({ maxUnread }) => unreadShare <= maxUnread);
  const [band, below] = [MEASURED_BANDS[at], MEASURED_BANDS[Math.max(0, at - 1)]];
  if (band === undefined || below === undefined || count < MIN_MEASURED_COUNT) return null;
  const [[low], [, high]] = [below[scope][kind], band[scope][kind]];
  return { low: Math.round(count * Math.min(1, low)), high: Math.round(count * Math.max(1, high)) };
}
