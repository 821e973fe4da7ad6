import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/plant/settings.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

/** Other administrators may change them at any time: always reloaded. */
export const settingsQuery = (peerId: number) =>
  queryOptions({
    queryKey: ['plant-settings', peerId],
    queryFn: ({ signal }) => callPeer(peerId, api.readSettings, {}, { signal }),
    retry: false,
    staleTime: 0,
  });

export type SettingBody = CallInput<typeof api.changeSetting>['body'];
export const saveSetting = (peerId: number, body: SettingBody): Promise<api.PlantSettingsView> =>
  callPeer(peerId, api.changeSetting, { body });

export type RegistryBody = CallInput<typeof api.changeRegistry>['body'];
export const saveRegistry = (peerId: number, body: RegistryBody): Promise<api.PlantSettingsView> =>
  callPeer(peerId, api.changeRegistry, { body });

export const addReason = (
  peerId: number,
  body: CallInput<typeof api.addReason>['body'],
): Promise<api.PlantSettingsView> => callPeer(peerId, api.addReason, { body });

export const saveReason = (
  peerId: number,
  code: string,
  body: CallInput<typeof api.changeReason>['body'],
): Promise<api.PlantSettingsView> => callPeer(peerId, api.changeReason, { params: { code }, body });

/** What a term would delete. The count of one term is not asked twice while a dialog is open. */
export const retentionPreviewQuery = (peerId: number, kind: api.RetentionKind, days: number) =>
  queryOptions({
    queryKey: ['retention-preview', peerId, kind, days],
    queryFn: ({ signal }) => callPeer(peerId, api.previewRetention, { params: { kind }, query: { days } }, { signal }),
    retry: false,
    staleTime: 60_000,
    gcTime: 0,
  });

export const saveRetention = (
  peerId: number,
  kind: api.RetentionKind,
  body: CallInput<typeof api.changeRetention>['body'],
): Promise<api.PlantSettingsView> => callPeer(peerId, api.changeRetention, { params: { kind }, body });
