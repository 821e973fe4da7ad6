import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@varco/contract/endpoint.ts';
import * as joining from '@varco/contract/portal/joining.ts';
import { deletePeer, listPeers, type RegistryPeer, updatePeer } from '@varco/contract/portal/peers.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { now } from '../../lib/clock.ts';

export type RegistryPlantFields = CallInput<typeof updatePeer>['body'];

/** How often the page looks again: the first heartbeat of a plant that joined is seen arriving. */
const WATCH_MS = 10_000;

/** The whole registry, and the time its states refer to. */
export const registryQuery = queryOptions({
  queryKey: ['registry'],
  queryFn: async ({ signal }) => {
    const { peers } = await callPortal(listPeers, {}, { signal });
    return { peers, at: now() };
  },
  meta: { tells: true },
  refetchInterval: WATCH_MS,
});

/** Updates what administrators say about a plant. @throws ApiError */
export const saveRegistryPlant = (id: number, body: RegistryPlantFields): Promise<RegistryPeer> =>
  callPortal(updatePeer, { params: { peer: id }, body });

/** Lets the portal call the plant of a code. @throws ApiError */
export const checkCode = (code: string): Promise<joining.JoiningPreview> =>
  callPortal(joining.checkJoiningCode, { body: { code } });

/** Takes the plant of a code with the fingerprint that was shown. @throws ApiError */
export const joinPlant = (code: string, fingerprint: string, confirmsChange: boolean): Promise<RegistryPeer> =>
  callPortal(joining.joinPlant, { body: { code, fingerprint, confirms_change: confirmsChange } });

export const removeRegistryPlant = (id: number): Promise<void> => callPortal(deletePeer, { params: { peer: id } });
