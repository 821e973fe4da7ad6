import { MAX_CHART_DAYS } from '@varco/contract/plant/charts.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import {
  addDays,
  type Comparison,
  type DayPeriod,
  type ReportWindow,
  isValidPeriod,
  toComparedPeriod,
} from '../../lib/reports/report-period.ts';
import type { PeriodQuery } from '../../lib/reports/use-period-report.ts';
import type { ChosenGate } from '../../widgets/gates/gate-choice.ts';

export interface ChartQuery extends PeriodQuery {
  /** A plant without selected gates is shown with all gates. */
  readonly gates: readonly ChosenGate[];
}

/** What a plant is asked: the window, and its selected gates. */
export function buildChartBody(peerId: number, { gates }: Pick<ChartQuery, 'gates'>, window: ReportWindow) {
  const varchi = gates.filter((gate) => gate.peerId === peerId).map(({ gateId }) => gateId);
  return { ...window, ...(varchi.length === 0 ? {} : { varchi }) };
}

/** A year ago is beyond the longest period, so there is no comparison with it. */
export const CHART_COMPARISONS = ['none', 'previous'] as const satisfies readonly Comparison[];

/** Days of the periods offered, today included. */
export const QUICK_DAYS = { month: 30, quarter: 90, half: 180, year: 365 } as const;
export type QuickChartPeriod = keyof typeof QUICK_DAYS;
export const QUICK_CHART_PERIODS = Object.keys(QUICK_DAYS) as readonly QuickChartPeriod[];

/** CONST-18: the earliest first day of a chart. */
export const getEarliestDay = (now: string): string => addDays(toRomeDay(now), -MAX_CHART_DAYS);

export function toQuickChartPeriod(quick: QuickChartPeriod, now: string): DayPeriod {
  const last = toRomeDay(now);
  return { first: addDays(last, 1 - QUICK_DAYS[quick]), last };
}

/** The quick period that equals these days; null: selected by hand. */
export const matchQuickChartPeriod = (period: DayPeriod, now: string): QuickChartPeriod | null =>
  QUICK_CHART_PERIODS.find((quick) => {
    const { first, last } = toQuickChartPeriod(quick, now);
    return first === period.first && last === period.last;
  }) ?? null;

/** What is wrong with a period; null: nothing. `beforeIsTooEarly`: only the compared days begin too early. */
export function checkChartPeriod(
  { period, comparison }: Pick<ChartQuery, 'period' | 'comparison'>,
  now: string,
): 'incomplete' | 'reversed' | 'tooEarly' | 'beforeIsTooEarly' | null {
  if (period.first === '' || period.last === '') return 'incomplete';
  if (!isValidPeriod(period)) return 'reversed';
  const earliest = getEarliestDay(now);
  if (period.first < earliest) return 'tooEarly';
  const compared = toComparedPeriod(period, comparison);
  return compared !== null && compared.first < earliest ? 'beforeIsTooEarly' : null;
}
