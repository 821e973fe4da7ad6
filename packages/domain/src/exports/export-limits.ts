/** How many transits may be exported at once (decisions; readings TA14). */

export interface ExportContents {
  /** Scene and plate pictures. */
  readonly withImages: boolean;
  /** Context pictures; only together with pictures. */
  readonly withContextImages: boolean;
}

/** `base` is the limit for data only; the others are the divisors applied for each kind of contents. */
export interface ExportCosts {
  readonly base: number;
  readonly images: number;
  readonly contextImages: number;
  readonly mono: number;
}

/**
 * 50 000 with data only, 10 000 with pictures, 5 000 with context pictures; half of it on a plant that exports alone.
 */
export const EXPORT_COSTS: ExportCosts = { base: 50_000, images: 5, contextImages: 10, mono: 2 };

/** Transits one request may contain with these contents when nothing of the quota is used. */
export function computeExportLimit(
  contents: ExportContents,
  isMono: boolean,
  costs: ExportCosts = EXPORT_COSTS,
): number {
  const factor = contents.withContextImages ? costs.contextImages : contents.withImages ? costs.images : 1;
  return Math.floor(costs.base / (factor * (isMono ? costs.mono : 1)));
}

/**
 * T 9: limit times (1 minus the used share), never below 0. `used`: share of the quota already exported, 0 to 1
 * (above 1 where the limit was lowered since).
 */
export const computeRemainingExports = (cost: number, used: number): number =>
  // 1 - 0.98 is slightly less than 0.02 in binary: without the margin, whole results would be rounded down.
  Math.floor(cost * Math.max(0, 1 - used) + 1e-6);

/** Files of an export, also of a cancelled one, are deleted this long after its end (T 9, readings TA64). */
export const EXPORT_RETENTION_MS = 3 * 86_400_000;

/** Daily quota of a person on one plant, in requests of maximum size. */
export const EXPORT_REQUESTS_A_DAY = 10;
