import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { queryClient } from '../lib/query-client.ts';

/** Around pages that ask servers through the query library. */
export function ServerData(props: { children: ReactNode }): ReactElement {
  return <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>;
}
