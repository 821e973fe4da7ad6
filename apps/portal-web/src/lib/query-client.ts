import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { notifyError } from './notices/notify-error.ts';

/**
 * Shows the error of queries with `meta: { tells: true }` according to the catalogue (P 8); other screens show their
 * errors themselves.
 */
const notifyIfRequested = (error: Error, meta: Readonly<Record<string, unknown>> | undefined): void => {
  if (meta?.['tells'] === true) notifyError(error);
};

/**
 * Query client of this window. Nothing is refetched automatically, because the plants log every access to transits and
 * a refetch on focus would add log entries without a user action. Failures are shown at once, without retries.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => notifyIfRequested(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _onMutateResult, mutation) => notifyIfRequested(error, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 30_000,
      gcTime: 300_000,
    },
    mutations: { retry: false },
  },
});
