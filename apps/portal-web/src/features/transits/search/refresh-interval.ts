import { DEFAULT_FILTER, type SearchFilter } from './search-filter.ts';

/** Seconds between automatic refreshes; 0: none (CONST-01). */
export const REFRESH_CHOICES = [0, 10, 15, 30, 60] as const;
export type RefreshSeconds = (typeof REFRESH_CHOICES)[number];

/** A filter with its automatic refresh interval. */
export interface LiveFilter {
  readonly filter: SearchFilter;
  readonly refreshSeconds: RefreshSeconds;
}

/**
 * T 4.1: a positive interval sets the period to the last 30 minutes with an open end, whatever it was. Turning it off
 * restores the default period, from six days back to the end of today.
 */
export const setRefreshInterval = (filter: SearchFilter, refreshSeconds: RefreshSeconds): LiveFilter => ({
  filter: { ...filter, period: refreshSeconds > 0 ? { kind: 'live' } : DEFAULT_FILTER.period },
  refreshSeconds,
});

/** Applies an edit of the filter. Automatic refresh ends when its live period is removed (a chip closed, the filters cleared). */
export const applyFilterEdit = (before: LiveFilter, filter: SearchFilter): LiveFilter => ({
  filter,
  refreshSeconds: filter.period.kind === 'live' ? before.refreshSeconds : 0,
});
