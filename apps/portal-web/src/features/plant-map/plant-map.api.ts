import { useQuery } from '@tanstack/react-query';
import { type GateChangeBody, updateGate } from '@varco/contract/plant/gate-update.ts';
import type { Gate } from '@varco/contract/plant/gates.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

/** Saves fields of a gate; resolves with the updated gate. */
export const saveGate = (peerId: number, id: number, change: GateChangeBody): Promise<Gate> =>
  callPeer(peerId, updateGate, { params: { id }, body: change });

/** Newest transit of a gate, loaded only on request, because the plant audits it like any search. */
export function useLatestTransit(
  peerId: number,
  gateId: number,
  isRequested: boolean,
): { transit: Transit | null; isLoading: boolean; hasFailed: boolean } {
  const { data, isFetching, isError } = useQuery({
    queryKey: ['latest-transit', peerId, gateId],
    queryFn: ({ signal }) =>
      callPeer(
        peerId,
        searchTransits,
        { body: { f_varchi: [gateId], order_by: '-data', p: 1, page_size: 1 } },
        { signal },
      ),
    enabled: isRequested,
    staleTime: 0,
    retry: false,
  });
  return { transit: data?.objects[0] ?? null, isLoading: isFetching, hasFailed: isError };
}
