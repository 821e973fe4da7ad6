import { compileTimePattern, type TimePattern } from './time-pattern.ts';
import type { WallClock, Zone } from './wall-clock.ts';

/** Time formats of files that are recognised by themselves. */
export const TIME_FORMATS = ['iso', 'dmy', 'mdy', 'epoch', 'epochms', 'excel'] as const;
export type NamedTimeFormat = (typeof TIME_FORMATS)[number];
export type TimeFormat = NamedTimeFormat | TimePattern;

// Between day and clock stand spaces, a comma, a T, or as in `10/07/2021 - 16:30:51` a dash.
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,;|_-]+(\d.*))?$/;
const SHORT = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ,;|_-]+(\d.*))?$/;
const CLOCK = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*(am|pm)?$/i;
/** Text and the offset behind it. */
const ZONED = /^(.*?)\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;
const DAY_MS = 86_400_000;
const EXCEL_ZERO = Date.UTC(1899, 11, 30);

/** Detected format of a column. `isGuessed`: no value shows which of two numbers is the day. */
export interface DetectedTimes {
  readonly format: NamedTimeFormat;
  readonly isGuessed: boolean;
}

const asCertain = (format: NamedTimeFormat): DetectedTimes => ({ format, isGuessed: false });

/**
 * Day before month unless a day above 12 proves otherwise. Without proof, twelve-hour times are treated as American.
 */
function detectOrder(values: readonly string[]): DetectedTimes {
  const pairs = values.map((value) => SHORT.exec(value)).filter((match) => match !== null);
  if (pairs.some((m) => Number(m[1]) > 12)) return asCertain('dmy');
  if (pairs.some((m) => Number(m[2]) > 12)) return asCertain('mdy');
  const isTwelveHours = pairs.some((m) => /[ap]m$/i.test(m[4] ?? ''));
  return { format: isTwelveHours ? 'mdy' : 'dmy', isGuessed: true };
}

/** Detects the format of a column from its values; null when they are not times. */
export function detectTimeFormat(values: readonly string[]): DetectedTimes | null {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  const share = (fits: (value: string) => boolean): number => filled.filter(fits).length / Math.max(1, filled.length);
  if (share((value) => ISO.test(value)) > 0.5) return asCertain('iso');
  if (share((value) => SHORT.test(value)) > 0.5) return detectOrder(filled);
  if (share((value) => /^1\d{12}$/.test(value)) > 0.5) return asCertain('epochms');
  if (share((value) => /^1\d{9}([.,]\d+)?$/.test(value)) > 0.5) return asCertain('epoch');
  return share((value) => /^[2-7]\d{4}([.,]\d+)?$/.test(value)) > 0.5 ? asCertain('excel') : null;
}

/** Requested format: a name, or a full pattern such as `dd/mm/yyyy - hh:mm:ss`. Null: neither. */
export function parseTimeFormatOption(text: string): TimeFormat | null {
  return TIME_FORMATS.find((format) => format === text.toLowerCase()) ?? compileTimePattern(text);
}

/**
 * ISO instant of a value; null when it is not a time. `clock`: time of day from a column of its own. An offset in the
 * value overrides the file's zone.
 */
export function parseTime(value: string, format: TimeFormat, zone: Zone, clock?: string): string | null {
  const text = value.trim();
  if (typeof format !== 'string') return parseByPattern(text, format, zone, clock);
  const whole = clock === undefined ? text : `${text} ${clock.trim()}`;
  if (format === 'epoch' || format === 'epochms' || format === 'excel') return parseNumericTime(whole, format, zone);
  const match = (format === 'iso' ? ISO : SHORT).exec(whole);
  if (match === null) return null;
  const [rest = '00:00', offset] = splitOffset(match[4]);
  const time = parseClock(rest);
  if (time === null) return null;
  const wall = { ...orderDay(match, format), ...time };
  return offset === undefined ? zone.instantOf(wall) : formatWithOffset(wall, offset);
}

