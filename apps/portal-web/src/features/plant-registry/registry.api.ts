import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { createPeer, deletePeer, listPeers, type RegistryPeer, updatePeer } from '@varco/contract/portal/peers.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { now } from '../../lib/clock.ts';

export type RegistryPlantFields = CallInput<typeof createPeer>['body'];

/** The whole registry, and the time its states refer to. */
export const registryQuery = queryOptions({
  queryKey: ['registry'],
  queryFn: async ({ signal }) => {
    const { peers } = await callPortal(listPeers, {}, { signal });
    return { peers, at: now() };
  },
  meta: { tells: true },
});

/** Adds (`id` null) or updates a plant. @throws ApiError */
export const saveRegistryPlant = (id: number | null, body: RegistryPlantFields): Promise<RegistryPeer> =>
  id === null ? callPortal(createPeer, { body }) : callPortal(updatePeer, { params: { peer: id }, body });

export const removeRegistryPlant = (id: number): Promise<void> => callPortal(deletePeer, { params: { peer: id } });
