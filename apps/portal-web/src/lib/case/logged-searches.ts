/** Query key of the number of searches logged under a case; whoever has searched makes it stale. */
export const LOGGED_SEARCHES = ['logged-searches'] as const;
