import { queryOptions } from '@tanstack/react-query';
import { listTransitReads } from '@varco/contract/plant/transit-reads.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

/** The reads behind one transit. Fetched once per opening, because every access is recorded on the plant. */
export const createReadsQuery = (peerId: number, id: string) =>
  queryOptions({
    queryKey: ['transit', peerId, id, 'reads'],
    queryFn: ({ signal }) => callPeer(peerId, listTransitReads, { params: { id } }, { signal }),
    staleTime: Infinity,
  });
