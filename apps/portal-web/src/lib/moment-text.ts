import { isCalendarDay, toRomeDay } from './rome-days.ts';

/**
 * Day `YYYY-MM-DD` and time `HH:mm` in Rome time. Both empty: an open end. An empty time is completed depending on
 * which end of a period it is.
 */
export interface Moment {
  readonly day: string;
  readonly time: string;
}

/** Formats a moment as everywhere in the product: DD/MM/YYYY HH:mm. */
export function formatMoment({ day, time }: Moment): string {
  if (day === '') return '';
  return `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)} ${time}`.trim();
}

/** Value of a native date-time field, YYYY-MM-DDTHH:mm; empty: no day. */
export const toIsoMoment = ({ day, time }: Moment): string =>
  day === '' ? '' : `${day}T${time === '' ? '00:00' : time}`;

/** Parses the value of a native date-time field. */
export const parseIsoMoment = (iso: string): Moment => ({ day: iso.slice(0, 10), time: iso.slice(11, 16) });

const MOMENT = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?(?:[\s,]+(\d{1,2})(?:[:.](\d{2}))?)?$/;
const padTwoDigits = (text: string): string => text.padStart(2, '0');

/** Parses typed text, day first; a missing year is the current one. Empty text: an open end. Null: not a calendar day. */
export function parseMoment(text: string, now: string): Moment | null {
  const trimmed = text.trim();
  if (trimmed === '') return { day: '', time: '' };
  const found = MOMENT.exec(trimmed);
  if (found === null) return null;
  const [, day = '', month = '', year = toRomeDay(now).slice(0, 4), hour, minute = '00'] = found;
  const iso = `${year.length === 2 ? `20${year}` : year}-${padTwoDigits(month)}-${padTwoDigits(day)}`;
  if (!isCalendarDay(iso)) return null;
  if (hour === undefined) return { day: iso, time: '' };
  return Number(hour) > 23 || Number(minute) > 59 ? null : { day: iso, time: `${padTwoDigits(hour)}:${minute}` };
}
