/** T 9: EURO classes go from 0 to 6. */
export const isEuroClass = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 6;

/** A EURO class as shown; null when there is none, or a plant sends one that does not exist. */
export const euroText = (value: number | null): string | null =>
  value !== null && isEuroClass(value) ? String(value) : null;
