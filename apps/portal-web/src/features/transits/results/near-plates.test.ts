import { describe, expect, it } from 'vitest';
import { DEFAULT_FILTER } from '../search/search-filter.ts';
import { buildNearPlates } from './near-plates.ts';

const near = (change: Partial<typeof DEFAULT_FILTER>) =>
  buildNearPlates({ ...DEFAULT_FILTER, ...change }).map(({ id, filter }) => [
    id,
    filter.plate,
    filter.misreads,
    filter.variations,
  ]);

describe('searches near a plate that was not found', () => {
  it('a short text is tried as beginning, as part, and with similar characters', () => {
    expect(near({ plate: 'GK' })).toEqual([
      ['start', 'GK*', false, 0],
      ['inside', '*GK*', false, 0],
      ['misreads', 'GK', true, 0],
    ]);
  });

  it('a long one also with one other character; what is on already is not offered', () => {
    expect(near({ plate: 'GK508RB', misreads: true }).map(([id]) => id)).toEqual(['start', 'inside', 'variation']);
    expect(near({ plate: 'GK508RB', variations: 2 }).map(([id]) => id)).toEqual(['start', 'inside', 'misreads']);
  });

  it.each(['', 'GK*', 'GK{2}', 'GK,FB', '=GK508RB', 'RSSMRA80A01C573X', 'GK{'])('nothing for %s', (plate) => {
    expect(near({ plate })).toEqual([]);
  });
});
