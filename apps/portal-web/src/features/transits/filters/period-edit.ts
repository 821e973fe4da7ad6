import { getDayStart, parseRomeClock, toRomeClock, shiftDays, shiftMs } from '../../../lib/rome-days.ts';
import { type Period, computePeriodLimits } from '../search/search-filter.ts';

/** Both ends of a period as written in the panel; empty means open. */
export interface PeriodTexts {
  readonly startDay: string;
  readonly startTime: string;
  readonly endDay: string;
  readonly endTime: string;
}

const MINUTE_LESS_A_MILLISECOND = 59_999;

/** Last instant of today. No search date is later (T 5.1). */
export const computeEndOfToday = (now: string): string => shiftMs(shiftDays(getDayStart(now), 1), -1);

export function toPeriodTexts(period: Period, now: string): PeriodTexts {
  const { start, end } = computePeriodLimits(period, now);
  const from = start === null ? { day: '', time: '' } : toRomeClock(start);
  const to = end === null ? { day: '', time: '' } : toRomeClock(end);
  return { startDay: from.day, startTime: from.time, endDay: to.day, endTime: to.time };
}

/** Earliest start, used when only the end is given. Older than any plant. */
const EARLIEST_DAY = '2000-01-01';

/**
 * Builds the period of two ends. Without a time the start is 00:00 and the end 23:59 (T 5.1); without a day an end is
 * open. Both open: the whole archive. Dates after the end of today are clamped to it.
 */
export function buildPeriod(texts: PeriodTexts, now: string): Period {
  if (texts.startDay === '' && texts.endDay === '') return { kind: 'all' };
  const last = computeEndOfToday(now);
  const start = parseRomeClock(texts.startDay || EARLIEST_DAY, texts.startTime || '00:00') ?? getDayStart(now);
  const endMinute = texts.endDay === '' ? null : parseRomeClock(texts.endDay, texts.endTime || '23:59');
  const end = endMinute === null ? last : shiftMs(endMinute, MINUTE_LESS_A_MILLISECOND);
  return { kind: 'range', start: start > last ? getDayStart(now) : start, end: end > last ? last : end };
}

/** Moves both ends by whole days in Rome time (T 5.1). The whole archive stays unchanged. */
export function shiftPeriod(period: Period, days: number, now: string): Period {
  const texts = toPeriodTexts(period, now);
  if (texts.startDay === '' || texts.endDay === '') return period;
  const move = (day: string): string => toRomeClock(shiftDays(`${day}T12:00:00.000Z`, days)).day;
  return buildPeriod({ ...texts, startDay: move(texts.startDay), endDay: move(texts.endDay) }, now);
}

/** True when the start is after the end. */
export const isPeriodReversed = (period: Period): boolean => period.kind === 'range' && period.start > period.end;

/** False when the period already ends at the end of today, or has no end. */
export function canShiftPeriodLater(period: Period, now: string): boolean {
  const { end } = computePeriodLimits(period, now);
  return end !== null && end < computeEndOfToday(now);
}
