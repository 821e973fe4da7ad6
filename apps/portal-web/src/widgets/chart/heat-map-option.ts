import type { EChartsCoreOption } from 'echarts/core';
import { type ChartTheme, createTextStyle } from './chart-theme.ts';

/** One cell; null: not known, which is not drawn as zero. */
export interface HeatPoint {
  /** Place on the x and y axis. */
  readonly x: number;
  readonly y: number;
  readonly value: number | null;
}

export interface HeatMapTexts {
  /** Names of columns and rows, the first row on top. */
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly format: (value: number) => string;
}

/** Options of a heat map: the deeper the colour, the higher the value. */
export function createHeatMapOption(
  points: readonly HeatPoint[],
  texts: HeatMapTexts,
  theme: ChartTheme,
): EChartsCoreOption {
  const text = createTextStyle(theme);
  const max = Math.max(1, ...points.map(({ value }) => value ?? 0));
  const axis = { axisTick: { show: false }, axisLine: { show: false }, axisLabel: text };
  return {
    animation: false,
    textStyle: text,
    grid: { left: 4, right: 8, top: 8, bottom: 44, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      renderMode: 'richText',
      confine: true,
      backgroundColor: theme.background,
      borderColor: theme.line,
      textStyle: text,
      formatter: ({ value }: { value: readonly [number, number, number] }) =>
        `${texts.rows[value[1]] ?? ''} ${texts.columns[value[0]] ?? ''}: ${texts.format(value[2])}`,
    },
    xAxis: { type: 'category', data: texts.columns, ...axis },
    yAxis: { type: 'category', data: texts.rows, inverse: true, ...axis },
    visualMap: {
      type: 'continuous',
      min: 0,
      max,
      calculable: true,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 160,
      itemWidth: 12,
      textStyle: text,
      formatter: (value: number) => texts.format(value),
      inRange: { color: [theme.line, theme.now] },
    },
    series: [
      {
        type: 'heatmap',
        data: points.flatMap(({ x, y, value }) => (value === null ? [] : [[x, y, value]])),
        itemStyle: { borderWidth: 1, borderColor: theme.background },
        emphasis: { itemStyle: { borderColor: theme.text } },
      },
    ],
  };
}
