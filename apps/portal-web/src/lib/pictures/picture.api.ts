import { queryOptions } from '@tanstack/react-query';
import { getPicture } from '@varco/contract/plant/media.ts';
import { callPeer } from '../plants/plant-sessions.ts';
import { getPictureTicket } from './picture-tickets.ts';

/** Kind and size of a transit's picture. */
export type PictureVariant = 't100' | 't400' | 'full' | 'plate' | 'context';

/**
 * Picture bytes, fetched with a one-use ticket. The type is sniffed by the client, never taken from the plant.
 * @returns null when the transit has no such picture
 */
export const createPictureQuery = (peerId: number, id: string, variant: PictureVariant) =>
  queryOptions({
    queryKey: ['picture', peerId, id, variant],
    queryFn: async ({ signal }): Promise<Blob | null> => {
      const ticket = await getPictureTicket(peerId, id, variant);
      if (ticket === undefined) return null;
      return callPeer(peerId, getPicture, { params: { ticket } }, { signal });
    },
    staleTime: Infinity,
  });
