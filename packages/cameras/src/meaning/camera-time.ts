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

/** First letters of the months in English, and where they differ in Italian, French, German and Spanish. */
const MONTHS = [
  ...['jan,gen,ene', 'feb,fev', 'mar', 'apr,avr,abr', 'may,mag,mai', 'jun,giu'],
  ...['jul,lug', 'aug,ago', 'sep,set', 'oct,ott,okt', 'nov', 'dec,dic,dez'],
].map((words) => words.split(','));
/** After a dash a fraction has exactly three digits: two or four are an offset. */
const CLOCK = String.raw`(\d{1,2})[:.h-]?(\d{2})(?:[:.m-]?(\d{2}))?s?(?:[:.,]?(\d{1,9})|-(\d{3}))?\s*([ap]\.?m\.?)?`;
const OFFSET = String.raw`\s*(z|(?:utc|gmt)(?:[+-]\d{1,2}(?::?\d{2})?)?|[+-]\d{2}(?::?\d{2})?|[a-z]{3,4})?(?:\s*\([^)]{0,40}\)|(?<=z|[+-]\d{2}:?\d{2})\[[\w/+-]{1,40}\])?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})[-/.:](\d{1,2})[-/.:](\d{1,2})(?:\s*[t_,]\s*|\s+-?\s*|-)${CLOCK}${OFFSET}$`,
  'i',
);
const COMPACT = new RegExp(
  String.raw`^(\d{4})(\d{2})(\d{2})[t_ -]?(\d{2})(\d{2})(\d{2})(?:[.,_ ]?(\d{1,6})|-(\d{3}))?()${OFFSET}$`,
  'i',
);
const YEAR_LAST = new RegExp(
  String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:\s*[t_,]\s*|\s+-?\s*|-)${CLOCK}${OFFSET}$`,
  'i',
);
const NAMED = new RegExp(
  String.raw`^(?:[a-z]{3},?\s+)?(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4})\s+${CLOCK}${OFFSET}$`,
  'i',
);
const MONTH_FIRST = new RegExp(
  String.raw`^(?:[a-z]{3},?\s+)?([a-z]{3})[a-z]*\s+(\d{1,2}),?\s+(\d{4})\s+${CLOCK}${OFFSET}$`,
  'i',
);
const NAMED_FIRST =
  /^(?:[a-z]{3},?\s+)?([a-z]{3})\s+(\d{1,2})\s+(\d{2}):(\d{2}):(\d{2})(?:\s+(z|utc|gmt|[a-z]{3,4}))?\s+(\d{4})$/i;
/** Milliseconds since 1970 as .NET writes them in JSON; what follows is the offset of the sender and changes nothing. */
const DOT_NET = /^\/Date\((\d{9,15})(?:[+-]\d{4})?\)\/$/;

/** Offsets in hours of the letters that stand for a zone of Europe, where no other zone has them. */
const ZONE_LETTERS: Readonly<Record<string, number>> = {
  ...{ z: 0, utc: 0, gmt: 0, wet: 0, west: 1, bst: 1, cet: 1, met: 1, cest: 2, mest: 2, mesz: 2 },
  ...{ mez: 1, eet: 2, eest: 3, trt: 3, msk: 3 },
};

/**
 * A time in any form cameras write. A number is a count since 1970 in seconds, milliseconds, microseconds or nanoseconds,
 * told apart by its size; without offset a time is one of the zone, as is one with letters of a zone that are not known.
 * @param zone IANA name, or the offset from UTC in milliseconds that the message states beside the time
 * @param order of day and month where the year is last; null: day first, and no years of two digits, which may come first
 * @returns null: no time, or the clock of the camera was never set
 */
export function parseCameraTime(text: string, zone: string | number, order: 'dmy' | 'mdy' | null): CameraTime | null {
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

function readWall(text: string, order: 'dmy' | 'mdy' | null): Wall | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return toWall(yearFirst.slice(1, 4), yearFirst.slice(4));
  const compact = COMPACT.exec(text);
  if (compact !== null) return toWall(compact.slice(1, 4), compact.slice(4));
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast !== null) {
    const [, first, second, year = ''] = yearLast;
    if (year.length === 2 && order === null) return null;
    const full = year.length === 2 ? `20${year}` : year;
    return toWall(order === 'mdy' ? [full, first, second] : [full, second, first], yearLast.slice(4));
  }
  const named = NAMED.exec(text);
  if (named !== null) {
    const [, day, month, year] = named;
    return toWall([year, monthOf(month), day], named.slice(4));
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null) {
    const [, month, day, year] = monthFirst;
    return toWall([year, monthOf(month), day], monthFirst.slice(4));
  }
  const namedFirst = NAMED_FIRST.exec(text);
  if (namedFirst === null) return null;
  const [, month, day, hour, minute, second, letters, year] = namedFirst;
  return toWall([year, monthOf(month), day], [hour, minute, second, undefined, undefined, undefined, letters]);
}

function monthOf(name = ''): string {
  const letters = name.toLowerCase().slice(0, 3);
  return String(MONTHS.findIndex((words) => words.includes(letters)) + 1);
}

function toWall(date: readonly (string | undefined)[], clock: readonly (string | undefined)[]): Wall | null {
  const [year = 0, month = 0, day = 0] = date.map(Number);
  const [hourText, minute, second, fraction, afterDash, half = '', offset = ''] = clock;
  let hour = Number(hourText);
  if (half !== '') {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  const ms = toWallMs(year, month, day, hour, Number(minute), Number(second ?? 0));
  if (ms === null) return null;
  const milliseconds = Math.floor(Number(`0.${fraction ?? afterDash ?? 0}`) * 1000);
  return { ms: ms + milliseconds, offset: offset.toLowerCase() };
}

/** Milliseconds of a stated offset; null: none, or letters that are not known. */
function readOffset(text: string): number | null {
  const letters = ZONE_LETTERS[text];
  if (letters !== undefined) return letters * 60 * MINUTE_MS;
  const [, sign, hours = '0', minutes = '0'] = /^(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? [];
  if (sign === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

function withOffset({ ms, offset }: Wall, zone: string | number): CameraTime | null {
  const offsetMs = readOffset(offset);
  if (offsetMs !== null) return toTime(ms - offsetMs, 'offset', null);
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

/** A count that a program wrote as `1.778566530250e+12`, without its exponent; one rounded to more than a second stays as it is. */
function writeOut(text: string): string {
  const [, first = '', decimals = '', exponent] = /^(\d)\.(\d{9,18})e\+?(\d{1,2})$/i.exec(text) ?? [];
  const length = Number(exponent) + 1;
  if (exponent === undefined || length < 10 || length > 19) return text;
  const digits = `${first}${decimals}`;
  const rest = digits.slice(length);
  return `${digits.slice(0, length).padEnd(length, '0')}${rest === '' ? '' : `.${rest.slice(0, 9)}`}`;
}

function readEpoch(text: string): CameraTime | null {
  const plain = writeOut(DOT_NET.exec(text)?.[1] ?? text);
  const [, whole, fraction = ''] = /^(\d{9,19})(?:[.,](\d{1,9}))?$/.exec(plain) ?? [];
  if (whole === undefined) return null;
  const count = Number(whole);
  // Digits after the point of a count of seconds are milliseconds; a product of doubles could lose one.
  if (count < 1e11) return toTime(count * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3)), 'epoch', null);
  const smaller = count < 1e14 ? 0 : count < 1e17 ? 3 : 6;
  return toTime(Number(whole.slice(0, whole.length - smaller)), 'epoch', null);
}

function toTime(ms: number, source: CameraTime['source'], note: NoteCode | null): CameraTime | null {
  return ms >= FIRST_MS && ms < LAST_MS ? { at: toIsoInstant(ms), source, note } : null;
}
