import { queryOptions } from '@tanstack/react-query';
import {
  type AlertFilter,
  getAlert,
  getReadOdds,
  type LiveAlert,
  reportAlerts,
  takeAlert as takeAlertCall,
} from '@varco/contract/plant/alerts.ts';
import { listGates } from '@varco/contract/plant/gates.ts';
import { getPicture } from '@varco/contract/plant/media.ts';
import type { AlertDecision } from '../../lib/alerts/alert-decision.ts';
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

/** An action on an alert: taking it, which needs the line, or a decision, which may wait for it. */
export type AlertAction = { readonly kind: 'take'; readonly isForced: boolean } | AlertDecision;

/** Takes an alert in charge. The response is shown at once; other users get it by the event stream. */
export async function takeAlert(peerId: number, id: string, isForced: boolean): Promise<LiveAlert> {
  const alert = await callPeer(peerId, takeAlertCall, { params: { id }, body: { anche_se_di_altri: isForced } });
  refreshAlert(toReceivedAlert(peerId, alert));
  return alert;
}
