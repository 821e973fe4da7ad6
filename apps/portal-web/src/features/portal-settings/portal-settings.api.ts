import { queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/settings.ts';
import { callPortal } from '../../lib/api/portal.ts';

/** Other administrators may change them at any time: always reloaded. */
export const portalSettingsQuery = queryOptions({
  queryKey: ['portal-settings'],
  queryFn: ({ signal }) => callPortal(api.readPortalSettings, {}, { signal }),
  retry: false,
  staleTime: 0,
});

export type SettingBody = CallInput<typeof api.changePortalSetting>['body'];
export type MailBody = CallInput<typeof api.changeMailServer>['body'];
export type MailTrial = CallOutput<typeof api.tryMailServer>;

export const saveSetting = (body: SettingBody): Promise<api.PortalSettingsView> =>
  callPortal(api.changePortalSetting, { body });

export const saveMailServer = (body: MailBody): Promise<api.PortalSettingsView> =>
  callPortal(api.changeMailServer, { body });

/** Sends a message to the own address by the stored mail server. */
export const tryMailServer = (): Promise<MailTrial> => callPortal(api.tryMailServer, {});
