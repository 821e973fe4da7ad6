import { describe, expect, test } from 'vitest';
import { selectColumns, moveColumn } from './column-choice.ts';
import { toggleSort } from './table-model.ts';

describe('nextSort', () => {
  test('TBL-05 the sorted column flips its sign, another one starts with +', () => {
    expect(toggleSort(null, 'data')).toEqual({ field: 'data', sign: '+' });
    expect(toggleSort({ field: 'data', sign: '+' }, 'data')).toEqual({ field: 'data', sign: '-' });
    expect(toggleSort({ field: 'data', sign: '-' }, 'data')).toEqual({ field: 'data', sign: '+' });
    expect(toggleSort({ field: 'data', sign: '-' }, 'g_transits')).toEqual({ field: 'g_transits', sign: '+' });
  });
});

describe('chosenColumns', () => {
  const columns = [{ id: 'a', isFixed: true }, { id: 'b' }, { id: 'c' }, { id: 'd' }];
  const ids = (order: string[], hidden: string[]): string =>
    selectColumns(columns, { order, hidden })
      .map((column) => column.id)
      .join('');

  test('follows the stored order and hides what is hidden, never a fixed column', () => {
    expect(ids([], [])).toBe('abcd');
    expect(ids(['d', 'a', 'c', 'b'], ['c', 'a'])).toBe('dab');
  });

  test('a column newer than the stored choice takes the place after its neighbour; unknown names are passed over', () => {
    expect(ids(['c', 'a', 'gone', 'd'], [])).toBe('cabd');
    expect(ids(['d', 'd', 'b'], [])).toBe('adbc');
  });
});

describe('movedColumn', () => {
  test('moves a step and stops at the ends', () => {
    expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
    expect(moveColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
    expect(moveColumn(['a'], 'x', 1)).toEqual(['a']);
  });
});
