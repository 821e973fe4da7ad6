/** Calendar days in Europe/Rome, independent of the browser's time zone. The only module of the client that shifts days. */

const ZONE = 'Europe/Rome';
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const clockFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Day of an instant as `YYYY-MM-DD`. */
export const toRomeDay = (instant: string): string => dayFormat.format(new Date(instant));

/** Offset of Rome from UTC at an instant, in milliseconds. */
function getRomeOffsetMs(at: number): number {
  const found = new Map(clockFormat.formatToParts(at).map((part) => [part.type, Number(part.value)]));
  const pick = (type: Intl.DateTimeFormatPartTypes): number => found.get(type) ?? 0;
  const asUtc = Date.UTC(pick('year'), pick('month') - 1, pick('day'), pick('hour'), pick('minute'), pick('second'));
  return asUtc - Math.floor(at / 1000) * 1000;
}

/** Instant at which a Rome day begins. Correct also on the two days a year with 23 or 25 hours. */
export function startOfRomeDay(day: string): string {
  const utcMidnight = Date.parse(`${day}T00:00:00.000Z`);
  const guess = utcMidnight - getRomeOffsetMs(utcMidnight);
  return new Date(utcMidnight - getRomeOffsetMs(guess)).toISOString();
}

/** Start of the Rome day of an instant. */
export const getDayStart = (instant: string): string => startOfRomeDay(toRomeDay(instant));

/** Start of the Rome day that is `days` after the day of `instant`. */
export function shiftDays(instant: string, days: number): string {
  const noon = new Date(`${toRomeDay(instant)}T12:00:00.000Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return startOfRomeDay(noon.toISOString().slice(0, 10));
}

/** Days of 24 hours between two instants, with fraction. */
export const countElapsedDays = (earlier: string, later: string): number =>
  (Date.parse(later) - Date.parse(earlier)) / 86_400_000;

/** The instant `ms` milliseconds later (earlier when negative). */
export const shiftMs = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/** Whole minutes from an instant until `nowMs`; never negative. */
export const countMinutesSince = (instant: string, nowMs: number): number =>
  Math.max(0, Math.round((nowMs - Date.parse(instant)) / 60_000));

/** Converts an instant to Rome time: `YYYY-MM-DD` and `HH:mm`. */
export function toRomeClock(instant: string): { readonly day: string; readonly time: string } {
  const found = new Map(clockFormat.formatToParts(new Date(instant)).map((part) => [part.type, part.value]));
  return { day: toRomeDay(instant), time: `${found.get('hour')}:${found.get('minute')}` };
}

/** Converts Rome day and time to an instant; null when invalid. For an hour that occurs twice, the first one. */
export function parseRomeClock(day: string, time: string): string | null {
  const asUtc = Date.parse(`${day}T${time}:00.000Z`);
  if (Number.isNaN(asUtc)) return null;
  const guess = asUtc - getRomeOffsetMs(asUtc);
  return new Date(asUtc - getRomeOffsetMs(guess)).toISOString();
}

/** True for a `YYYY-MM-DD` that exists in the calendar. */
export function isCalendarDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  // An invalid date such as 31 February is rejected or rolls over to March, so it does not round-trip.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day;
}
