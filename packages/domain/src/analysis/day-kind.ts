import { toIsoInstant, parseInstantMs } from '../time/rome.ts';

const DAY_MS = 86_400_000;

/** Day number (from 1970-01-01) and second of the day of a wall-clock instant. */
export const localDay = (localMs: number): number => Math.floor(localMs / DAY_MS);
export const localSecond = (localMs: number): number => Math.floor((((localMs % DAY_MS) + DAY_MS) % DAY_MS) / 1000);

/** Italian public holidays of every year, as month-day. */
const FIXED_HOLIDAYS = new Set(['1-1', '1-6', '4-25', '5-1', '6-2', '8-15', '11-1', '12-8', '12-25', '12-26']);

/** Day of Easter Monday, counted from 1970 (anonymous Gregorian computus). */
function easterMonday(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const [month, day] = [Math.floor((h + l - 7 * m + 114) / 31), ((h + l - 7 * m + 114) % 31) + 1];
  const two = (number: number): string => String(number).padStart(2, '0');
  return parseInstantMs(`${year}-${two(month)}-${two(day)}T00:00:00.000Z`) / DAY_MS + 1;
}

const kinds = new Map<number, 'work' | 'rest'>();

/** Days with similar traffic: working days, or weekends and holidays. */
export function getDayKind(day: number): 'work' | 'rest' {
  const known = kinds.get(day);
  if (known !== undefined) return known;
  const [year = 0, month = 0, date = 0] = toIsoInstant(day * DAY_MS)
    .slice(0, 10)
    .split('-')
    .map(Number);
  // The first day of 1970 was a Thursday.
  const weekday = (day + 4) % 7;
  const isRest = weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.has(`${month}-${date}`) || easterMonday(year) === day;
  const kind = isRest ? 'rest' : 'work';
  kinds.set(day, kind);
  return kind;
}
