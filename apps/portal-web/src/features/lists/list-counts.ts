import type { BlacklistCounts } from '@varco/contract/plant/blacklist.ts';
import type { ListView } from './list-filter.ts';

/** Count of each view as the call names it. */
const COUNT_NAMES = {
  all: 'all',
  active: 'active',
  expiring: 'expiring',
  expired: 'expired',
  disabled: 'disabled',
  neverHit: 'never_hit',
} as const satisfies Readonly<Record<ListView, keyof BlacklistCounts>>;

/** Entries in each view over all plants that answered; `isPartial`: a plant has not answered, so there may be more. */
export interface ViewCounts {
  readonly byView: Readonly<Record<ListView, number>> | null;
  readonly isPartial: boolean;
}

/** Sums the counts of several plants; undefined: a plant that has not answered. No number while none has. */
export function sumCounts(answers: readonly (BlacklistCounts | undefined)[]): ViewCounts {
  const known = answers.filter((answer) => answer !== undefined);
  if (known.length === 0) return { byView: null, isPartial: true };
  const sum = (view: ListView): number => known.reduce((total, answer) => total + answer[COUNT_NAMES[view]], 0);
  return {
    byView: {
      all: sum('all'),
      active: sum('active'),
      expiring: sum('expiring'),
      expired: sum('expired'),
      disabled: sum('disabled'),
      neverHit: sum('neverHit'),
    },
    isPartial: known.length < answers.length,
  };
}
