/**
 * Days of a plant are days of Europe/Rome. The one file that knows time zones; instants are ISO strings in UTC, days are
 * `YYYY-MM-DD`.
 */
const ZONE = 'Europe/Rome';
const DAY_MS = 86_400_000;

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

function wallClock(ms: number): Map<string, string> {
  return new Map(parts.formatToParts(ms).map((part) => [part.type, part.value]));
}

/** Milliseconds since 1970 of an ISO instant. Throws RangeError on text that is no instant. */
export function msOf(instant: string): number {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) throw new RangeError('not an instant');
  return ms;
}

/** ISO instant in UTC with milliseconds. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Rome day of an instant in milliseconds. */
export function romeDayOf(ms: number): string {
  const wall = wallClock(ms);
  return `${wall.get('year')}-${wall.get('month')}-${wall.get('day')}`;
}

/** Hour of the Rome day, 0 to 23. */
export const romeHourOf = (ms: number): number => Number(wallClock(ms).get('hour'));

function offsetAt(ms: number): number {
  const wall = wallClock(ms);
  const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((k) =>
    Number(wall.get(k)),
  );
  const local = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return local - Math.floor(ms / 1000) * 1000;
}

/** The same instant on the wall clock of Rome, as if it were UTC; milliseconds. */
export const romeWallMs = (ms: number): number => ms + offsetAt(ms);

/** First instant (milliseconds) of a Rome day; right on the two days a year when the clock changes. */
export function romeDayStart(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight)) throw new RangeError('not a day');
  const guess = midnight - offsetAt(midnight);
  return midnight - offsetAt(guess);
}

/** Day `count` days after (before, when negative) a day. */
export const addDays = (day: string, count: number): string =>
  isoOf(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).slice(0, 10);

/** Same day of the month `count` months later; the last day of that month when it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return isoOf(Date.UTC(year, month - 1 + count, Math.min(date, lastDate))).slice(0, 10);
}

/** The day itself when there is such a day, else null. */
export function knownDay(day: string): string | null {
  const ms = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(ms) && isoOf(ms).slice(0, 10) === day ? day : null;
}

/** Night hours of the roll-ups: 22:00 to 05:59 of the Rome day. */
export const isNightHour = (hour: number): boolean => hour >= 22 || hour < 6;
