import { describe, expect, test } from 'vitest';
import { buildPagerItems } from './pager-model.ts';

function formatPagerItems(page: number, pageCount: number): string {
  return buildPagerItems(page, pageCount)
    .map((item) => (item.kind === 'gap' ? '...' : String(item.page)))
    .join(' ');
}

describe('pagerItems', () => {
  test.each([
    [1, 20, '1 2 3 4 ... 20'],
    [10, 20, '1 ... 7 8 9 10 11 12 13 ... 20'],
    [20, 20, '1 ... 17 18 19 20'],
    [5, 20, '1 2 3 4 5 6 7 8 ... 20'],
    [6, 20, '1 ... 3 4 5 6 7 8 9 ... 20'],
    [1, 1, '1'],
    [2, 3, '1 2 3'],
  ])('WID-02 page %d of %d shows %s', (page, count, text) => {
    expect(formatPagerItems(page, count)).toBe(text);
  });

  test.each([
    [99, 5, '1 2 3 4 5'],
    [-4, 3, '1 2 3'],
    [0, 0, '1'],
    [1, -7, '1'],
  ])('a page or a count that cannot be is brought into range (%d of %d)', (page, count, text) => {
    expect(formatPagerItems(page, count)).toBe(text);
  });

  test('a very long list costs no more than a short one', () => {
    expect(buildPagerItems(500_000, 1_000_000)).toHaveLength(11);
  });
});
