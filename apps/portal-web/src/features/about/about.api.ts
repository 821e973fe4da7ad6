import { queryOptions } from '@tanstack/react-query';
import { systemInfo } from '@varco/contract/portal/system.ts';
import { callPortal } from '../../lib/api/portal.ts';

/** Version and time of the portal; needs no sign-in. */
export const portalInfoQuery = queryOptions({
  queryKey: ['portal-info'],
  queryFn: ({ signal }) => callPortal(systemInfo, {}, { signal }),
});
