import { useQuery } from '@tanstack/react-query';
import { type GateChange, updateGate } from '@varco/contract/plant/gate-update.ts';
import type { Gate } from '@varco/contract/plant/gates.ts';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

/** Saves gate fields; the answer is the gate as it is now. */
export const saveGate = (peerId: number, id: number, change: GateChange): Promise<Gate> =>
  callPeer(peerId, updateGate, { params: { id }, body: change });

/** The newest transit of a gate, asked when a person wants its picture: the plant records it as any other search. */
export function useLatestTransit(
  peerId: number,
  gateId: number,
  isWanted: boolean,
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
    enabled: isWanted,
    staleTime: 0,
    retry: false,
  });
  return { transit: data?.objects[0] ?? null, isLoading: isFetching, hasFailed: isError };
}
