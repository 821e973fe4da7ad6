import { useQuery } from '@tanstack/react-query';
import {
  PLAIN_PORTAL_SETTINGS,
  type PlainPortalSetting,
  type PortalSettingsView,
} from '@varco/contract/portal/settings.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { formatEntries } from '../../widgets/settings/setting-list.ts';
import { SettingsTable } from '../../widgets/settings/SettingsTable.tsx';
import { ServerKeysPanel } from '../../widgets/server-keys/ServerKeysPanel.tsx';
import { MailPanel } from './MailPanel.tsx';
import { MapsPanel } from './MapsPanel.tsx';
import { PlantGroupsPanel } from './PlantGroupsPanel.tsx';
import { createPortalKeyServer } from './portal-server-keys.api.ts';
import { portalSettingsQuery } from './portal-settings.api.ts';
import styles from './PortalSettings.module.css';
import { PortalSettingDialog } from './PortalSettingDialog.tsx';

/** /dashboard/settings: settings of the portal with who changed them last, for its administrators (ADR 0037). */
export function PortalSettingsScreen(): ReactElement {
  const t = useT();
  const found = useQuery(portalSettingsQuery);
  const settings = found.data;
  return (
    <ScreenFrame
      label={t('portalSettings:title')}
      intro={t('portalSettings:intro')}
      ground="plain"
      waiting={found.isPending && t('portalSettings:waiting')}
      empty={
        settings === undefined &&
        found.isError && (
          <EmptyState
            icon="warning"
            title={t('portalSettings:failed')}
            actions={<TextButton onClick={() => void found.refetch()}>{t('portalSettings:retry')}</TextButton>}
          />
        )
      }
    >
      {settings !== undefined && (
        <div className={styles.panels}>
          <RulesPanel settings={settings} />
          <MailPanel settings={settings} />
          <MapsPanel settings={settings} />
          <PlantGroupsPanel />
          <ServerKeysPanel server={createPortalKeyServer(t('serverKeys:portal'))} />
        </div>
      )}
    </ScreenFrame>
  );
}

function RulesPanel({ settings }: { settings: PortalSettingsView }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [edited, setEdited] = useState<PlainPortalSetting | null>(null);
  return (
    <>
      <SettingsTable
        title={t('portalSettings:rules')}
        icon="gear"
        rows={PLAIN_PORTAL_SETTINGS.map((name) => ({
          id: name,
          name: t(`portalSettings:name.${name}`),
          hint: t(`portalSettings:hint.${name}`),
          value: formatValue(settings.values[name].value, t, language),
          changed: settings.values[name].changed,
          isFromEnvironment: settings.values[name].from_environment,
          onEdit: () => setEdited(name),
        }))}
      />
      {edited !== null && <PortalSettingDialog settings={settings} name={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function formatValue(value: boolean | number | readonly string[], t: Translate, language: Language): string {
  if (typeof value === 'number') return t('portalSettings:seconds', { n: formatInteger(value, language) });
  if (typeof value === 'boolean') return t(value ? 'settingTable:yes' : 'settingTable:no');
  return formatEntries(value, t);
}
