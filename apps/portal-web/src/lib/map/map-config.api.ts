import { queryOptions } from '@tanstack/react-query';
import { mapConfig } from '@varco/contract/portal/map-config.ts';
import { callPortal } from '../api/portal.ts';

/** Base map and routing service configured in the portal; changes only when the portal restarts. */
export const mapConfigQuery = queryOptions({
  queryKey: ['map-config'],
  queryFn: ({ signal }) => callPortal(mapConfig, {}, { signal }),
  staleTime: Infinity,
});
