import { describe, expect, it } from 'vitest';
import { findColumnsToDrop } from './use-fitting-columns.ts';

const COLUMNS = [
  { id: 'date' },
  { id: 'euro', priority: 3 },
  { id: 'stolen', priority: 1 },
  { id: 'last', priority: 2 },
  { id: 'new', priority: 4, width: 30 },
];
const WIDTHS = new Map([
  ['euro', 40],
  ['stolen', 60],
  ['last', 80],
]);

describe('columns for which there is room', () => {
  it.each([
    [1000, []],
    [710, []],
    [709, ['new']],
    [679, ['euro']],
    [600, ['last', 'new']],
    [400, ['stolen', 'last', 'euro', 'new']],
  ])('in %i px these are left out: %j', (room, dropped) => {
    expect(findColumnsToDrop(COLUMNS, WIDTHS, 500, room)).toEqual(dropped);
  });
});
