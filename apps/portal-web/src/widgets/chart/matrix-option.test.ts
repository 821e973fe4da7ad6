import { expect, it } from 'vitest';
import { createMatrixOption } from './matrix-option.ts';

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

interface MatrixOption {
  readonly series: readonly { readonly data: readonly unknown[] }[];
  readonly visualMap: { readonly max: number; readonly formatter: (root: number) => string };
  readonly tooltip: { readonly formatter: (at: { dataIndex: number }) => string };
}
const create = (values: readonly number[]): MatrixOption =>
  createMatrixOption(
    values.map((value, at) => ({ row: 0, column: at + 1, value, text: `cell ${at}` })),
    ['A', 'B', 'C'],
    (value) => `${value} trips`,
    THEME,
  ) as unknown as MatrixOption;

it('the colours of a matrix follow the root, its scale and cells say the value', () => {
  const { series, visualMap, tooltip } = create([100, 4]);
  expect(series[0]?.data).toEqual([
    [1, 0, 10],
    [2, 0, 2],
  ]);
  expect(visualMap.max).toBe(10);
  expect(visualMap.formatter(9.99)).toBe('100 trips');
  expect(tooltip.formatter({ dataIndex: 1 })).toBe('cell 1');
  expect(create([]).visualMap.max).toBe(1);
});
