import { addMonths, parseInstantMs, romeDayStart, toRomeDay } from '@varco/domain/time/rome.ts';

/** A month of Rome, `YYYY-MM`, with its first day and its half-open span. */
export interface MonthSpan {
  readonly month: string;
  readonly firstDay: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export function toMonthSpan(month: string): MonthSpan {
  const firstDay = `${month}-01`;
  return { month, firstDay, fromMs: romeDayStart(firstDay), toMs: romeDayStart(addMonths(firstDay, 1)) };
}

/** The month of an instant. */
export const findMonth = (now: Date): string => toRomeDay(parseInstantMs(now.toISOString())).slice(0, 7);

/** The month before. */
export const findMonthBefore = (month: string): string => addMonths(`${month}-01`, -1).slice(0, 7);
