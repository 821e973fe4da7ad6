import { describe, expect, it } from 'vitest';
import { createHeatMapOption } from './heat-map-option.ts';

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
const TEXTS = { columns: ['00', '01'], rows: ['lun', 'mar'], format: (value: number) => `${value} transiti` };

interface HeatOption {
  readonly series: readonly { readonly data: readonly unknown[] }[];
  readonly visualMap: { readonly max: number };
  readonly tooltip: { readonly renderMode: string; readonly formatter: (at: { value: readonly number[] }) => string };
}
const create = (values: readonly (number | null)[]): HeatOption =>
  createHeatMapOption(
    values.map((value, x) => ({ x, y: 1, value })),
    TEXTS,
    THEME,
  ) as unknown as HeatOption;

describe('heat map', () => {
  it('leaves out cells that are not known and scales to the highest', () => {
    const { series, visualMap } = create([null, 7]);
    expect(series[0]?.data).toEqual([[1, 1, 7]]);
    expect(visualMap.max).toBe(7);
  });

  it('has a scale without any transit, and names the cell in plain text', () => {
    const { visualMap, tooltip } = create([0, 0]);
    expect(visualMap.max).toBe(1);
    expect(tooltip.renderMode).toBe('richText');
    expect(tooltip.formatter({ value: [1, 1, 0] })).toBe('mar 01: 0 transiti');
  });
});
