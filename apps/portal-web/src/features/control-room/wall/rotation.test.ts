import { describe, expect, it } from 'vitest';
import { getPageOfStep, paginatePlants } from './rotation.ts';

const line = (name: string, state = 'live') => ({ name, state });

describe('pages of the wall', () => {
  it('shows up to eight plants in their order, on one page', () => {
    const eight = [line('a'), line('b', 'lost'), ...Array.from({ length: 6 }, (_, n) => line(`p${n}`))];
    expect(paginatePlants(eight)).toEqual([eight]);
    expect(paginatePlants([])).toEqual([[]]);
  });

  it('puts the plants that are not live on the first of several pages, each plant once', () => {
    const lines = Array.from({ length: 17 }, (_, n) => line(`p${n}`, n === 12 || n === 16 ? 'lost' : 'live'));
    const pages = paginatePlants(lines);
    expect(pages.map(({ length }) => length)).toEqual([8, 8, 1]);
    expect(pages[0]?.slice(0, 3).map(({ name }) => name)).toEqual(['p12', 'p16', 'p0']);
    expect(new Set(pages.flat())).toEqual(new Set(lines));
  });

  it('goes round in both directions', () => {
    expect([-4, -1, 0, 1, 2, 3, 7].map((count) => getPageOfStep(count, 3))).toEqual([2, 2, 0, 1, 2, 0, 1]);
    expect(getPageOfStep(5, 1)).toBe(0);
  });
});
