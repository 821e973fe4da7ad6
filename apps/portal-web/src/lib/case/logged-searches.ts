import { queryClient } from '../query-client.ts';

/** Query key of the number of searches logged under a case. */
export const LOGGED_SEARCHES = ['logged-searches'] as const;

/** Whoever has searched, or stopped searching, makes the number stale: the plants logged it, answered or not. */
export const recountSearches = (): void => void queryClient.invalidateQueries({ queryKey: LOGGED_SEARCHES });
