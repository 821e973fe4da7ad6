import { queryOptions } from '@tanstack/react-query';
import { getSuspectWeights, setSuspectWeights, type SuspectWeightsResponse } from '@varco/contract/plant/suspects.ts';
import type { SuspectWeights } from '@varco/domain/analysis/suspect-score.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

/** Weights in use on a plant. */
export const suspectWeightsQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['suspect-weights', peerId],
    queryFn: ({ signal }) => callPeer(peerId, getSuspectWeights, {}, { signal }),
    staleTime: 0,
    retry: false,
  });

export const saveSuspectWeights = (
  peerId: number,
  weights: SuspectWeights,
  why: string,
): Promise<SuspectWeightsResponse> => callPeer(peerId, setSuspectWeights, { body: { weights, why } });
