import { expect, test } from 'vitest';
import { createBarChartOption } from './bar-chart-option.ts';

const TEXTS = { now: 'period', before: 'compared', format: (value: number) => `${value} x` };
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

test('bars have a second series and a legend only where there is something to compare', () => {
  const alone = createBarChartOption([{ name: 'Gate 1', value: 5, before: null }], TEXTS, THEME);
  expect(alone['series']).toMatchObject([{ name: 'period', data: [5] }]);
  expect(alone).not.toHaveProperty('legend');
  const compared = createBarChartOption(
    [
      { name: 'Gate 1', value: 5, before: 3 },
      { name: 'Gate 2', value: 7, before: null },
    ],
    TEXTS,
    THEME,
  );
  expect(compared['series']).toMatchObject([{ data: [5, 7] }, { name: 'compared', data: [3, null] }]);
  expect(compared).toHaveProperty('legend');
  // Without an edge the hollow bars would have an empty mark in the legend.
  expect(compared['legend']).toMatchObject({ itemStyle: { borderWidth: 1 } });
  expect(compared['series']).toMatchObject([{}, { itemStyle: { borderWidth: 1 } }]);
});
