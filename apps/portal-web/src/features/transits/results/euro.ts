/** T 9: EURO classes go from 0 to 6. */
export const isEuroClass = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 6;

/** Formats a EURO class; null when it is missing or out of range. */
export const formatEuroClass = (value: number | null): string | null =>
  value !== null && isEuroClass(value) ? String(value) : null;
