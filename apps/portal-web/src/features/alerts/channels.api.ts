import { queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/plant/alert-channels.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';

export type ChannelBody = CallInput<typeof api.saveAlertChannel>['body'];
export type RecipientBody = CallInput<typeof api.addAlertRecipient>['body'];

export const channelsQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['alert-channels', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.readAlertChannels, {}, { signal }),
    retry: false,
    staleTime: 0,
  });

export const deliveriesQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['alert-channels', peerId, 'deliveries'],
    queryFn: ({ signal }) => callPeer(peerId, api.listAlertDeliveries, {}, { signal }),
    retry: false,
    staleTime: 0,
  });

export const saveChannel = (peerId: number, body: ChannelBody): Promise<api.ChannelState> =>
  callPeer(peerId, api.saveAlertChannel, { body });

/** Saves a recipient; `before` null: a new one. */
export const saveRecipient = (
  peerId: number,
  before: api.AlertRecipient | null,
  body: RecipientBody,
): Promise<api.AlertRecipient> =>
  before === null
    ? callPeer(peerId, api.addAlertRecipient, { body })
    : callPeer(peerId, api.changeAlertRecipient, { params: { id: before.id }, body: { ...body, ver: before.ver } });

export const removeRecipient = (peerId: number, id: number): Promise<void> =>
  callPeer(peerId, api.removeAlertRecipient, { params: { id } });

export const testRecipient = (peerId: number, id: number) =>
  callPeer(peerId, api.testAlertChannel, { body: { destinatario: id } });

const FIELDS = [
  'server',
  'utente',
  'sicurezza',
  'mittente',
  'indirizzo',
  'segreto',
  'varchi',
  'contatto',
  'nome',
  'tipi',
  'autorita',
] as const;

/** Why a plant rejected a change, as parts of a message key. */
export function toSaveRefusal(error: unknown): {
  readonly reason: 'invalid' | 'conflict' | 'duplicate' | 'other';
  readonly field: (typeof FIELDS)[number] | 'other';
} {
  if (!(error instanceof ApiError)) return { reason: 'other', field: 'other' };
  if (error.code === 'conflict' || error.code === 'duplicate') return { reason: error.code, field: 'other' };
  if (error.code !== 'bad_request') return { reason: 'other', field: 'other' };
  const place = error.facts.field ?? '';
  return { reason: 'invalid', field: FIELDS.find((field) => place.endsWith(field)) ?? 'other' };
}
