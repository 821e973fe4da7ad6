import type { EChartsCoreOption } from 'echarts/core';
import { type ChartTheme, createTextStyle, createTooltipStyle } from './chart-theme.ts';

/** A line of estimates with their ranges. */
export interface EstimateSeries {
  readonly name: string;
  /** One for each name of the axis; null: not known. */
  readonly values: readonly (number | null)[];
  /** Null: no range is known. */
  readonly ranges: readonly (readonly [low: number, high: number] | null)[];
}

export interface EstimateChartTexts {
  /** Names of the axis. */
  readonly names: readonly string[];
  /** What is said of each of them when it is pointed at. */
  readonly details: readonly string[];
  readonly format: (value: number) => string;
}

/** Drawn differently, so that colours are not needed to tell the lines apart. */
const DASHES = ['solid', 'dashed', 'dotted'] as const;

/** What a custom series gives to the function that draws an item. */
interface ItemApi {
  value(dimension: number): number;
  coord(point: readonly [number, number]): readonly [number, number];
}

/** Options of a chart of lines with error bars; a part can be chosen below it. */
export function createEstimateChartOption(
  series: readonly EstimateSeries[],
  { names, details, format }: EstimateChartTexts,
  theme: ChartTheme,
): EChartsCoreOption {
  const text = createTextStyle(theme);
  const axisLine = { lineStyle: { color: theme.line } };
  return {
    animation: false,
    textStyle: text,
    grid: { left: 4, right: 8, top: 30, bottom: 40, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...createTooltipStyle(theme),
      trigger: 'axis',
      formatter: ([first]: readonly { readonly dataIndex: number }[]) => details[first?.dataIndex ?? -1] ?? '',
    },
    legend: { top: 0, right: 0, itemHeight: 8, itemWidth: 22, textStyle: text },
    xAxis: {
      type: 'category',
      data: names,
      axisLine,
      axisTick: { show: false },
      axisLabel: { ...text, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 4,
      splitLine: axisLine,
      axisLabel: { ...text, formatter: format },
    },
    dataZoom: [{ type: 'inside' }, { type: 'slider', height: 22, bottom: 6, textStyle: text, borderColor: theme.line }],
    series: series.flatMap((one, at) => createLine(one, at, theme)),
  };
}

function createLine({ name, values, ranges }: EstimateSeries, at: number, theme: ChartTheme): readonly object[] {
  const color = theme.series[at % theme.series.length];
  // Few values: a line alone would not show where they are.
  const symbol = values.length <= 31 ? 'circle' : 'none';
  const line = {
    type: 'line',
    name,
    data: values,
    symbol,
    symbolSize: 5,
    lineStyle: { color, width: 2, type: DASHES[at % DASHES.length] },
    itemStyle: { color },
  };
  const bars = ranges.flatMap((range, index) => (range === null ? [] : [[index, ...range]]));
  if (bars.length === 0) return [line];
  return [
    line,
    {
      type: 'custom',
      // The name of its line: the legend hides both.
      name,
      data: bars,
      encode: { x: 0, y: [1, 2] },
      silent: true,
      tooltip: { show: false },
      itemStyle: { color },
      renderItem: (_: unknown, api: ItemApi) => {
        const [x, y1] = api.coord([api.value(0), api.value(1)]);
        const [, y2] = api.coord([api.value(0), api.value(2)]);
        return {
          type: 'line',
          shape: { x1: x, y1, x2: x, y2 },
          style: { stroke: color, lineWidth: 2, opacity: 0.35 },
        };
      },
    },
  ];
}
