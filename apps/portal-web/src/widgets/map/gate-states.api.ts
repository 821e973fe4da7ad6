import { queryOptions, useQueries } from '@tanstack/react-query';
import { listGates } from '@varco/contract/plant/gates.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { PlantGate } from './gate-overlay.ts';

/** Gate states change quickly: a gate counts as sleeping after ten minutes. */
const FRESH_MS = 60_000;

export const gateStatesKey = (peerId: number): readonly unknown[] => ['gate-states', peerId];

/** Every gate of a plant with its current state. */
export const gateStatesQuery = (peerId: number) =>
  queryOptions({
    queryKey: gateStatesKey(peerId),
    queryFn: ({ signal }) => callPeer(peerId, listGates, { query: { filtering: true, paginate: false } }, { signal }),
    staleTime: FRESH_MS,
    retry: 1,
  });

/** Every gate of some plants with its current state, refetched each minute while shown. */
export function useGateStates(peerIds: readonly number[]): {
  readonly gates: readonly PlantGate[];
  /** Plants that did not respond. */
  readonly failed: readonly number[];
  readonly isLoading: boolean;
} {
  return useQueries({
    queries: peerIds.map((peerId) => ({ ...gateStatesQuery(peerId), refetchInterval: FRESH_MS })),
    combine: (answers) => ({
      gates: answers.flatMap(({ data }, index) => {
        const peerId = peerIds[index];
        return data === undefined || peerId === undefined ? [] : data.objects.map((gate) => ({ peerId, gate }));
      }),
      failed: peerIds.filter((_, index) => answers[index]?.isError === true),
      isLoading: answers.some((answer) => answer.isPending),
    }),
  });
}
