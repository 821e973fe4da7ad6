import { queryOptions } from '@tanstack/react-query';
import { mapConfig } from '@varco/contract/portal/map-config.ts';
import { callPortal } from '../api/portal.ts';

/** Ground and routing service as the portal was set up; changes with a restart of the portal only. */
export const mapConfigQuery = queryOptions({
  queryKey: ['map-config'],
  queryFn: ({ signal }) => callPortal(mapConfig, {}, { signal }),
  staleTime: Infinity,
});
