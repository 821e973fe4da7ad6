import { queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/portal/plant-groups.ts';
import { listPeers } from '@varco/contract/portal/peers.ts';
import { callPortal } from '../../lib/api/portal.ts';
import type { PlantGroupFields } from '../../lib/plants/plant-groups.api.ts';

/** Plants that a group can have: the whole registry, by name. */
export const groupablePlantsQuery = queryOptions({
  queryKey: ['groupable-plants'],
  queryFn: async ({ signal }) => (await callPortal(listPeers, {}, { signal })).peers,
  staleTime: 0,
});

/** Makes a group, or changes the one that was read. @throws ApiError */
export const savePlantGroup = (
  before: api.ManagedPlantGroup | null,
  fields: PlantGroupFields,
): Promise<api.ManagedPlantGroup> =>
  before === null
    ? callPortal(api.createPlantGroup, { body: fields })
    : callPortal(api.updatePlantGroup, { params: { group: before.id }, body: { ...fields, ver: before.ver } });

export const removePlantGroup = (id: string): Promise<void> =>
  callPortal(api.deletePlantGroup, { params: { group: id } });
