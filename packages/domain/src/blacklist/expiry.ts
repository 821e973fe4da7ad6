import { addDays, addMonths, toIsoInstant, validateDay, toRomeDay, romeDayStart } from '../time/rome.ts';

/** Expiry of a list entry (T 4.7, T 5.3): a Rome day; the entry is valid until its last millisecond. */

/** Quick choices of the form, in the form's order. */
export const QUICK_EXPIRIES = [
  { id: '15gg', days: 15 },
  { id: '30gg', days: 30 },
  { id: '60gg', days: 60 },
  { id: '3mesi', months: 3 },
  { id: '6mesi', months: 6 },
  { id: '1anno', months: 12 },
] as const;
export type QuickExpiry = (typeof QUICK_EXPIRIES)[number];

/** Last instant of a Rome day, ISO. */
export const endOfRomeDay = (day: string): string => toIsoInstant(romeDayStart(addDays(day, 1)) - 1);

/** The day that a quick choice means. */
export function resolveQuickExpiry(choice: QuickExpiry, nowMs: number): string {
  const today = toRomeDay(nowMs);
  return 'days' in choice ? addDays(today, choice.days) : addMonths(today, choice.months);
}

/** Latest expiry day of an entry: one year from today. It is also the default of a new entry. */
export const latestExpiryDay = (nowMs: number): string => addMonths(toRomeDay(nowMs), 12);

const DAY_WORDS: Readonly<Record<string, number>> = {
  ...{ oggi: 0, domani: 1, ieri: -1, ora: 0 },
  ...{ today: 0, tomorrow: 1, yesterday: -1, now: 0 },
};

const toIsoDay = (year: string, month: string, date: string): string | null =>
  validateDay(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);

const TIME_PATTERN = String.raw`(?:[ T]+(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?`;
const ITALIAN_DATE_PATTERN = new RegExp(String.raw`^(\d{1,2})([/-])(\d{1,2})\2(\d{4})${TIME_PATTERN}$`);
const ISO_DATE_PATTERN = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${TIME_PATTERN}$`);

/**
 * Parses a day a person typed: dd/mm/yyyy, dd-mm-yyyy or yyyy-mm-dd, or oggi, domani, ieri, ora in either
 * language. A time of day is accepted and ignored (T 5.3). Null: not a day.
 */
export function parseTypedDay(text: string, nowMs: number): string | null {
  const input = text.trim().toLowerCase();
  const shift = Object.hasOwn(DAY_WORDS, input) ? DAY_WORDS[input] : undefined;
  if (shift !== undefined) return addDays(toRomeDay(nowMs), shift);
  const [, date, , month, year] = ITALIAN_DATE_PATTERN.exec(input) ?? [];
  if (date !== undefined && month !== undefined && year !== undefined) return toIsoDay(year, month, date);
  const [, isoYear, isoMonth, isoDate] = ISO_DATE_PATTERN.exec(input.toUpperCase()) ?? [];
  if (isoYear === undefined || isoMonth === undefined || isoDate === undefined) return null;
  return toIsoDay(isoYear, isoMonth, isoDate);
}

/** `YYYY-MM-DD` as dd/mm/yyyy. */
export const formatItalianDay = (day: string): string => day.split('-').toReversed().join('/');
