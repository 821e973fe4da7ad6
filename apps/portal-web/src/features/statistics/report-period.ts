import { instantMs, now as present } from '../../lib/clock.ts';
import { romeDay, shiftDays, shiftMs, startOfRomeDay } from '../../lib/rome-days.ts';

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

const BACK: Readonly<Record<QuickPeriod, readonly [number, number]>> = {
  today: [0, 0],
  yesterday: [-1, -1],
  week: [-6, 0],
  month: [-29, 0],
};

/** @param now the instant "today" refers to */
export function quickPeriod(quick: QuickPeriod, now: string): DayPeriod {
  const [first, last] = BACK[quick];
  return { first: romeDay(shiftDays(now, first)), last: romeDay(shiftDays(now, last)) };
}

/** The quick period that equals these days; null: selected by hand. */
export const quickOf = (period: DayPeriod, now: string): QuickPeriod | null =>
  QUICK_PERIODS.find((quick) => {
    const { first, last } = quickPeriod(quick, now);
    return first === period.first && last === period.last;
  }) ?? null;

const middayOf = (day: string): string => shiftMs(startOfRomeDay(day), 12 * 3_600_000);

const DAY_MS = 86_400_000;
/** Day as a number. Days have 23 to 25 hours; using noon avoids errors from that. */
const numberOf = (day: string): number => Math.round(instantMs(`${day}T12:00:00.000Z`) / DAY_MS);

/** Number of days in a period. */
export const daysOf = ({ first, last }: DayPeriod): number => numberOf(last) - numberOf(first) + 1;

/** The day `count` days after `day`. */
export const dayAfter = (day: string, count: number): string => romeDay(shiftDays(middayOf(day), count));

/** Whether both ends are set and in order. */
export const isPeriod = ({ first, last }: DayPeriod): boolean => first !== '' && last !== '' && first <= last;

/** Period in the form of the API: instants, both included. */
export interface AskedWindow {
  readonly dal: string;
  readonly al: string;
}

const endOf = (day: string): string => shiftMs(shiftDays(middayOf(day), 1), -1);

/**
 * Window of a period. If its last day is today, it ends now, and so does the compared window, at the same time of day.
 */
export function windowOf({ first, last }: DayPeriod, now: string = present()): AskedWindow {
  const isToday = romeDay(now) === last;
  return { dal: startOfRomeDay(first), al: isToday ? now : endOf(last) };
}

/** Same day of the previous year; 28 February for 29 February. */
function yearBefore(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(year) - 1}-${month}-${month === '02' && date === '29' ? '28' : date}`;
}

/** Days with which a period is compared; null: no comparison. */
export function comparedDays(period: DayPeriod, comparison: Comparison): DayPeriod | null {
  if (comparison === 'none') return null;
  if (comparison === 'year') return { first: yearBefore(period.first), last: yearBefore(period.last) };
  const back = -daysOf(period);
  return { first: dayAfter(period.first, back), last: dayAfter(period.last, back) };
}

/** Window of the compared period; if the last day of the period is today, it ends at the same time of day. */
export function comparedWindow(period: DayPeriod, comparison: Comparison, now: string = present()): AskedWindow | null {
  const days = comparedDays(period, comparison);
  if (days === null) return null;
  const intoDayMs = instantMs(now) - instantMs(startOfRomeDay(romeDay(now)));
  const isToday = romeDay(now) === period.last;
  return {
    dal: startOfRomeDay(days.first),
    al: isToday ? shiftMs(startOfRomeDay(days.last), intoDayMs) : endOf(days.last),
  };
}
