import type { EChartsCoreOption } from 'echarts/core';
import { type ChartTheme, createTextStyle, createTooltipStyle } from './chart-theme.ts';
import { CELL_GRID, createCells, createColourScale } from './colour-cells.ts';

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
    grid: CELL_GRID,
    tooltip: {
      ...createTooltipStyle(theme),
      formatter: ({ value }: { value: readonly [number, number, number] }) =>
        `${texts.rows[value[1]] ?? ''} ${texts.columns[value[0]] ?? ''}: ${texts.format(value[2])}`,
    },
    xAxis: { type: 'category', data: texts.columns, ...axis },
    yAxis: { type: 'category', data: texts.rows, inverse: true, ...axis },
    visualMap: createColourScale(max, texts.format, theme),
    series: [
      createCells(
        points.flatMap(({ x, y, value }) => (value === null ? [] : [[x, y, value] as const])),
        theme,
      ),
    ],
  };
}
