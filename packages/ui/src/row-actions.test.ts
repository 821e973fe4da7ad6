import { describe, expect, test } from 'vitest';
import { createGridAction, toRowAction } from './row-actions.ts';

describe('rowAction', () => {
  test('WID-06 TBL-08 down and up move one row and stop at the ends', () => {
    expect(toRowAction('ArrowDown', -1, 3, false)).toEqual({ kind: 'move', index: 0 });
    expect(toRowAction('ArrowDown', 1, 3, false)).toEqual({ kind: 'move', index: 2 });
    expect(toRowAction('ArrowDown', 2, 3, false)).toEqual({ kind: 'move', index: 2 });
    expect(toRowAction('ArrowUp', 1, 3, false)).toEqual({ kind: 'move', index: 0 });
    expect(toRowAction('ArrowUp', 0, 3, false)).toEqual({ kind: 'move', index: 0 });
  });

  test('WID-07 WID-08 TBL-09 left and right turn the page only at the edges', () => {
    expect(toRowAction('ArrowLeft', 0, 3, false)).toEqual({ kind: 'previousPage' });
    expect(toRowAction('ArrowLeft', 1, 3, false)).toBeNull();
    expect(toRowAction('ArrowRight', 2, 3, false)).toEqual({ kind: 'nextPage' });
    expect(toRowAction('ArrowRight', 1, 3, false)).toBeNull();
  });

  test('WID-09 TBL-10 enter opens, with multi-select on it ticks', () => {
    expect(toRowAction('Enter', 1, 3, false)).toEqual({ kind: 'open' });
    expect(toRowAction('Enter', 1, 3, true)).toEqual({ kind: 'toggle' });
    expect(toRowAction('Enter', -1, 3, false)).toBeNull();
  });

  test('an empty page and foreign keys ask nothing', () => {
    expect(toRowAction('ArrowRight', -1, 0, false)).toBeNull();
    expect(toRowAction('q', 0, 3, false)).toBeNull();
  });
});

describe('gridAction', () => {
  // 10 cards in 4 columns: lines of 4, 4 and 2.
  const act = (key: string, index: number, isMulti = false) => createGridAction(4)(key, index, 10, isMulti);

  test('TBL-08 up and down go a line of cards further and stay in the list', () => {
    expect(act('ArrowDown', 1)).toEqual({ kind: 'move', index: 5 });
    expect(act('ArrowDown', 5)).toEqual({ kind: 'move', index: 9 });
    expect(act('ArrowDown', 7)).toEqual({ kind: 'move', index: 9 });
    expect(act('ArrowDown', 8)).toEqual({ kind: 'move', index: 8 });
    expect(act('ArrowUp', 6)).toEqual({ kind: 'move', index: 2 });
    expect(act('ArrowUp', 2)).toEqual({ kind: 'move', index: 2 });
    expect(act('ArrowDown', -1)).toEqual({ kind: 'move', index: 0 });
  });

  test('TBL-09 left and right go one card further and turn the page at the first and last', () => {
    expect(act('ArrowRight', 3)).toEqual({ kind: 'move', index: 4 });
    expect(act('ArrowLeft', 4)).toEqual({ kind: 'move', index: 3 });
    expect(act('ArrowLeft', 0)).toEqual({ kind: 'previousPage' });
    expect(act('ArrowRight', 9)).toEqual({ kind: 'nextPage' });
    expect(act('ArrowRight', -1)).toEqual({ kind: 'move', index: 0 });
  });

  test('TBL-10 enter opens or ticks, space ticks, the dot opens the menu, as in the table', () => {
    expect(act('Enter', 2)).toEqual({ kind: 'open' });
    expect(act('Enter', 2, true)).toEqual({ kind: 'toggle' });
    expect(act(' ', 2)).toEqual({ kind: 'toggle' });
    expect(act('.', 2)).toEqual({ kind: 'menu' });
    expect(createGridAction(4)('ArrowRight', -1, 0, false)).toBeNull();
  });
});
