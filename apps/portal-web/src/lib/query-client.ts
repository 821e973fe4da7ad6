import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { tellError } from './notices/tell-error.ts';

/** A screen that has no words of its own for a failure says `meta: { tells: true }`: then it is shown as the catalogue says (P 8). */
const tellIfAsked = (error: Error, meta: Readonly<Record<string, unknown>> | undefined): void => {
  if (meta?.['tells'] === true) tellError(error);
};

/**
 * Server data of this window. Nothing is fetched again behind the person's back: every look at transits is recorded,
 * so a refetch on focus would write log entries nobody asked for. Failures are told at once instead of tried three times.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => tellIfAsked(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _onMutateResult, mutation) => tellIfAsked(error, mutation.meta),
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
