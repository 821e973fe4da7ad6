import { useQueries } from '@tanstack/react-query';
import type { Gate } from '@varco/contract/plant/gates.ts';
import { listGates } from '@varco/contract/plant/gates.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

/** Gates change rarely, so a cached list stays fresh this long. */
const GATES_STALE_MS = 10 * 60_000;

export interface PlantGates {
  readonly peerId: number;
  readonly gates: readonly Gate[];
}

/** Gates of the plants that the user may search, and the number of plants that did not respond. */
export function useGates(peerIds: readonly number[]): {
  readonly plants: readonly PlantGates[];
  readonly failed: number;
} {
  const answers = useQueries({
    queries: peerIds.map((peerId) => ({
      queryKey: ['gates', peerId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callPeer(peerId, listGates, { query: { filtering: true, paginate: false } }, { signal }),
      staleTime: GATES_STALE_MS,
      retry: 1,
    })),
  });
  return {
    plants: answers.flatMap(({ data }, index) => {
      const peerId = peerIds[index];
      return data === undefined || peerId === undefined
        ? []
        : [{ peerId, gates: data.objects.filter((gate) => gate.enabled_for_user) }];
    }),
    failed: answers.filter((answer) => answer.isError).length,
  };
}
