import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { queryClient } from '../lib/query-client.ts';

/** Provides the query client to pages that fetch data from servers. */
export function ServerData(props: { children: ReactNode }): ReactElement {
  return <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>;
}
