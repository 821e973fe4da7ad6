import { queryOptions, useQueries } from '@tanstack/react-query';
import { listGates } from '@varco/contract/plant/gates.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { PlantGate } from './gate-overlay.ts';

/** Gate states change quickly: a gate counts as sleeping after ten minutes. */
const GATE_STATES_INTERVAL_MS = 60_000;

export const buildGateStatesKey = (peerId: number): readonly unknown[] => ['gate-states', peerId];

/** Every gate of a plant with its current state. */
export const createGateStatesQuery = (peerId: number) =>
  queryOptions({
    queryKey: buildGateStatesKey(peerId),
    queryFn: ({ signal }) => callPeer(peerId, listGates, { query: { filtering: true, paginate: false } }, { signal }),
    staleTime: GATE_STATES_INTERVAL_MS,
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
    queries: peerIds.map((peerId) => ({ ...createGateStatesQuery(peerId), refetchInterval: GATE_STATES_INTERVAL_MS })),
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
