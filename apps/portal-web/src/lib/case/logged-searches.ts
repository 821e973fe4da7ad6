import { queryClient } from '../query-client.ts';

/** Query key for the number of searches logged in a case. */
export const LOGGED_SEARCHES = ['logged-searches'] as const;

/** Invalidates the number after a search ended or was stopped: the plants logged it even when they did not respond. */
export const invalidateSearchCount = (): void => void queryClient.invalidateQueries({ queryKey: LOGGED_SEARCHES });
