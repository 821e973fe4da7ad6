export const FLAG = { full: 1, plate: 2, context: 4, whitelisted: 8 } as const;

/** Key of a transit. Its instant is contained in the id. */
export interface TransitKey {
  readonly plate: string;
  readonly id: string;
}

/** The table of a transit: passages without a plate are in one of their own. */
export const tableOfPlate = (plate: string): 'transit' | 'unread_transit' =>
  plate === '' ? 'unread_transit' : 'transit';

const DAY_MS = 86_400_000;
const DAY_ZERO = Date.UTC(2000, 0, 1);

/** Days since 2000-01-01; 0 for none. */
export const toDayNumber = (day: string | undefined): number =>
  day === undefined ? 0 : Math.round((Date.parse(`${day}T00:00:00.000Z`) - DAY_ZERO) / DAY_MS);

/** ISO day of a day number; null for 0. */
export const fromDayNumber = (number: number): string | null =>
  number === 0 ? null : new Date(DAY_ZERO + number * DAY_MS).toISOString().slice(0, 10);
