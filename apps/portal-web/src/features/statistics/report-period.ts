import { instantMs, now as present } from '../../lib/clock.ts';
import { romeDay, shiftDays, shiftMs, startOfRomeDay } from '../../lib/rome-days.ts';

/** Rome days, both included. */
export interface DayPeriod {
  readonly first: string;
  readonly last: string;
}

export const QUICK_PERIODS = ['today', 'yesterday', 'week', 'month'] as const;
export type QuickPeriod = (typeof QUICK_PERIODS)[number];

/** What a period is held against: nothing, as many days just before, the same days a year before. */
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

/** The quick period these days are; null: chosen by hand. */
export const quickOf = (period: DayPeriod, now: string): QuickPeriod | null =>
  QUICK_PERIODS.find((quick) => {
    const { first, last } = quickPeriod(quick, now);
    return first === period.first && last === period.last;
  }) ?? null;

const middayOf = (day: string): string => shiftMs(startOfRomeDay(day), 12 * 3_600_000);

const DAY_MS = 86_400_000;
/** Days have 23 to 25 hours: from noon to noon they are told apart. */
const numberOf = (day: string): number => Math.round(instantMs(`${day}T12:00:00.000Z`) / DAY_MS);

/** How many days a period has. */
export const daysOf = ({ first, last }: DayPeriod): number => numberOf(last) - numberOf(first) + 1;

/** The day `count` days after another. */
export const dayAfter = (day: string, count: number): string => romeDay(shiftDays(middayOf(day), count));

/** Both ends are there, in this order. */
export const isPeriod = ({ first, last }: DayPeriod): boolean => first !== '' && last !== '' && first <= last;

/** A period as it is asked: instants, both included. */
export interface AskedWindow {
  readonly dal: string;
  readonly al: string;
}

const endOf = (day: string): string => shiftMs(shiftDays(middayOf(day), 1), -1);

/** A day that is not over ends now: what it is held against ends at the same time of day. */
export function windowOf({ first, last }: DayPeriod, now: string = present()): AskedWindow {
  const isToday = romeDay(now) === last;
  return { dal: startOfRomeDay(first), al: isToday ? now : endOf(last) };
}

/** The same day of the year before; of 29 February the 28th. */
function yearBefore(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(year) - 1}-${month}-${month === '02' && date === '29' ? '28' : date}`;
}

/** What the days of a period are held against; null: nothing. */
export function comparedDays(period: DayPeriod, comparison: Comparison): DayPeriod | null {
  if (comparison === 'none') return null;
  if (comparison === 'year') return { first: yearBefore(period.first), last: yearBefore(period.last) };
  const back = -daysOf(period);
  return { first: dayAfter(period.first, back), last: dayAfter(period.last, back) };
}

/** The compared period as it is asked; where the last day is not over, it ends at the same time of day. */
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
