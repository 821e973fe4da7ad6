import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallInput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/plant-groups.ts';
import { callPortal } from '../api/portal.ts';
import { useSession } from '../session/session-store.ts';

/** First part of the key of a person's own groups. */
export const OWN_PLANT_GROUPS_KEY = 'own-plant-groups';

const FRESH_MS = 300_000;
const NO_GROUPS: readonly api.PlantGroup[] = [];

/** Groups of plants of the signed-in person, by kind and name; none while they are not known, so that plants stand as they are. */
export function useOwnPlantGroups(): readonly api.PlantGroup[] {
  const uuid = useSession(({ user }) => user?.uuid ?? null);
  const found = useQuery({
    queryKey: [OWN_PLANT_GROUPS_KEY, uuid],
    queryFn: ({ signal }) => callPortal(api.listOwnPlantGroups, {}, { signal }),
    enabled: uuid !== null,
    staleTime: FRESH_MS,
  });
  return found.data?.groups ?? NO_GROUPS;
}

/** Every group with every member, for administrators; other administrators may change them at any time. */
export const managedPlantGroupsQuery = queryOptions({
  queryKey: ['managed-plant-groups'],
  queryFn: ({ signal }) => callPortal(api.listPlantGroups, {}, { signal }),
  staleTime: 0,
});

export type PlantGroupFields = CallInput<typeof api.createPlantGroup>['body'];
