import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/plant/holds.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

/** Reading the holds is an entry in the log, because they name plates: asked once for each opening of the screen. */
export const holdsQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['legal-holds', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.listHolds, {}, { signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export type HoldBody = CallInput<typeof api.addHold>['body'];
export const addHold = (peerId: number, body: HoldBody): Promise<api.LegalHold> =>
  callPeer(peerId, api.addHold, { body });

export const liftHold = (peerId: number, id: string, motivo: string): Promise<api.LegalHold> =>
  callPeer(peerId, api.liftHold, { params: { id }, body: { motivo } });
