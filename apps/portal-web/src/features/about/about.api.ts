import { queryOptions } from '@tanstack/react-query';
import { systemInfo } from '@varco/contract/portal/system.ts';
import { callPortal } from '../../lib/api/portal.ts';

/** Version and clock of the portal; public, no sign-in needed. */
export const portalInfoQuery = queryOptions({
  queryKey: ['portal-info'],
  queryFn: ({ signal }) => callPortal(systemInfo, {}, { signal }),
});
