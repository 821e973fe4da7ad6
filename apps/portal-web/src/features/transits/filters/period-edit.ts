import { dayStart, instantOfRomeClock, romeClock, shiftDays, shiftMs } from '../../../lib/rome-days.ts';
import { type Period, periodLimits } from '../search/search-filter.ts';

/** The two ends as the panel writes them; empty: open. */
export interface PeriodTexts {
  readonly startDay: string;
  readonly startTime: string;
  readonly endDay: string;
  readonly endTime: string;
}

const MINUTE_LESS_A_MILLISECOND = 59_999;

/** Last instant of today: no search date lies after it (T 5.1). */
export const endOfToday = (now: string): string => shiftMs(shiftDays(dayStart(now), 1), -1);

export function textsOf(period: Period, now: string): PeriodTexts {
  const { start, end } = periodLimits(period, now);
  const from = start === null ? { day: '', time: '' } : romeClock(start);
  const to = end === null ? { day: '', time: '' } : romeClock(end);
  return { startDay: from.day, startTime: from.time, endDay: to.day, endTime: to.time };
}

/** The earliest a period can begin when only its end is written: long before any plant. */
const LONG_AGO = '2000-01-01';

/**
 * The period two ends make. Without a time the start is 00:00 and the end 23:59 (T 5.1); without a day an end is open;
 * both open: the whole archive. What lies after the end of today is brought back to it.
 */
export function periodOf(texts: PeriodTexts, now: string): Period {
  if (texts.startDay === '' && texts.endDay === '') return { kind: 'all' };
  const last = endOfToday(now);
  const start = instantOfRomeClock(texts.startDay || LONG_AGO, texts.startTime || '00:00') ?? dayStart(now);
  const endMinute = texts.endDay === '' ? null : instantOfRomeClock(texts.endDay, texts.endTime || '23:59');
  const end = endMinute === null ? last : shiftMs(endMinute, MINUTE_LESS_A_MILLISECOND);
  return { kind: 'range', start: start > last ? dayStart(now) : start, end: end > last ? last : end };
}

/** Both ends moved by whole days on the clocks of Rome (T 5.1); the whole archive stays what it is. */
export function shifted(period: Period, days: number, now: string): Period {
  const texts = textsOf(period, now);
  if (texts.startDay === '' || texts.endDay === '') return period;
  const move = (day: string): string => romeClock(shiftDays(`${day}T12:00:00.000Z`, days)).day;
  return periodOf({ ...texts, startDay: move(texts.startDay), endDay: move(texts.endDay) }, now);
}

/** True when the ends are the wrong way round. */
export const isReversed = (period: Period): boolean => period.kind === 'range' && period.start > period.end;

/** False when the end already is the end of today, or the period has none. */
export function canShiftLater(period: Period, now: string): boolean {
  const { end } = periodLimits(period, now);
  return end !== null && end < endOfToday(now);
}
