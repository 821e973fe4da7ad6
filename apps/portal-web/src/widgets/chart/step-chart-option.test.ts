import { expect, test } from 'vitest';
import { createStepChartOption } from './step-chart-option.ts';

const TEXTS = { now: 'today', before: 'yesterday', partial: 'partial', format: (value: number) => `${value} x` };
const THEME = {
  text: '#111',
  line: '#222',
  background: '#333',
  now: '#444',
  before: '#555',
  warning: '#666',
  series: [],
  font: 'sans-serif',
  fontSize: 11,
};

test('what is not known is a gap and not zero, and an hour with something missing is marked over its full height', () => {
  const option = createStepChartOption(
    [
      { name: '13', value: 5, before: null, isPartial: false },
      { name: '14', value: null, before: 3, isPartial: true },
    ],
    TEXTS,
    THEME,
  );
  expect(option['series']).toMatchObject([
    { name: 'today', step: 'middle', data: [5, null] },
    { name: 'yesterday', data: [null, 3] },
    { name: 'partial', yAxisIndex: 1, data: [null, 1] },
  ]);
});

test('without a gap there is no mark and no word for it in the legend', () => {
  const option = createStepChartOption([{ name: '13', value: 5, before: 4, isPartial: false }], TEXTS, THEME);
  expect(option['series']).toHaveLength(2);
  expect(option['animation']).toBe(false);
});

test('a single value is a dot; without a time before there is no series for it; the axis can be given an end', () => {
  const point = { name: '13', value: 5, before: null, isPartial: false };
  const option = createStepChartOption([point], { ...TEXTS, before: null }, THEME, 6);
  expect(option['series']).toMatchObject([{ name: 'today', symbol: 'circle' }]);
  expect(option['series']).toHaveLength(1);
  expect(option['yAxis']).toMatchObject([{ max: 6 }, {}]);
  const two = createStepChartOption([point, point], TEXTS, THEME);
  expect(two['series']).toMatchObject([{ symbol: 'none' }, { name: 'yesterday' }]);
});
