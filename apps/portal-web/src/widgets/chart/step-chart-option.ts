import type { EChartsCoreOption } from 'echarts/core';
import { type ChartTheme, createAxisTooltip, createTextStyle } from './chart-theme.ts';

/** One hour. Null: not known, which is not drawn as zero. */
export interface StepPoint {
  readonly name: string;
  readonly value: number | null;
  readonly before: number | null;
  /** Something is missing in the hour. */
  readonly isPartial: boolean;
}

export interface StepChartTexts {
  readonly now: string;
  /** Null: nothing to compare with. */
  readonly before: string | null;
  readonly partial: string;
  readonly format: (value: number) => string;
}

/**
 * Options of a step chart: today solid over an area, the day before dashed, hours with gaps marked over the full height.
 * @param yMax end of the y axis; null: chosen by the chart
 */
export function createStepChartOption(
  points: readonly StepPoint[],
  texts: StepChartTexts,
  theme: ChartTheme,
  yMax: number | null = null,
): EChartsCoreOption {
  const text = createTextStyle(theme);
  const axisLine = { lineStyle: { color: theme.line } };
  return {
    animation: false,
    textStyle: text,
    grid: { left: 4, right: 8, top: 28, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: createAxisTooltip(theme, 'line', texts.format),
    legend: { top: 0, right: 0, itemHeight: 8, itemWidth: 14, textStyle: text },
    xAxis: {
      type: 'category',
      data: points.map(({ name }) => name),
      axisLine,
      axisTick: { show: false },
      axisLabel: { ...text, hideOverlap: true },
    },
    yAxis: [
      {
        type: 'value',
        min: 0,
        ...(yMax === null ? {} : { max: yMax }),
        minInterval: 1,
        splitNumber: 4,
        splitLine: axisLine,
        // The end of a set axis is no round number.
        axisLabel: { ...text, showMaxLabel: yMax === null, formatter: (value: number) => texts.format(value) },
      },
      { type: 'value', min: 0, max: 1, show: false },
    ],
    series: createStepSeries(points, texts, theme),
  };
}

function createStepSeries(points: readonly StepPoint[], texts: StepChartTexts, theme: ChartTheme): readonly object[] {
  // A single value has no line: it is drawn as a dot.
  const isSingle = points.filter(({ value }) => value !== null).length === 1;
  const steps = { type: 'line', step: 'middle', symbol: isSingle ? 'circle' : 'none' };
  const series: object[] = [
    {
      ...steps,
      name: texts.now,
      data: points.map(({ value }) => value),
      lineStyle: { color: theme.now, width: 2 },
      itemStyle: { color: theme.now },
      areaStyle: { color: theme.now, opacity: 0.13 },
    },
  ];
  if (texts.before !== null)
    series.push({
      ...steps,
      name: texts.before,
      data: points.map(({ before }) => before),
      lineStyle: { color: theme.before, width: 1, type: 'dashed' },
      itemStyle: { color: theme.before },
    });
  if (points.some(({ isPartial }) => isPartial))
    series.push({
      type: 'bar',
      name: texts.partial,
      yAxisIndex: 1,
      barWidth: '100%',
      silent: true,
      data: points.map(({ isPartial }) => (isPartial ? 1 : null)),
      tooltip: { valueFormatter: () => '' },
      itemStyle: { color: theme.warning, opacity: 0.22, borderColor: theme.warning, borderType: 'dashed' },
    });
  return series;
}