/** Text without its offset, and the offset. */
function splitOffset(text: string | undefined): readonly [text: string | undefined, offset?: string] {
  const zoned = text === undefined ? null : ZONED.exec(text);
  return zoned === null ? [text] : [zoned[1], zoned[2] ?? 'Z'];
}

/** A pattern without hours takes the clock of its own column in any usual form, or midnight. */
function parseByPattern(text: string, pattern: TimePattern, zone: Zone, clock: string | undefined): string | null {
  const whole = clock !== undefined && pattern.hasClock ? `${text} ${clock.trim()}` : text;
  const [rest = '', offset] = pattern.hasOffset ? splitOffset(whole) : [whole];
  const day = pattern.parse(rest);
  if (day === null || (offset === undefined) === pattern.hasOffset) return null;
  if (offset !== undefined) return formatWithOffset(day, offset);
  if (pattern.hasClock || clock === undefined) return zone.instantOf(day);
  const [time = '', ownOffset] = splitOffset(clock.trim());
  const parsed = parseClock(time);
  if (parsed === null) return null;
  const wall = { ...day, ...parsed };
  return ownOffset === undefined ? zone.instantOf(wall) : formatWithOffset(wall, ownOffset);
}

function orderDay(match: RegExpExecArray, format: 'iso' | 'dmy' | 'mdy'): Pick<WallClock, 'year' | 'month' | 'day'> {
  const [first, second, third] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (format === 'iso') return { year: first, month: second, day: third };
  const year = third < 100 ? 2000 + third : third;
  return format === 'dmy' ? { year, month: second, day: first } : { year, month: first, day: second };
}

function parseClock(text: string): Pick<WallClock, 'hour' | 'minute' | 'second' | 'milli'> | null {
  const match = CLOCK.exec(text.trim());
  if (match === null) return null;
  const half = match[5]?.toLowerCase();
  const hour = Number(match[1]);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  return {
    hour: half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0),
    minute: Number(match[2]),
    second: Number(match[3] ?? 0),
    milli: Number((match[4] ?? '').padEnd(3, '0').slice(0, 3)),
  };
}

/** ISO text of a wall-clock time with its own offset; null when the day or hour does not exist. */
function formatWithOffset(wall: WallClock, offset: string): string | null {
  // Date.parse would accept 24:00 as the next day; times without an offset reject it, so it is rejected here too.
  if (wall.hour > 23) return null;
  const two = (n: number, width = 2): string => String(n).padStart(width, '0');
  const digits = offset.replace(':', '');
  const suffix = /^[+-]/.test(digits) ? `${digits.slice(0, 3)}:${digits.slice(3) || '00'}` : 'Z';
  const day = `${two(wall.year, 4)}-${two(wall.month)}-${two(wall.day)}`;
  const ms = Date.parse(
    `${day}T${two(wall.hour)}:${two(wall.minute)}:${two(wall.second)}.${two(wall.milli, 3)}${suffix}`,
  );
  const isDay = new Date(`${day}T00:00:00Z`).getUTCDate() === wall.day;
  return Number.isNaN(ms) || !isDay ? null : new Date(ms).toISOString();
}

function parseNumericTime(text: string, format: 'epoch' | 'epochms' | 'excel', zone: Zone): string | null {
  if (!/^\d{1,16}([.,]\d+)?$/.test(text)) return null;
  const number = Number(text.replace(',', '.'));
  if (format === 'excel') {
    // A serial number is a wall-clock time too. It is rounded to seconds, because its last digits are rounding noise.
    const local = new Date(EXCEL_ZERO + Math.round((number * DAY_MS) / 1000) * 1000);
    if (Number.isNaN(local.getTime())) return null;
    return zone.instantOf({
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
      milli: 0,
    });
  }
  const ms = Math.round(format === 'epoch' ? number * 1000 : number);
  return ms > 4_102_444_800_000 ? null : new Date(ms).toISOString();
}
