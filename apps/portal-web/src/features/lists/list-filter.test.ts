import { expect, it } from 'vitest';
import { toBlacklistFilter } from './list-filter.ts';

const ALL_ENTRIES = { plate: '', view: 'all', flags: [] } as const;

it('BLK-30 each filter of the bar is in the question, and nothing else', () => {
  expect(toBlacklistFilter(ALL_ENTRIES)).toEqual({});
  expect(toBlacklistFilter({ ...ALL_ENTRIES, plate: ' AB1* ' })).toEqual({ f_targa: 'AB1*' });
  const views = (['active', 'expiring', 'expired', 'disabled', 'neverHit'] as const).map((view) =>
    toBlacklistFilter({ ...ALL_ENTRIES, view }),
  );
  expect(views).toEqual([
    { f_disabled: false, f_expired: false },
    { f_expiring: true },
    { f_expired: true },
    { f_disabled: true },
    { f_never_hit: true },
  ]);
  expect(toBlacklistFilter({ ...ALL_ENTRIES, flags: ['created', 'owned', 'alarmed', 'reserved'] })).toEqual({
    f_created_by_user: true,
    f_owned: true,
    f_alarmed: true,
    f_reserved: true,
  });
  expect(toBlacklistFilter({ ...ALL_ENTRIES, flags: ['quiet'] })).toEqual({ f_alarmed: false });
});
