import { QueryClient } from '@tanstack/react-query';

/**
 * Server data of this window. Nothing is fetched again behind the person's back: every look at transits is recorded,
 * so a refetch on focus would write log entries nobody asked for. Failures are told at once instead of tried three times.
 */
export const queryClient = new QueryClient({
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
