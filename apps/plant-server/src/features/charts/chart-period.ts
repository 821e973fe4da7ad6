import { MAX_CHART_DAYS } from '@varco/contract/plant/charts.ts';
import { addDays, parseInstantMs, romeDayStart, toRomeDay } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';

/** Start and end in milliseconds. Throws `bad_request` for a reversed period and for one that starts over a year ago (CONST-18). */
export function checkChartPeriod(
  period: { readonly dal: string; readonly al: string },
  nowMs: number,
): [number, number] {
  const [startMs, endMs] = [parseInstantMs(period.dal), parseInstantMs(period.al)];
  if (startMs > endMs) throw new AppError('bad_request', { sub: 'invalid_field', field: 'al' });
  if (startMs < romeDayStart(addDays(toRomeDay(nowMs), -MAX_CHART_DAYS)))
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'dal' });
  return [startMs, endMs];
}

/**
 * The whole Rome days of a half-open range (milliseconds) that are over. Null: there is none.
 */
export function toFinishedDays(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  nowMs: number,
): { readonly first: string; readonly last: string } | null {
  const begun = toRomeDay(fromMs);
  const first = romeDayStart(begun) === fromMs ? begun : addDays(begun, 1);
  const last = addDays(toRomeDay(Math.min(toMs, nowMs)), -1);
  return first <= last ? { first, last } : null;
}

/** Number of days from one to another, both included; 0 when they are reversed. */
export const countDays = (first: string, last: string): number =>
  Math.max(0, Math.round((romeDayStart(last) - romeDayStart(first)) / 86_400_000) + 1);
