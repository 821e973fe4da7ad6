import type { MailServerView, PortalSettingName, PortalSettingsView } from '@varco/contract/portal/settings.ts';
import type { MailServer, PortalSettings, StoredName } from './portal-settings.ts';
import { FIRST_VERSION, type StoredSetting } from './settings.repository.ts';

/** A mail server without its password. */
export const toMailServerView = ({ password, ...server }: MailServer): MailServerView => ({
  ...server,
  has_password: password !== '',
});

/** The settings on the wire. `rows`: those that somebody has set. */
export function toSettingsView(settings: PortalSettings, rows: ReadonlyMap<string, StoredSetting>): PortalSettingsView {
  const state = (name: StoredName) => {
    const row = rows.get(name);
    return row === undefined
      ? { ver: FIRST_VERSION, changed: null, from_environment: true }
      : { ver: row.ver, changed: { by: row.changed_by, at: row.changed_at }, from_environment: false };
  };
  const stored = <N extends PortalSettingName>(name: N) => ({ value: settings[name], ...state(name) });
  return {
    values: {
      force_domains: stored('force_domains'),
      staff_domains: stored('staff_domains'),
      institutional_domains: stored('institutional_domains'),
      two_factor_required: stored('two_factor_required'),
      export_patience_s: stored('export_patience_s'),
      maps: stored('maps'),
    },
    mail: { value: settings.mail === null ? null : toMailServerView(settings.mail), ...state('mail') },
  };
}
