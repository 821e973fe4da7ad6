import { formatDate, formatDecimal, formatInteger, formatPercent } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { toComparedPeriod } from '../../lib/reports/report-period.ts';
import { formatGateTitle } from '../../widgets/reports/gate-title.ts';
import { isComparable } from '../../widgets/reports/PlantNotes.tsx';
import { buildChartLines, type ChartAnswer, type ChartLine, type LineChart } from './chart-lines.ts';
import type { Charts } from './use-charts.ts';

/** A line with its display name. */
export interface NamedLine extends ChartLine {
  readonly name: string;
}

/** The answers received so far, each with the compared one where the two may be compared. */
export const getAnswers = ({ plants }: Charts): readonly ChartAnswer[] =>
  plants.flatMap(({ peerId, now, before }): ChartAnswer[] => {
    if (now.kind !== 'done') return [];
    const isCompared = before?.kind === 'done' && isComparable(now.answer, before.answer);
    return [{ peerId, now: now.answer, before: isCompared ? before.answer : null }];
  });

/** Lines of a chart with their names. `names`: of gates, by gate key. */
export function buildNamedLines(
  chart: LineChart,
  { query }: Charts,
  answers: readonly ChartAnswer[],
  names: ReadonlyMap<string, string>,
  t: Translate,
): readonly NamedLine[] {
  const compared = toComparedPeriod(query.period, query.comparison);
  return buildChartLines(chart, answers, { period: query.period, compared }).map((line) => ({
    ...line,
    name: formatLineName(chart, line, names, t),
  }));
}

function formatLineName(
  chart: LineChart,
  { key, gate }: ChartLine,
  names: ReadonlyMap<string, string>,
  t: Translate,
): string {
  if (gate !== null) return formatGateTitle(gate, names);
  if (chart === 'days') return formatDate(key);
  if (chart === 'classes') return t(`widgets:vehicle.${key as 'car'}`);
  if (chart === 'euro') return t(`charts:euro.${key as 'unknown'}`);
  return t(`charts:nation.${key as 'home'}`);
}

/** A count: 0 where nothing passed, a dash where nothing is known (`readCount`). */
export const formatCount = (count: number | null, language: Language): string =>
  count === null ? '–' : formatInteger(count, language);

/** A value of a chart in its unit. */
export const formatValue = (chart: LineChart, value: number | null, language: Language): string =>
  chart === 'speed' && value !== null ? formatDecimal(value, 1, language) : formatCount(value, language);

/** Mean number of transits in an hour: with a decimal where whole numbers would hide the difference. */
export const formatMean = (mean: number | null, language: Language): string =>
  mean === null ? '–' : formatDecimal(mean, mean < 10 ? 1 : 0, language);

/** Change against the compared period; null: nothing to compare with. */
export function formatChange(
  chart: LineChart,
  { value, before }: Pick<ChartLine, 'value' | 'before'>,
  language: Language,
): string | null {
  if (value === null || before === null) return null;
  const by = value - before;
  const sign = by > 0 ? '+' : by < 0 ? '−' : '±';
  const size = `${sign}${formatValue(chart, Math.abs(by), language)}`;
  return before === 0 ? size : `${size} (${sign}${formatPercent(Math.abs(by) / before, 1, language)})`;
}

/** A range of counts; `–` where none is known. */
export const formatRange = (range: readonly [low: number, high: number] | null, language: Language): string =>
  range === null ? '–' : `${formatInteger(range[0], language)}–${formatInteger(range[1], language)}`;
