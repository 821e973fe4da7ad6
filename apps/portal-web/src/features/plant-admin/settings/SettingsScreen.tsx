import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlantSettingsView } from '@varco/contract/plant/settings.ts';
import { canManageSettings } from '@varco/domain/policy/plant-permissions.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { type AdminPlant, PlantAdminLayout } from '../PlantAdminLayout.tsx';
import { ServerKeysPanel } from '../../../widgets/server-keys/ServerKeysPanel.tsx';
import { PlainSettings } from './PlainSettings.tsx';
import { createPlantKeyServer } from './plant-keys.api.ts';
import { ReasonsPanel } from './ReasonsPanel.tsx';
import { RegistryPanel } from './RegistryPanel.tsx';
import { RetentionPanel } from './RetentionPanel.tsx';
import styles from './Settings.module.css';
import { settingsQuery } from './settings.api.ts';

/** /peer/settings: settings of a plant with who changed them last, for its administrators. */
export function SettingsScreen(): ReactElement {
  const t = useT();
  return (
    <PlantAdminLayout mayManage={canManageSettings} noPlantText={t('plantSettings:noPlantText')}>
      {(plant, choice) => <PlantSettings key={plant.peerId} plant={plant} choice={choice} />}
    </PlantAdminLayout>
  );
}

function PlantSettings({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const found = useQuery(settingsQuery(plant.peerId));
  const part = {
    plant,
    onSaved: (settings: PlantSettingsView) => client.setQueryData(settingsQuery(plant.peerId).queryKey, settings),
  };
  const settings = found.data;
  return (
    <ScreenFrame
      label={t('plantSettings:title')}
      intro={t('plantSettings:intro')}
      ground="plain"
      toolbar={<Toolbar>{choice}</Toolbar>}
      waiting={found.isPending && t('plantSettings:waiting')}
      empty={
        settings === undefined &&
        found.isError && (
          <EmptyState
            icon="warning"
            title={t('plantSettings:failed')}
            actions={<TextButton onClick={() => void found.refetch()}>{t('plantAdmin:retry')}</TextButton>}
          />
        )
      }
    >
      {settings !== undefined && (
        <div className={styles.panels}>
          <PlainSettings {...part} part="plain" settings={settings} />
          <ReasonsPanel {...part} settings={settings} />
          <RetentionPanel {...part} settings={settings} />
          <PlainSettings {...part} part="limits" settings={settings} />
          <RegistryPanel {...part} settings={settings} />
          <ServerKeysPanel server={createPlantKeyServer(plant)} />
        </div>
      )}
    </ScreenFrame>
  );
}
