import type { PlantSettingsView, RegistryView } from '@varco/contract/plant/settings.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { SettingsTable } from '../../../widgets/settings/SettingsTable.tsx';
import { RegistryDialog } from './RegistryDialog.tsx';
import type { SettingsPart } from './settings-part.ts';

/** The registry of the ministry and its accounts. */
export function RegistryPanel(props: SettingsPart): ReactElement {
  const t = useT();
  const [isEdited, setEdited] = useState(false);
  const {
    value,
    changed,
    from_environment: isFromEnvironment,
  }: PlantSettingsView['registry'] = props.settings.registry;
  return (
    <>
      <SettingsTable
        title={t('plantSettings:registry.title')}
        icon="tower"
        rows={[
          {
            id: 'registry',
            name: t('plantSettings:registry.name'),
            hint: t('plantSettings:registry.hint'),
            value: formatRegistry(value, t),
            changed,
            isFromEnvironment,
            onEdit: () => setEdited(true),
          },
        ]}
      />
      {isEdited && <RegistryDialog {...props} onClose={() => setEdited(false)} />}
    </>
  );
}

function formatRegistry(registry: RegistryView | null, t: Translate): string {
  if (registry === null) return t('plantSettings:registry.none');
  const { url, vpn_user: vpn, ministry_user: ministry } = registry;
  if (vpn === '' || ministry === '') return `${url}, ${t('plantSettings:registry.noAccounts')}`;
  return `${url}, ${t('plantSettings:registry.accounts', { vpn, ministry })}`;
}
