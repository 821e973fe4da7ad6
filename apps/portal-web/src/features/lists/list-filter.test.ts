import { expect, it } from 'vitest';
import { filterOf } from './list-filter.ts';

const all = { plate: '', view: 'all', flags: [] } as const;

it('BLK-30 each filter of the bar is in the question, and nothing else', () => {
  expect(filterOf(all)).toEqual({});
  expect(filterOf({ ...all, plate: ' AB1* ' })).toEqual({ f_targa: 'AB1*' });
  const views = (['active', 'expiring', 'expired', 'disabled', 'neverHit'] as const).map((view) =>
    filterOf({ ...all, view }),
  );
  expect(views).toEqual([
    { f_disabled: false, f_expired: false },
    { f_expiring: true },
    { f_expired: true },
    { f_disabled: true },
    { f_never_hit: true },
  ]);
  expect(filterOf({ ...all, flags: ['created', 'owned', 'alarmed', 'reserved'] })).toEqual({
    f_created_by_user: true,
    f_owned: true,
    f_alarmed: true,
    f_reserved: true,
  });
  expect(filterOf({ ...all, flags: ['quiet'] })).toEqual({ f_alarmed: false });
});
