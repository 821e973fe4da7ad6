import { queryOptions } from '@tanstack/react-query';
import { listOwnAudit } from '@varco/contract/plant/audit.ts';
import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

/** One transit with everything the detail shows. Fetched once per opening, because every access is recorded on the plant. */
export const createTransitQuery = (peerId: number, id: string) =>
  queryOptions({
    queryKey: ['transit', peerId, id],
    queryFn: ({ signal }) => callPeer(peerId, getTransit, { params: { id } }, { signal }),
    staleTime: Infinity,
  });

/** States the plate of a transit; the plate as read removes an earlier correction. */
export async function correctTransitPlate(
  peerId: number,
  id: string,
  body: { readonly targa: string; readonly reason: string },
): Promise<void> {
  const { correctPlate } = await import('@varco/contract/plant/corrections.ts');
  await callPeer(peerId, correctPlate, { params: { id }, body });
}

/** The user's own latest log entries on a plant for the current case. */
export const createOwnLogQuery = (peerId: number, caseNumber: string) =>
  queryOptions({
    queryKey: ['own-log', peerId, caseNumber],
    queryFn: ({ signal }) =>
      callPeer(
        peerId,
        listOwnAudit,
        { body: { limit: 8, ...(caseNumber === '' ? {} : { case: caseNumber }) } },
        { signal },
      ),
    staleTime: 0,
  });

/**
 * The plant's blacklist record of a plate; null when there is none visible to the user. A failed fetch shows no message
 * (T 8.1).
 */
export const createBlacklistRecordQuery = (peerId: number, plate: string) =>
  queryOptions({
    queryKey: ['blacklist', 'of-transit', peerId, plate],
    queryFn: async ({ signal }) => {
      try {
        // Imported on demand: the list schemas are needed only for listed plates and would enlarge the search's chunk.
        const { readBlacklistByPlate } = await import('@varco/contract/plant/blacklist.ts');
        return await callPeer(peerId, readBlacklistByPlate, { body: { targa: plate } }, { signal });
      } catch {
        signal.throwIfAborted();
        return null;
      }
    },
    staleTime: 30_000,
    retry: false,
  });
