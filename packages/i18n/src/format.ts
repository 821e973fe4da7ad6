import type { Language } from './message-types.ts';

const LOCALES = { it: 'it-IT', en: 'en-GB' } as const;
/** Times of all plants are Italian, whatever the time zone of the browser. */
const TIME_ZONE = 'Europe/Rome';
const MINUS = '\u2212';

function withTrueMinus(text: string): string {
  return text.replace('-', MINUS);
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/**
 * Cached, because creating a formatter costs more than using it a hundred times, and a report formats thousands of
 * numbers.
 */
function getNumberFormat(language: Language, digits: number): Intl.NumberFormat {
  const key = `${language} ${digits}`;
  const known = numberFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  });
  numberFormats.set(key, made);
  return made;
}

/** 1284 -> "1.284" (it), "1,284" (en). Rounds; the minus sign is U+2212. */
export function formatInteger(value: number, language: Language): string {
  return withTrueMinus(getNumberFormat(language, 0).format(value));
}

/** 1.84 -> "1,8" with one digit. `digits` is exact: trailing zeros remain. */
export function formatDecimal(value: number, digits: number, language: Language): string {
  return withTrueMinus(getNumberFormat(language, digits).format(value));
}

/** A share 0..1 -> "97,2 %" (space before the sign, as written in Italian). */
export function formatPercent(share: number, digits: number, language: Language): string {
  const figure = formatDecimal(share * 100, digits, language);
  return language === 'it' ? `${figure}\u00a0%` : `${figure}%`;
}

type Clock = {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
};

const clockFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/**
 * The last parsed instant. A table cell formats day, time and both of the same instant in a row, and parsing is most of
 * the work.
 */
let lastParsed: { readonly instant: string; readonly clock: Clock | null } = { instant: '', clock: null };

function toClock(instant: string): Clock | null {
  if (lastParsed.instant !== instant) lastParsed = { instant, clock: parseClock(instant) };
  return lastParsed.clock;
}

function parseClock(instant: string): Clock | null {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return null;
  const found = new Map(clockFormat.formatToParts(at).map((part) => [part.type, part.value]));
  const pick = (type: Intl.DateTimeFormatPartTypes): string => found.get(type) ?? '';
  return {
    day: pick('day'),
    month: pick('month'),
    year: pick('year'),
    hour: pick('hour'),
    minute: pick('minute'),
    second: pick('second'),
  };
}

/**
 * ISO instant -> "20/11/2026 14:31:58" in Italian time (transits, T 9). Text that is no instant is returned unchanged.
 */
export function formatDateTime(instant: string): string {
  const c = toClock(instant);
  return c === null ? instant : `${c.day}/${c.month}/${c.year} ${c.hour}:${c.minute}:${c.second}`;
}

/** ISO instant -> "20/11/2026 14:31" (look-ups and suspects, T 9). */
export function formatDateMinute(instant: string): string {
  const c = toClock(instant);
  return c === null ? instant : `${c.day}/${c.month}/${c.year} ${c.hour}:${c.minute}`;
}

/** ISO instant -> "20/11" where the period line on the screen already shows the year (design 3). */
export function formatDayMonth(instant: string): string {
  const c = toClock(instant);
  return c === null ? instant : `${c.day}/${c.month}`;
}

/** ISO instant -> "14:31:58". */
export function formatTime(instant: string): string {
  const c = toClock(instant);
  return c === null ? instant : `${c.hour}:${c.minute}:${c.second}`;
}

/** ISO date "2026-11-20" or ISO instant -> "20/11/2026". A plain date is not converted between time zones. */
export function formatDate(dateOrInstant: string): string {
  const plain = /^(\d{4})-(\d{2})-(\d{2})$/.exec(dateOrInstant);
  if (plain !== null) return `${plain[3]}/${plain[2]}/${plain[1]}`;
  const c = toClock(dateOrInstant);
  return c === null ? dateOrInstant : `${c.day}/${c.month}/${c.year}`;
}

/** Month "2026-11" -> "11/2026". */
export const formatMonth = (month: string): string => month.split('-').toReversed().join('/');

/** Seconds -> "00:12", "72:05". Minutes are not converted to hours, so that waiting times are easy to compare. */
export function formatElapsed(totalSeconds: number): string {
  const seconds = Math.max(0, Math.floor(totalSeconds));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes -> "38 MB", "1,2 GB". `step` 1000 (disks) or 1024 (files), P 9. */
export function formatBytes(bytes: number, step: 1000 | 1024, language: Language): string {
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= step && unit < UNITS.length - 1) {
    value /= step;
    unit += 1;
  }
  const digits = unit > 0 && Math.abs(value) < 10 ? 1 : 0;
  return `${formatDecimal(value, digits, language)}\u00a0${UNITS[unit] ?? ''}`;
}
