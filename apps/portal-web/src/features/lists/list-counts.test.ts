import { expect, it } from 'vitest';
import { sumCounts } from './list-counts.ts';

const counts = (all: number) => ({ all, active: all - 1, expiring: 1, expired: 1, disabled: 0, never_hit: 2 });

it('the views of all plants are summed; one that has not answered makes the numbers partial, never zero', () => {
  const byView = { all: 30, active: 28, expiring: 2, expired: 2, disabled: 0, neverHit: 4 };
  expect(sumCounts([counts(10), counts(20)])).toEqual({ byView, isPartial: false });
  expect(sumCounts([counts(10), undefined, counts(20)])).toEqual({ byView, isPartial: true });
  expect(sumCounts([undefined])).toEqual({ byView: null, isPartial: true });
});
