import { queryOptions } from '@tanstack/react-query';
import { getSuspectWeights, setSuspectWeights, type SuspectWeightsAnswer } from '@varco/contract/plant/suspects.ts';
import type { SuspectWeights } from '@varco/domain/analysis/suspect-score.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

/** Weights in use on a plant. */
export const weightsQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['suspect-weights', peerId],
    queryFn: ({ signal }) => callPeer(peerId, getSuspectWeights, {}, { signal }),
    staleTime: 0,
    retry: false,
  });

export const saveWeights = (peerId: number, weights: SuspectWeights, why: string): Promise<SuspectWeightsAnswer> =>
  callPeer(peerId, setSuspectWeights, { body: { weights, why } });
