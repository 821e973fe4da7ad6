/**
 * Days of a plant are days of Europe/Rome. The only file that knows time zones; instants are ISO strings in UTC, days
 * are `YYYY-MM-DD`.
 */
const ZONE = 'Europe/Rome';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Number of hours whose UTC offset is cached: more than a year has. */
const MAX_CACHED_OFFSETS = 10_000;

const ROME_FORMAT = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const offsetCache = new Map<number, number>();

/** UTC offset of Rome, milliseconds. It changes on full hours only, and computing it is slow. */
function getRomeOffsetMs(ms: number): number {
  const hour = Math.floor(ms / HOUR_MS);
  const known = offsetCache.get(hour);
  if (known !== undefined) return known;
  const at = hour * HOUR_MS;
  const wall = new Map(ROME_FORMAT.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const field = (name: Intl.DateTimeFormatPartTypes): number => wall.get(name) ?? 0;
  const [hours, minutes, seconds] = [field('hour'), field('minute'), field('second')];
  const local = Date.UTC(field('year'), field('month') - 1, field('day'), hours, minutes, seconds);
  if (offsetCache.size >= MAX_CACHED_OFFSETS) offsetCache.clear();
  offsetCache.set(hour, local - at);
  return local - at;
}

/** The same instant on the wall clock of Rome, as if it were UTC; milliseconds. */
export const toRomeWallMs = (ms: number): number => ms + getRomeOffsetMs(ms);

/** Milliseconds since 1970 of an ISO instant. Throws RangeError on invalid text. */
export function parseInstantMs(instant: string): number {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) throw new RangeError('not an instant');
  return ms;
}

/** ISO instant in UTC with milliseconds. */
export const toIsoInstant = (ms: number): string => new Date(ms).toISOString();

/** Rome day of an instant in milliseconds. */
export const toRomeDay = (ms: number): string => toIsoInstant(toRomeWallMs(ms)).slice(0, 10);

/** Hour of the Rome day, 0 to 23. */
export const toRomeHour = (ms: number): number => new Date(toRomeWallMs(ms)).getUTCHours();

/** First instant (milliseconds) of a Rome day, also on the two days a year when the clock changes. */
export function romeDayStart(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight)) throw new RangeError('not a day');
  const guess = midnight - getRomeOffsetMs(midnight);
  return midnight - getRomeOffsetMs(guess);
}

/** The day `count` days later (earlier, when negative). */
export const addDays = (day: string, count: number): string =>
  toIsoInstant(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).slice(0, 10);

/** Same day of the month `count` months later, or the last day of a shorter month. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return toIsoInstant(Date.UTC(year, month - 1 + count, Math.min(date, lastDate))).slice(0, 10);
}

/** The day itself if it exists in the calendar, else null. */
export function validateDay(day: string): string | null {
  const ms = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(ms) && toIsoInstant(ms).slice(0, 10) === day ? day : null;
}

/** Night hours of the roll-ups: 22:00 to 05:59 of the Rome day. */
export const isNightHour = (hour: number): boolean => hour >= 22 || hour < 6;
