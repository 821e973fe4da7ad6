import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import { destinations } from '@varco/contract/plant/destinations.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

/** Query: gates or a zone of one plant as origin, and a window. */
export interface DestinationQuery {
  readonly peerId: number;
  readonly origin: { readonly kind: 'gate' | 'zone'; readonly id: number };
  readonly start: string;
  readonly end: string;
  readonly withinMinutes: number;
}

export type DestinationResult = CallOutput<typeof destinations>;

/** Queries the plant; disabled while the query is incomplete (null). */
export function useDestinations(question: DestinationQuery | null) {
  return useQuery({
    queryKey: ['destinations', question],
    queryFn: ({ signal }) => {
      if (question === null) throw new Error('nothing is asked');
      const { origin, start, end, withinMinutes } = question;
      const from = origin.kind === 'zone' ? { zona: origin.id } : { varchi: [origin.id] };
      const body = { ...from, dal: start, al: end, entro_minuti: withinMinutes };
      return callPeer(question.peerId, destinations, { body }, { signal });
    },
    enabled: question !== null,
    staleTime: 5 * 60_000,
    retry: false,
  });
}
