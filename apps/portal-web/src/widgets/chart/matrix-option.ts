import type { EChartsCoreOption } from 'echarts/core';
import { type ChartTheme, createTextStyle, createTooltipStyle } from './chart-theme.ts';
import { CELL_GRID, createCells, createColourScale } from './colour-cells.ts';

/** A cell of a matrix; cells without anything are left out. */
export interface MatrixPoint {
  /** Index of the row and of the column. */
  readonly row: number;
  readonly column: number;
  readonly value: number;
  /** What the cell says when it is pointed at. */
  readonly text: string;
}

const LABEL_WIDTH = 120;

/**
 * Options of a matrix with the same names on both sides. Colours follow the root of the values: a few busy pairs would else leave
 * all others pale. A part can be enlarged with the wheel and Ctrl, and values chosen on the scale.
 */
export function createMatrixOption(
  points: readonly MatrixPoint[],
  names: readonly string[],
  format: (value: number) => string,
  theme: ChartTheme,
): EChartsCoreOption {
  const text = createTextStyle(theme);
  const axis = {
    type: 'category',
    data: names,
    axisTick: { show: false },
    axisLine: { show: false },
    splitArea: { show: false },
  };
  const label = { ...text, hideOverlap: true, width: LABEL_WIDTH, overflow: 'truncate' };
  const highest = Math.sqrt(Math.max(1, ...points.map(({ value }) => value)));
  const zoom = { type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false };
  return {
    animation: false,
    textStyle: text,
    grid: CELL_GRID,
    tooltip: {
      ...createTooltipStyle(theme),
      formatter: ({ dataIndex }: { dataIndex: number }) => points[dataIndex]?.text ?? '',
    },
    dataZoom: [
      { ...zoom, xAxisIndex: 0 },
      { ...zoom, yAxisIndex: 0 },
    ],
    xAxis: { ...axis, axisLabel: { ...label, rotate: 60 } },
    yAxis: { ...axis, inverse: true, axisLabel: label },
    visualMap: { ...createColourScale(highest, (root) => format(Math.round(root * root)), theme), dimension: 2 },
    series: [
      createCells(
        points.map(({ row, column, value }) => [column, row, Math.sqrt(value)]),
        theme,
      ),
    ],
  };
}
