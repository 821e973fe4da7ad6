import { expect, test } from 'vitest';
import { createEstimateChartOption } from './estimate-chart-option.ts';

const TEXTS = { names: ['one', 'two'], details: ['first', 'second'], format: (value: number) => `${value} x` };
const THEME = {
  text: '#111',
  line: '#222',
  background: '#333',
  now: '#444',
  before: '#555',
  warning: '#666',
  series: ['#777', '#888', '#999'],
  font: 'sans-serif',
  fontSize: 11,
};

test('every line has its dash and colour, and bars under its name where a range is known', () => {
  const option = createEstimateChartOption(
    [
      { name: 'residents', values: [5, 6], ranges: [[4, 7], null] },
      { name: 'commuters', values: [3, null], ranges: [null, null] },
    ],
    TEXTS,
    THEME,
  );
  expect(option['series']).toMatchObject([
    { type: 'line', name: 'residents', data: [5, 6], lineStyle: { color: '#777', type: 'solid' } },
    { type: 'custom', name: 'residents', data: [[0, 4, 7]] },
    { type: 'line', name: 'commuters', data: [3, null], lineStyle: { color: '#888', type: 'dashed' } },
  ]);
  const tooltip = option['tooltip'] as { formatter: (items: readonly { dataIndex: number }[]) => string };
  expect([tooltip.formatter([{ dataIndex: 1 }]), tooltip.formatter([])]).toEqual(['second', '']);
});

test('a bar goes from the low to the high end of its range', () => {
  const option = createEstimateChartOption([{ name: 'a', values: [5], ranges: [[4, 7]] }], TEXTS, THEME);
  const [, bars] = option['series'] as readonly {
    renderItem: (params: unknown, api: object) => { shape: object };
  }[];
  const api = {
    value: (dimension: number) => [0, 4, 7][dimension] ?? 0,
    coord: ([x, y]: readonly [number, number]) => [10 + x, 100 - y],
  };
  expect(bars?.renderItem({}, api).shape).toEqual({ x1: 10, y1: 96, x2: 10, y2: 93 });
});
