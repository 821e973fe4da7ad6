import { queryOptions } from '@tanstack/react-query';
import { systemInfo } from '@varco/contract/portal/system.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { elapsedMs } from '../../lib/clock.ts';

/** Does the portal answer from this workstation, and in how many milliseconds? */
export const connectionQuery = queryOptions({
  queryKey: ['connection'],
  queryFn: async ({ signal }) => {
    const began = elapsedMs();
    const info = await callPortal(systemInfo, {}, { signal });
    return { info, tookMs: Math.round(elapsedMs() - began) };
  },
  staleTime: 60_000,
});
