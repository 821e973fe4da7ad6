import { queryOptions } from '@tanstack/react-query';
import {
  type AlertFilter,
  endAlert,
  getAlert,
  getReadOdds,
  type LiveAlert,
  reportAlerts,
  sendPatrol,
  takeAlert as takeAlertCall,
  verifyAlert,
} from '@varco/contract/plant/alerts.ts';
import { listGates } from '@varco/contract/plant/gates.ts';
import { getPicture } from '@varco/contract/plant/media.ts';
import type { AlertOutcome } from '@varco/domain/alerts/alert-kinds.ts';
import { toReceivedAlert, refreshAlert } from '../../lib/alerts/alerts.store.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

/** Current state of an alert, including its pictures. */
export const alertQuery = (peerId: number, id: string, version: number) =>
  queryOptions({
    queryKey: ['alert', peerId, id, version],
    queryFn: ({ signal }) => callPeer(peerId, getAlert, { params: { id } }, { signal }),
    staleTime: Infinity,
    retry: false,
  });

/** An alert opened from the history or from a message: read anew each time, because others may have acted on it. */
export const openedAlertQuery = (peerId: number, id: string) =>
  queryOptions({ ...alertQuery(peerId, id, 0), staleTime: 0 });

/** How likely the read behind an alert is right. The plant logs each question, so the answer is kept. */
export const readOddsQuery = (peerId: number, id: string) =>
  queryOptions({
    queryKey: ['alert-odds', peerId, id],
    queryFn: ({ signal }) => callPeer(peerId, getReadOdds, { params: { id } }, { signal }),
    staleTime: Infinity,
    retry: false,
  });

/** A picture of an alert by its one-use ticket; cached, because the ticket works once. */
export const alertPictureQuery = (peerId: number, transit: string, variant: string, ticket: string | undefined) =>
  queryOptions({
    queryKey: ['alert-picture', peerId, transit, variant],
    queryFn: async ({ signal }): Promise<Blob | null> =>
      ticket === undefined ? null : callPeer(peerId, getPicture, { params: { ticket } }, { signal }),
    enabled: ticket !== undefined,
    staleTime: Infinity,
    retry: false,
  });

export const alertReportQuery = (peerId: number, filter: AlertFilter) =>
  queryOptions({
    queryKey: ['alert-report', peerId, filter],
    queryFn: ({ signal }) => callPeer(peerId, reportAlerts, { body: filter }, { signal }),
    retry: false,
    staleTime: 0,
  });

export const plantGatesQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['gates', peerId],
    queryFn: ({ signal }) => callPeer(peerId, listGates, { query: { filtering: true, paginate: false } }, { signal }),
    staleTime: 10 * 60_000,
    retry: 1,
  });

/** An action on an alert. The response is shown at once; other users get it by the event stream. */
export type AlertAction =
  | { readonly kind: 'take'; readonly isForced: boolean }
  | { readonly kind: 'verify' }
  | { readonly kind: 'send'; readonly patrol: string }
  | { readonly kind: 'end'; readonly outcome: AlertOutcome; readonly note: string };

export async function performAlertAction(peerId: number, id: string, request: AlertAction): Promise<LiveAlert> {
  const params = { id };
  const alert = await call();
  refreshAlert(toReceivedAlert(peerId, alert));
  return alert;

  function call(): Promise<LiveAlert> {
    if (request.kind === 'take')
      return callPeer(peerId, takeAlertCall, { params, body: { anche_se_di_altri: request.isForced } });
    if (request.kind === 'verify') return callPeer(peerId, verifyAlert, { params });
    if (request.kind === 'send') return callPeer(peerId, sendPatrol, { params, body: { pattuglia: request.patrol } });
    return callPeer(peerId, endAlert, { params, body: { esito: request.outcome, nota: request.note } });
  }
}
