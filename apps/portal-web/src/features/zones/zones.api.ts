import { useQueries } from '@tanstack/react-query';
import {
  createZone,
  deleteZone,
  updateZone,
  type Zone,
  type ZoneBody,
  type ZoneStatus,
  zoneStatus,
} from '@varco/contract/plant/zones.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

const STATUS_INTERVAL_MS = 60_000;

/** Saves a zone; `before` null: a new one. */
export const saveZone = (peerId: number, before: Zone | null, body: ZoneBody): Promise<Zone> =>
  before === null
    ? callPeer(peerId, createZone, { body })
    : callPeer(peerId, updateZone, { params: { id: before.id }, body: { ...body, updated: before.updated } });

export const removeZone = (peerId: number, id: number): Promise<void> =>
  callPeer(peerId, deleteZone, { params: { id } });

/** Current numbers of every zone by `peerId:id`; a plant reports none to users who may not see transits. */
export function useZoneStatus(peerIds: readonly number[]): ReadonlyMap<string, ZoneStatus> {
  return useQueries({
    queries: peerIds.map((peerId) => ({
      queryKey: ['zone-status', peerId],
      queryFn: ({ signal }: { signal: AbortSignal }) => callPeer(peerId, zoneStatus, {}, { signal, isPolling: true }),
      refetchInterval: STATUS_INTERVAL_MS,
      retry: false,
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }, index) =>
          (data?.objects ?? []).map((status) => [`${peerIds[index] ?? 0}:${status.zona}`, status] as const),
        ),
      ),
  });
}
