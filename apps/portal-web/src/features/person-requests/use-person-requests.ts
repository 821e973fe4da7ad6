import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import type { PlantSegment } from '../../widgets/completeness/completeness.ts';
import { REQUEST_QUERIES, requestsQuery } from './person-requests.api.ts';
import { groupRequests, type RequestBatch } from './person-batches.ts';

/** True when this account works requests off on its plant. */
export const mayHandleRequests = ({ state, login }: PlantSession): boolean =>
  state === 'ok' && login !== null && login.user.handles_requests;

/** What the plants of the user say about requests. */
export interface PersonRequests {
  readonly plants: readonly { readonly peerId: number; readonly name: string }[];
  readonly segments: readonly PlantSegment[];
  readonly batches: readonly RequestBatch[];
  readonly isPending: boolean;
  readonly nameOf: (peerId: number) => string;
  readonly refresh: () => Promise<void>;
}

/** Reads the requests of all plants where the user works them off. */
export function usePersonRequests(): PersonRequests {
  const client = useQueryClient();
  const sessions = usePlantList().filter(mayHandleRequests);
  const lists = useQueries({ queries: sessions.map(({ peerId }) => requestsQuery(peerId)) });
  const plants = sessions.map((plant) => ({ peerId: plant.peerId, name: getPlantLabel(plant) }));
  const names = new Map(plants.map(({ peerId, name }) => [peerId, name]));
  return {
    plants,
    segments: sessions.map((plant, at) => {
      const list = lists[at];
      const state = list?.isError === true ? 'error' : list?.data === undefined ? 'receiving' : 'answered';
      return { plantId: plant.credentialId, label: getPlantLabel(plant), state };
    }),
    batches: groupRequests(
      sessions.flatMap(({ peerId }, at) => (lists[at]?.data?.objects ?? []).map((request) => ({ peerId, request }))),
    ),
    isPending: lists.some(({ isPending }) => isPending),
    nameOf: (peerId) => names.get(peerId) ?? String(peerId),
    refresh: () => client.invalidateQueries({ queryKey: REQUEST_QUERIES }),
  };
}
