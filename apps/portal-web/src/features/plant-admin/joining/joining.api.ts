import { queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/plant/joining.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

/** How often the page looks whether a portal has shown or used a code. */
const WATCH_MS = 5_000;

/** Portals and codes of a plant. */
export type JoiningState = CallOutput<typeof api.listJoining>;

export const joiningQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['joining', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.listJoining, {}, { signal }),
    retry: false,
    staleTime: 0,
    refetchInterval: WATCH_MS,
  });

export const createJoiningCode = (peerId: number, body: CallInput<typeof api.createJoiningCode>['body']) =>
  callPeer(peerId, api.createJoiningCode, { body });

export const revokeJoiningCode = (peerId: number, id: number): Promise<void> =>
  callPeer(peerId, api.revokeJoiningCode, { params: { id } });

export const revokePortal = (peerId: number, id: number): Promise<void> =>
  callPeer(peerId, api.revokePortal, { params: { id } });
