import { queryOptions } from '@tanstack/react-query';
import { listOwnAudit } from '@varco/contract/plant/audit.ts';
import { getPicture } from '@varco/contract/plant/media.ts';
import { getTransit } from '@varco/contract/plant/transits.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { pictureTicket } from './picture-tickets.ts';

/** Which of a transit's pictures. */
export type PictureVariant = 't100' | 't400' | 'full' | 'plate' | 'context';

/** One transit with everything the detail shows. Read once per opening: every reading is recorded on the plant. */
export const transitQuery = (peerId: number, id: string) =>
  queryOptions({
    queryKey: ['transit', peerId, id],
    queryFn: ({ signal }) => callPeer(peerId, getTransit, { params: { id } }, { signal }),
    staleTime: Infinity,
  });

/**
 * A picture as bytes, fetched with a one-use ticket. The type was sniffed by the client, never taken from the plant.
 * @returns null when the transit has no such picture
 */
export const pictureQuery = (peerId: number, id: string, variant: PictureVariant) =>
  queryOptions({
    queryKey: ['picture', peerId, id, variant],
    queryFn: async ({ signal }): Promise<Blob | null> => {
      const ticket = await pictureTicket(peerId, id, variant);
      if (ticket === undefined) return null;
      return callPeer(peerId, getPicture, { params: { ticket } }, { signal });
    },
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
