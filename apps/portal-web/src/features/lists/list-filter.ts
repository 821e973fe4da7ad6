import type { BlacklistFilter } from '@varco/contract/plant/blacklist.ts';

/** Quick views of the list. */
const VIEW_FILTERS = {
  all: {},
  active: { f_disabled: false, f_expired: false },
  expiring: { f_expiring: true },
  expired: { f_expired: true },
  disabled: { f_disabled: true },
  neverHit: { f_never_hit: true },
} as const satisfies Readonly<Record<string, BlacklistFilter>>;
export type ListView = keyof typeof VIEW_FILTERS;

/** Filters that can be added to a view (T 7.3). */
const FLAG_FILTERS = {
  created: { f_created_by_user: true },
  owned: { f_owned: true },
  alarmed: { f_alarmed: true },
  quiet: { f_alarmed: false },
  reserved: { f_reserved: true },
} as const satisfies Readonly<Record<string, BlacklistFilter>>;
type ListFlag = keyof typeof FLAG_FILTERS;

/** Search text, view and filters selected in the bar. */
export interface ListChoice {
  readonly plate: string;
  readonly view: ListView;
  readonly flags: readonly ListFlag[];
}

/** Converts the selection to the filter of the call. */
export const toBlacklistFilter = ({ plate, view, flags }: ListChoice): BlacklistFilter => ({
  ...(plate.trim() === '' ? {} : { f_targa: plate.trim() }),
  ...VIEW_FILTERS[view],
  ...Object.assign({}, ...flags.map((flag) => FLAG_FILTERS[flag])),
});

export const isListFlag = (text: string): text is ListFlag => Object.hasOwn(FLAG_FILTERS, text);

export const VIEW_NAMES = [
  'all',
  'active',
  'expiring',
  'expired',
  'disabled',
  'neverHit',
] as const satisfies readonly ListView[];
export const FLAG_NAMES = ['created', 'owned', 'alarmed', 'quiet', 'reserved'] as const satisfies readonly ListFlag[];
