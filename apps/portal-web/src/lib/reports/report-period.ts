import { toMilliseconds, now as present } from '../clock.ts';
import { toRomeDay, shiftDays, shiftMs, startOfRomeDay } from '../rome-days.ts';

/** Days in Rome, both included. */
export interface DayPeriod {
  readonly first: string;
  readonly last: string;
}

export const QUICK_PERIODS = ['today', 'yesterday', 'week', 'month'] as const;
export type QuickPeriod = (typeof QUICK_PERIODS)[number];

/** Comparison: none, the same number of days just before, or the same days of the previous year. */
export const COMPARISONS = ['none', 'previous', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

const QUICK_DAY_OFFSETS: Readonly<Record<QuickPeriod, readonly [number, number]>> = {
  today: [0, 0],
  yesterday: [-1, -1],
  week: [-6, 0],
  month: [-29, 0],
};

/** @param now the instant "today" refers to */
export function toQuickPeriod(quick: QuickPeriod, now: string): DayPeriod {
  const [first, last] = QUICK_DAY_OFFSETS[quick];
  return { first: toRomeDay(shiftDays(now, first)), last: toRomeDay(shiftDays(now, last)) };
}

/** The quick period that equals these days; null: selected by hand. */
export const matchQuickPeriod = (period: DayPeriod, now: string): QuickPeriod | null =>
  QUICK_PERIODS.find((quick) => {
    const { first, last } = toQuickPeriod(quick, now);
    return first === period.first && last === period.last;
  }) ?? null;

const toMidday = (day: string): string => shiftMs(startOfRomeDay(day), 12 * 3_600_000);

const DAY_MS = 86_400_000;
/** Day as a number. Days have 23 to 25 hours; using noon avoids errors from that. */
const toDayNumber = (day: string): number => Math.round(toMilliseconds(`${day}T12:00:00.000Z`) / DAY_MS);

/** Number of days in a period. */
export const countPeriodDays = ({ first, last }: DayPeriod): number => toDayNumber(last) - toDayNumber(first) + 1;

/** The day `count` days after `day`. */
export const addDays = (day: string, count: number): string => toRomeDay(shiftDays(toMidday(day), count));

/** Whether both ends are set and in order. */
export const isValidPeriod = ({ first, last }: DayPeriod): boolean => first !== '' && last !== '' && first <= last;

/** Period in the form of the API: instants, both included. */
export interface ReportWindow {
  readonly dal: string;
  readonly al: string;
}

const endOfRomeDay = (day: string): string => shiftMs(shiftDays(toMidday(day), 1), -1);

/**
 * Window of a period. If its last day is today, it ends now, and so does the compared window, at the same time of day.
 */
export function toReportWindow({ first, last }: DayPeriod, now: string = present()): ReportWindow {
  const isToday = toRomeDay(now) === last;
  return { dal: startOfRomeDay(first), al: isToday ? now : endOfRomeDay(last) };
}

/** Same day of the previous year; 28 February for 29 February. */
function previousYearDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(year) - 1}-${month}-${month === '02' && date === '29' ? '28' : date}`;
}

/** Days with which a period is compared; null: no comparison. */
export function toComparedPeriod(period: DayPeriod, comparison: Comparison): DayPeriod | null {
  if (comparison === 'none') return null;
  if (comparison === 'year') return { first: previousYearDay(period.first), last: previousYearDay(period.last) };
  const back = -countPeriodDays(period);
  return { first: addDays(period.first, back), last: addDays(period.last, back) };
}

/** Window of the compared period; if the last day of the period is today, it ends at the same time of day. */
export function toComparedWindow(
  period: DayPeriod,
  comparison: Comparison,
  now: string = present(),
): ReportWindow | null {
  const days = toComparedPeriod(period, comparison);
  if (days === null) return null;
  const intoDayMs = toMilliseconds(now) - toMilliseconds(startOfRomeDay(toRomeDay(now)));
  const isToday = toRomeDay(now) === period.last;
  return {
    dal: startOfRomeDay(days.first),
    al: isToday ? shiftMs(startOfRomeDay(days.last), intoDayMs) : endOfRomeDay(days.last),
  };
}
