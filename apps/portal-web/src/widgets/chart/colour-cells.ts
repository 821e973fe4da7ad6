import { type ChartTheme, createTextStyle } from './chart-theme.ts';

/** Space around cells: names of the axes inside, below them the scale of colours with the ends of its range above it. */
export const CELL_GRID = {
  left: 4,
  right: 8,
  top: 8,
  bottom: 60,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
} as const;

/** Scale of colours of cells: the deeper, the higher the value. Values can be chosen on it. */
export const createColourScale = (max: number, format: (value: number) => string, theme: ChartTheme) => ({
  type: 'continuous',
  min: 0,
  max,
  calculable: true,
  orient: 'horizontal',
  left: 'center',
  bottom: 0,
  itemHeight: 160,
  itemWidth: 12,
  textStyle: createTextStyle(theme),
  formatter: format,
  inRange: { color: [theme.line, theme.now] },
});

/** The cells themselves: column, row and value of each. */
export const createCells = (data: readonly (readonly [number, number, number])[], theme: ChartTheme) => ({
  type: 'heatmap',
  data,
  itemStyle: { borderWidth: 1, borderColor: theme.background },
  emphasis: { itemStyle: { borderColor: theme.text } },
});
