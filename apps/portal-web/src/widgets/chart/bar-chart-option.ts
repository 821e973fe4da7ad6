import type { EChartsCoreOption } from 'echarts/core';
import { type ChartTheme, createAxisTooltip, createTextStyle } from './chart-theme.ts';

/** A group of bars: one category with its value now and in the compared period. */
export interface BarPoint {
  readonly name: string;
  readonly value: number | null;
  /** Null: not known or not compared. */
  readonly before: number | null;
}

export interface BarChartTexts {
  readonly now: string;
  readonly before: string;
  readonly format: (value: number) => string;
}

/** Options of a bar chart of `points`; the compared period is drawn dashed. `isZoomable`: a part can be chosen below it. */
export function createBarChartOption(
  points: readonly BarPoint[],
  texts: BarChartTexts,
  theme: ChartTheme,
  isZoomable = false,
): EChartsCoreOption {
  const isCompared = points.some(({ before }) => before !== null);
  const text = createTextStyle(theme);
  const axisLine = { lineStyle: { color: theme.line } };
  return {
    animation: false,
    textStyle: text,
    grid: {
      left: 4,
      right: 8,
      top: isCompared ? 26 : 12,
      bottom: isZoomable ? 40 : 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: createAxisTooltip(theme, 'shadow', texts.format),
    ...(isCompared && {
      legend: { top: 0, right: 0, itemHeight: 8, itemWidth: 14, itemStyle: { borderWidth: 1 }, textStyle: text },
    }),
    xAxis: {
      type: 'category',
      data: points.map(({ name }) => name),
      axisLine,
      axisTick: { show: false },
      axisLabel: { ...text, hideOverlap: true, width: 110, overflow: 'truncate' },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 3,
      splitLine: axisLine,
      axisLabel: { ...text, formatter: (value: number) => texts.format(value) },
    },
    ...(isZoomable && {
      dataZoom: [
        { type: 'inside' },
        { type: 'slider', height: 22, bottom: 6, textStyle: text, borderColor: theme.line },
      ],
    }),
    series: createBarSeries(points, texts, theme),
  };
}

function createBarSeries(points: readonly BarPoint[], texts: BarChartTexts, theme: ChartTheme): readonly object[] {
  const isCompared = points.some(({ before }) => before !== null);
  const bars = { type: 'bar', barMaxWidth: 48 };
  const now = {
    ...bars,
    name: texts.now,
    data: points.map(({ value }) => value),
    itemStyle: { color: theme.now },
  };
  const before = {
    ...bars,
    name: texts.before,
    data: points.map((point) => point.before),
    itemStyle: { color: 'transparent', borderColor: theme.before, borderWidth: 1, borderType: 'dashed' },
  };
  return isCompared ? [now, before] : [now];
}
