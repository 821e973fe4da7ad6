/** Local days of the plants (Europe/Rome), computed from the EU daylight-saving rule without a time-zone database. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * A simulated day runs from 03:00 to 03:00 local time, when traffic is lowest, so that one night belongs to one day.
 */
export const DAY_STARTS_AT_HOUR = 3;

export interface SimDay {
  /** Days since 1970-01-01 of the local calendar day on which the simulated day begins. */
  readonly number: number;
  /** Epoch milliseconds of local midnight (00:00) of that calendar day. */
  readonly midnightMs: number;
  /** Half-open bounds of the simulated day. */
  readonly startMs: number;
  readonly endMs: number;
  /** 0 Monday to 6 Sunday. */
  readonly weekday: number;
  readonly isHoliday: boolean;
}

/**
 * Offset of Rome from UTC in hours: 2 from the last Sunday of March to the last Sunday of October (01:00 UTC), else
 * 1.
 */
export function getRomeOffsetHours(epochMs: number): number {
  const year = new Date(epochMs).getUTCFullYear();
  return epochMs >= findLastSunday(year, 2) && epochMs < findLastSunday(year, 9) ? 2 : 1;
}

function findLastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * DAY_MS;
}

/** Returns the simulated day that contains the instant. */
export function findSimDay(epochMs: number): SimDay {
  const local = epochMs + getRomeOffsetHours(epochMs) * HOUR_MS - DAY_STARTS_AT_HOUR * HOUR_MS;
  return buildSimDay(Math.floor(local / DAY_MS));
}

export function buildSimDay(number: number): SimDay {
  const startMs = localToUtc(number * DAY_MS + DAY_STARTS_AT_HOUR * HOUR_MS);
  return {
    number,
    midnightMs: localToUtc(number * DAY_MS),
    startMs,
    endMs: localToUtc((number + 1) * DAY_MS + DAY_STARTS_AT_HOUR * HOUR_MS),
    weekday: (number + 3) % 7,
    isHoliday: (number + 3) % 7 === 6 || FIXED_HOLIDAYS.has(new Date(number * DAY_MS).toISOString().slice(5, 10)),
  };
}

function localToUtc(localMs: number): number {
  const guess = localMs - HOUR_MS;
  return localMs - getRomeOffsetHours(guess) * HOUR_MS;
}

const FIXED_HOLIDAYS = new Set([
  '01-01',
  '01-06',
  '04-25',
  '05-01',
  '06-02',
  '08-15',
  '11-01',
  '12-08',
  '12-25',
  '12-26',
]);

/** Local time of an instant as a camera prints it: `20/11/2026 14:31:58`. */
export function formatLocalCaption(epochMs: number): string {
  const iso = new Date(epochMs + getRomeOffsetHours(epochMs) * HOUR_MS).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

/** Local hour as a fraction, 0 to 24. */
export function getLocalHour(epochMs: number): number {
  const local = epochMs + getRomeOffsetHours(epochMs) * HOUR_MS;
  return (((local % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS;
}

/** Daylight from 0 (night) to 1 (day) at the latitude of Romagna; dawn and dusk take about forty minutes. */
export function computeDaylight(epochMs: number): number {
  const dayOfYear = ((epochMs / DAY_MS) % 365.2425) + 10;
  const half = 6.05 + 1.65 * Math.sin(((dayOfYear - 91) / 365.2425) * 2 * Math.PI);
  const noon = 12.2 + (getRomeOffsetHours(epochMs) - 1);
  const fromEdge = half - Math.abs(getLocalHour(epochMs) - noon);
  return Math.min(1, Math.max(0, 0.5 + fromEdge / 0.7));
}
