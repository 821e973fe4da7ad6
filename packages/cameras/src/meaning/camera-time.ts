import { toInstantOfLocal, toWallMs } from '@varco/domain/time/local-time.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { NoteCode } from '../camera-types.ts';

export interface CameraTime {
  /** ISO instant in UTC. */
  readonly at: string;
  readonly source: 'offset' | 'zone' | 'epoch';
  readonly note: NoteCode | null;
}

/** Clocks outside these years were never set. */
const [FIRST_MS, LAST_MS] = [startOfYear(2000), startOfYear(2100)];
function startOfYear(year: number): number {
  return toWallMs(year, 1, 1, 0, 0, 0) ?? 0;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = String.raw`(\d{1,2})[:.h-]?(\d{2})(?:[:.m-]?(\d{2}))?s?(?:[:.,-]?(\d{1,9}))?\s*(am|pm)?`;
const OFFSET = String.raw`\s*(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?(?:\s*\([^)]{0,40}\))?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})[-/.:](\d{1,2})[-/.:](\d{1,2})(?:\s*[t_,]\s*|\s+-?\s*|-)${CLOCK}${OFFSET}$`,
  'i',
);
const COMPACT = new RegExp(
  String.raw`^(\d{4})(\d{2})(\d{2})[t_ -]?(\d{2})(\d{2})(\d{2})(?:[.,_-]?(\d{1,6}))?()${OFFSET}$`,
  'i',
);
const YEAR_LAST = new RegExp(
  String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:\s*[t_,]\s*|\s+-?\s*|-)${CLOCK}${OFFSET}$`,
  'i',
);
const NAMED = new RegExp(
  String.raw`^(?:[a-z]{3},?\s+)?(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4})\s+${CLOCK}${OFFSET}$`,
  'i',
);
const NAMED_FIRST =
  /^(?:[a-z]{3},?\s+)?([a-z]{3})\s+(\d{1,2})\s+(\d{2}):(\d{2}):(\d{2})(?:\s+(z|utc|gmt|[a-z]{3,4}))?\s+(\d{4})$/i;

/**
 * A time in any form cameras write. A number is a count since 1970 in seconds, milliseconds, microseconds or nanoseconds,
 * told apart by its size; without offset a time is one of the zone.
 * @param zone IANA name, or the offset from UTC in milliseconds that the message states beside the time
 * @param order of day and month where the year is last
 * @returns null: no time, or the clock of the camera was never set
 */
export function parseCameraTime(text: string, zone: string | number, order: 'dmy' | 'mdy'): CameraTime | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 64) return null;
  const wall = readWall(trimmed, order);
  if (wall !== null) return withOffset(wall, zone);
  return readEpoch(trimmed);
}

const MINUTE_MS = 60_000;
const MAX_OFFSET_MINUTES = 14 * 60;

/**
 * An offset from UTC that a camera sends in a field of its own: `+02:00`, `UTC+2`, or a number of hours, minutes or seconds,
 * told apart by its size. Milliseconds; null: none.
 */
export function toOffsetMs(text: string): number | null {
  const plain = text.trim().replace(/^(?:utc|gmt)\s*/i, '');
  if (/^z?$/i.test(plain)) return text.trim() === '' ? null : 0;
  const [, sign, hours, minutes] =
    /^([+-]?)(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(plain) ?? /^([+-])(\d{2})(\d{2})$/.exec(plain) ?? [];
  const isNumber = /^[+-]?\d{1,5}(?:[.,]\d{1,2})?$/.test(plain);
  if (hours === undefined && !isNumber) return null;
  const number = hours === undefined ? Number(plain.replace(',', '.')) : Number(hours) * 60 + Number(minutes);
  const size = Math.abs(number);
  const perMinute = hours !== undefined || (size > 14 && size <= MAX_OFFSET_MINUTES) ? 1 : size <= 14 ? 60 : 1 / 60;
  const total = size * perMinute;
  if (total > MAX_OFFSET_MINUTES || total % 15 !== 0) return null;
  return (sign === '-' || number < 0 ? -total : total) * MINUTE_MS;
}

interface Wall {
  readonly ms: number;
  readonly offset: string;
}

function readWall(text: string, order: 'dmy' | 'mdy'): Wall | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return toWall(yearFirst.slice(1, 4), yearFirst.slice(4));
  const compact = COMPACT.exec(text);
  if (compact !== null) return toWall(compact.slice(1, 4), compact.slice(4));
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast !== null) {
    const [, first, second, year] = yearLast;
    return toWall(order === 'dmy' ? [year, second, first] : [year, first, second], yearLast.slice(4));
  }
  const named = NAMED.exec(text);
  if (named !== null) {
    const [, day, month, year] = named;
    return toWall([year, monthOf(month), day], named.slice(4));
  }
  const namedFirst = NAMED_FIRST.exec(text);
  if (namedFirst === null) return null;
  const [, month, day, hour, minute, second, zone, year] = namedFirst;
  const offset = /^(?:z|utc|gmt)$/i.test(zone ?? '') ? 'z' : undefined;
  return toWall([year, monthOf(month), day], [hour, minute, second, undefined, undefined, offset]);
}

const monthOf = (name = ''): string => String(MONTHS.indexOf(name.toLowerCase().slice(0, 3)) + 1);

function toWall(date: readonly (string | undefined)[], clock: readonly (string | undefined)[]): Wall | null {
  const [year = 0, month = 0, day = 0] = date.map(Number);
  const [hourText, minute, second, fraction, half = '', offset = ''] = clock;
  let hour = Number(hourText);
  if (half !== '') {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  }
  const ms = toWallMs(year, month, day, hour, Number(minute), Number(second ?? 0));
  if (ms === null) return null;
  const milliseconds = Math.floor(Number(`0.${fraction ?? 0}`) * 1000);
  return { ms: ms + milliseconds, offset: offset.toLowerCase() };
}

function withOffset({ ms, offset }: Wall, zone: string | number): CameraTime | null {
  if (offset !== '') {
    const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
    const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
    return toTime(ms - offsetMs, 'offset', null);
  }
  if (typeof zone === 'number') return toTime(ms - zone, 'offset', null);
  try {
    const local = toInstantOfLocal(ms, zone);
    const note =
      local.occurs === 'twice' ? 'time_repeated_hour' : local.occurs === 'never' ? 'time_skipped_hour' : null;
    return toTime(local.ms, 'zone', note);
  } catch {
    return null;
  }
}

function readEpoch(text: string): CameraTime | null {
  if (!/^\d{9,19}(?:\.\d{1,9})?$/.test(text)) return null;
  const count = Number(text);
  const perMs = count < 1e11 ? 0.001 : count < 1e14 ? 1 : count < 1e17 ? 1e3 : 1e6;
  return toTime(Math.floor(count / perMs), 'epoch', null);
}

function toTime(ms: number, source: CameraTime['source'], note: NoteCode | null): CameraTime | null {
  return ms >= FIRST_MS && ms < LAST_MS ? { at: toIsoInstant(ms), source, note } : null;
}
