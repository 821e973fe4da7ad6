import { queryOptions } from '@tanstack/react-query';
import { listOwnAudit } from '@varco/contract/plant/audit.ts';
import { getTransit } from '@varco/contract/plant/transits.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

/** One transit with everything the detail shows. Read once per opening: every reading is recorded on the plant. */
export const transitQuery = (peerId: number, id: string) =>
  queryOptions({
    queryKey: ['transit', peerId, id],
    queryFn: ({ signal }) => callPeer(peerId, getTransit, { params: { id } }, { signal }),
    staleTime: Infinity,
  });

/** The person's own newest log entries on a plant, for the case now worked on. */
export const ownLogQuery = (peerId: number, caseNumber: string) =>
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

/** The plant's blacklist record of a plate; null: none this person may see. A failed fetch says nothing (T 8.1). */
export const listRecordQuery = (peerId: number, plate: string) =>
  queryOptions({
    queryKey: ['blacklist', 'of-transit', peerId, plate],
    queryFn: async ({ signal }) => {
      try {
        // The list's schemas come when a listed plate is looked at, not with the search.
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
