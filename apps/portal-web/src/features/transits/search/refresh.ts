import { DEFAULT_FILTER, type SearchFilter } from './search-filter.ts';

/** Seconds between automatic refreshes; 0: none (CONST-01). */
export const REFRESH_CHOICES = [0, 10, 15, 30, 60] as const;
export type RefreshSeconds = (typeof REFRESH_CHOICES)[number];

/** A filter with how often it is asked anew. */
export interface LiveFilter {
  readonly filter: SearchFilter;
  readonly refreshSeconds: RefreshSeconds;
}

/**
 * T 4.1: a positive interval looks at the last 30 minutes with an open end, whatever was chosen before; back to none, the period is again
 * from six days back to the end of today.
 */
export const withRefresh = (filter: SearchFilter, refreshSeconds: RefreshSeconds): LiveFilter => ({
  filter: { ...filter, period: refreshSeconds > 0 ? { kind: 'live' } : DEFAULT_FILTER.period },
  refreshSeconds,
});

/** The filter as edited: automatic refresh ends with the period it belongs to (a chip taken off, the filters cleared). */
export const edited = (before: LiveFilter, filter: SearchFilter): LiveFilter => ({
  filter,
  refreshSeconds: filter.period.kind === 'live' ? before.refreshSeconds : 0,
});
