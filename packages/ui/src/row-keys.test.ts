import { describe, expect, test } from 'vitest';
import { rowAction } from './row-keys.ts';

describe('rowAction', () => {
  test('WID-06 TBL-08 down and up move one row and stop at the ends', () => {
    expect(rowAction('ArrowDown', -1, 3, false)).toEqual({ kind: 'move', index: 0 });
    expect(rowAction('ArrowDown', 1, 3, false)).toEqual({ kind: 'move', index: 2 });
    expect(rowAction('ArrowDown', 2, 3, false)).toEqual({ kind: 'move', index: 2 });
    expect(rowAction('ArrowUp', 1, 3, false)).toEqual({ kind: 'move', index: 0 });
    expect(rowAction('ArrowUp', 0, 3, false)).toEqual({ kind: 'move', index: 0 });
  });

  test('WID-07 WID-08 TBL-09 left and right turn the page only at the edges', () => {
    expect(rowAction('ArrowLeft', 0, 3, false)).toEqual({ kind: 'previousPage' });
    expect(rowAction('ArrowLeft', 1, 3, false)).toBeNull();
    expect(rowAction('ArrowRight', 2, 3, false)).toEqual({ kind: 'nextPage' });
    expect(rowAction('ArrowRight', 1, 3, false)).toBeNull();
  });

  test('WID-09 TBL-10 enter opens, with multi-select on it ticks', () => {
    expect(rowAction('Enter', 1, 3, false)).toEqual({ kind: 'open' });
    expect(rowAction('Enter', 1, 3, true)).toEqual({ kind: 'toggle' });
    expect(rowAction('Enter', -1, 3, false)).toBeNull();
  });

  test('an empty page and foreign keys ask nothing', () => {
    expect(rowAction('ArrowRight', -1, 0, false)).toBeNull();
    expect(rowAction('q', 0, 3, false)).toBeNull();
  });
});
