import { dayStart, instantOfRomeClock, romeClock, shiftDays, shiftMs } from '../../../lib/rome-days.ts';
import { type Period, periodLimits } from '../search/search-filter.ts';

/** Both ends of a period as written in the panel; empty means open. */
export interface PeriodTexts {
  readonly startDay: string;
  readonly startTime: string;
  readonly endDay: string;
  readonly endTime: string;
}

const MINUTE_LESS_A_MILLISECOND = 59_999;

/** Last instant of today. No search date is later (T 5.1). */
export const endOfToday = (now: string): string => shiftMs(shiftDays(dayStart(now), 1), -1);

export function textsOf(period: Period, now: string): PeriodTexts {
  const { start, end } = periodLimits(period, now);
  const from = start === null ? { day: '', time: '' } : romeClock(start);
  const to = end === null ? { day: '', time: '' } : romeClock(end);
  return { startDay: from.day, startTime: from.time, endDay: to.day, endTime: to.time };
}

/** Earliest start, used when only the end is given. Older than any plant. */
const LONG_AGO = '2000-01-01';

/**
 * Builds the period of two ends. Without a time the start is 00:00 and the end 23:59 (T 5.1); without a day an end is
 * open. Both open: the whole archive. Dates after the end of today are clamped to it.
 */
export function periodOf(texts: PeriodTexts, now: string): Period {
  if (texts.startDay === '' && texts.endDay === '') return { kind: 'all' };
  const last = endOfToday(now);
  const start = instantOfRomeClock(texts.startDay || LONG_AGO, texts.startTime || '00:00') ?? dayStart(now);
  const endMinute = texts.endDay === '' ? null : instantOfRomeClock(texts.endDay, texts.endTime || '23:59');
  const end = endMinute === null ? last : shiftMs(endMinute, MINUTE_LESS_A_MILLISECOND);
  return { kind: 'range', start: start > last ? dayStart(now) : start, end: end > last ? last : end };
}

/** Moves both ends by whole days in Rome time (T 5.1). The whole archive stays unchanged. */
export function shifted(period: Period, days: number, now: string): Period {
  const texts = textsOf(period, now);
  if (texts.startDay === '' || texts.endDay === '') return period;
  const move = (day: string): string => romeClock(shiftDays(`${day}T12:00:00.000Z`, days)).day;
  return periodOf({ ...texts, startDay: move(texts.startDay), endDay: move(texts.endDay) }, now);
}

/** True when the start is after the end. */
export const isReversed = (period: Period): boolean => period.kind === 'range' && period.start > period.end;

/** False when the period already ends at the end of today, or has no end. */
export function canShiftLater(period: Period, now: string): boolean {
  const { end } = periodLimits(period, now);
  return end !== null && end < endOfToday(now);
}
