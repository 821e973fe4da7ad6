import type { MapSettings, PortalSettingsView } from '@varco/contract/portal/settings.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { SettingsTable } from '../../widgets/settings/SettingsTable.tsx';
import { MapsDialog } from './MapsDialog.tsx';

/** Base maps and routing service. */
export function MapsPanel({ settings }: { settings: PortalSettingsView }): ReactElement {
  const t = useT();
  const [isEdited, setEdited] = useState(false);
  const { value, changed, from_environment: isFromEnvironment } = settings.values.maps;
  return (
    <>
      <SettingsTable
        title={t('portalSettings:maps.title')}
        icon="map"
        rows={[
          {
            id: 'maps',
            name: t('portalSettings:maps.name'),
            hint: t('portalSettings:maps.hint'),
            value: formatMaps(value, t),
            changed,
            isFromEnvironment,
            onEdit: () => setEdited(true),
          },
        ]}
      />
      {isEdited && <MapsDialog settings={settings} onClose={() => setEdited(false)} />}
    </>
  );
}

const formatMaps = ({ source, source_2: second, streets, routing_url: routing }: MapSettings, t: Translate): string =>
  [
    source === '' ? t('portalSettings:maps.own') : source,
    second === '' ? t('portalSettings:maps.ownPlain') : second,
    streets === '' ? t('portalSettings:maps.noStreets') : streets,
    routing === '' ? t('portalSettings:maps.noRouting') : routing,
  ].join(' · ');
