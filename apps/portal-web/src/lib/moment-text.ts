import { isCalendarDay, romeDay } from './rome-days.ts';

/** A day `YYYY-MM-DD` and a time `HH:mm` on the clocks of Rome; both empty: no end. An empty time is filled by the end it belongs to. */
export interface Moment {
  readonly day: string;
  readonly time: string;
}

/** As written everywhere in the product: DD/MM/YYYY HH:mm. */
export function momentText({ day, time }: Moment): string {
  if (day === '') return '';
  return `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)} ${time}`.trim();
}

/** The form of a browser's own calendar, YYYY-MM-DDTHH:mm; empty: no day. */
export const isoOfMoment = ({ day, time }: Moment): string =>
  day === '' ? '' : `${day}T${time === '' ? '00:00' : time}`;

/** What a browser's own calendar gave. */
export const momentOfIso = (iso: string): Moment => ({ day: iso.slice(0, 10), time: iso.slice(11, 16) });

const MOMENT = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?(?:[\s,]+(\d{1,2})(?:[:.](\d{2}))?)?$/;
const two = (text: string): string => text.padStart(2, '0');

/** What a person typed, day first; without a year the present one. Empty text: no end. Null: no day of the calendar. */
export function parseMoment(text: string, now: string): Moment | null {
  const trimmed = text.trim();
  if (trimmed === '') return { day: '', time: '' };
  const found = MOMENT.exec(trimmed);
  if (found === null) return null;
  const [, day = '', month = '', year = romeDay(now).slice(0, 4), hour, minute = '00'] = found;
  const iso = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`;
  if (!isCalendarDay(iso)) return null;
  if (hour === undefined) return { day: iso, time: '' };
  return Number(hour) > 23 || Number(minute) > 59 ? null : { day: iso, time: `${two(hour)}:${minute}` };
}
