import { useQueries } from '@tanstack/react-query';
import { listGates } from '@varco/contract/plant/gates.ts';
import { createPlantQuery } from '../../lib/plants/plant-queries.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';

/** Names of the gates of these plants; a gate is its number while the names are read, or cannot be. */
export function useGateName(peerIds: readonly number[]): (peerId: number, id: number) => string {
  const plants = usePlantList().filter(({ peerId }) => peerIds.includes(peerId));
  const answers = useQueries({
    queries: plants.map(({ credentialId }) => createPlantQuery(credentialId, listGates, { query: {} })),
  });
  const names = new Map(
    plants.flatMap(({ peerId }, at) =>
      (answers[at]?.data?.objects ?? []).map(({ id, fullname }) => [`${peerId} ${id}`, fullname] as const),
    ),
  );
  return (peerId, id) => names.get(`${peerId} ${id}`) ?? String(id);
}
