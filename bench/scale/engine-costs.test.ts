import { expect, test } from 'vitest';
import { findDifferences } from './engine-costs.ts';

test('totals are compared query by query; one that was not answered is no difference', () => {
  const one = { engine: 'one', totals: { gates: [3, 7, null], prefix: [1, 2] } };
  const other = { engine: 'other', totals: { gates: [3, 8, 9], prefix: [1, null] } };
  expect(findDifferences(one, other)).toEqual({ compared: 3, lines: ['gates 1: one 7, other 8'] });
  expect(findDifferences(one, { engine: 'none', totals: {} })).toEqual({ compared: 0, lines: [] });
});
