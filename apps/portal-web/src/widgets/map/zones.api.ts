import { useQueries } from '@tanstack/react-query';
import { listZones, type Zone } from '@varco/contract/plant/zones.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

/** A zone and the plant it belongs to. */
export interface PlantZone {
  readonly peerId: number;
  readonly zone: Zone;
}

export const buildZonesKey = (peerId: number): readonly unknown[] => ['zones', peerId];

/** Zones of some plants, and the plants that did not respond. */
export function useZones(peerIds: readonly number[]): {
  readonly zones: readonly PlantZone[];
  readonly failed: readonly number[];
  readonly isLoading: boolean;
} {
  return useQueries({
    queries: peerIds.map((peerId) => ({
      queryKey: buildZonesKey(peerId),
      queryFn: ({ signal }: { signal: AbortSignal }) => callPeer(peerId, listZones, {}, { signal }),
      retry: 1,
    })),
    combine: (answers) => ({
      zones: answers.flatMap(({ data }, index) => {
        const peerId = peerIds[index];
        return data === undefined || peerId === undefined ? [] : data.objects.map((zone) => ({ peerId, zone }));
      }),
      failed: peerIds.filter((_, index) => answers[index]?.isError === true),
      isLoading: answers.some((answer) => answer.isPending),
    }),
  });
}
