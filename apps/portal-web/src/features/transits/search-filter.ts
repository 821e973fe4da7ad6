import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { dayStart, shiftDays, shiftMs } from '../../lib/rome-days.ts';

/** Quick dates of the top bar (T 2.2, T 9). `range`: both ends chosen by hand, inclusive. */
export type Period =
  | { readonly kind: 'today' | 'yesterday' | 'week' | 'month' | 'all' }
  | { readonly kind: 'range'; readonly start: string; readonly end: string };

/** What an operator searches for. The plate stays in memory and in request bodies, never in an address. */
export interface SearchFilter {
  readonly plate: string;
  readonly period: Period;
  /** Plants to ask; null: every plant that can be asked. */
  readonly peerIds: readonly number[] | null;
}

/** T 5.1: six days back at start of day to the end of today. */
export const DEFAULT_FILTER: SearchFilter = { plate: '', period: { kind: 'week' }, peerIds: null };

export interface PeriodLimits {
  /** Inclusive instants; null: open. */
  readonly start: string | null;
  readonly end: string | null;
}

/** Days back and forward of the quick dates, counted from today. */
const QUICK: Readonly<Record<'today' | 'yesterday' | 'week' | 'month', readonly [number, number]>> = {
  today: [0, 0],
  yesterday: [-1, -1],
  week: [-6, 0],
  month: [-29, 0],
};

/**
 * Limits of a period as instants; days are days in Europe/Rome. The end carries 59.999 as specified (T 5.1).
 * @param now the instant "today" refers to
 */
export function periodLimits(period: Period, now: string): PeriodLimits {
  if (period.kind === 'all') return { start: null, end: null };
  if (period.kind === 'range') return { start: period.start, end: period.end };
  const [from, to] = QUICK[period.kind];
  const today = dayStart(now);
  const afterEnd = shiftDays(today, to + 1);
  return { start: shiftDays(today, from), end: shiftMs(afterEnd, -1) };
}

/** The filter as a plant takes it, without paging. */
export function toWireFilter(filter: SearchFilter, now: string): TransitFilter {
  const { start, end } = periodLimits(filter.period, now);
  return {
    filtering: true,
    ...(filter.plate === '' ? {} : { f_targa: filter.plate }),
    ...(start === null ? {} : { f_startTime: start }),
    ...(end === null ? {} : { f_endTime: end }),
  };
}

/** SRCH: one per filled group that differs from nothing; the date range counts, plants never do (readings TA01). */
export const activeFilterCount = (filter: SearchFilter): number =>
  (filter.plate === '' ? 0 : 1) + (filter.period.kind === 'all' ? 0 : 1);
