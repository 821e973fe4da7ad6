/** P 3: an explicit false denies; plants also send 0 for it; null, missing or true allow (readings B-40). */
export const acceptsBlacklistEntries = (insertBl: boolean | number | null | undefined): boolean =>
  insertBl !== false && insertBl !== 0;

/** P 3: minutes a search may reach back; null: no limit (readings B-39). */
export const toSearchLimitMinutes = (tMax: number): number | null => (tMax > 0 ? tMax : null);
