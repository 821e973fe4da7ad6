import { useQuery } from '@tanstack/react-query';
import type { RegistryPeer } from '@varco/contract/portal/peers.ts';
import { type ReactElement, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { useIsPhone } from '../../lib/phone.ts';
import { RecordsScreen } from '../../widgets/settings/RecordsScreen.tsx';
import { JoinPlantDialog } from './JoinPlantDialog.tsx';
import { RegistryPlantDialog } from './RegistryPlantDialog.tsx';
import { buildRegistryColumns } from './registry-columns.tsx';
import { registryQuery } from './registry.api.ts';

/** P 2 /dashboard/peers: the portal's registry of plants, maintained by administrators. */
export function PlantRegistryScreen(): ReactElement {
  const t = useT();
  const isPhone = useIsPhone();
  const found = useQuery(registryQuery);
  const [edited, setEdited] = useState<RegistryPeer | null>(null);
  const [isJoining, setJoining] = useState(false);
  return (
    <>
      <RecordsScreen
        label={t('plants:table.label')}
        tableLabel={t('plants:table.label')}
        rows={found.data?.peers}
        columns={buildRegistryColumns(t, found.data?.at ?? now(), isPhone)}
        isFailed={found.isError}
        empty={{ icon: 'gate', title: t('plants:table.empty'), text: t('plants:table.emptyText') }}
        addLabel={t('plants:registry.add')}
        onAdd={() => setJoining(true)}
        onOpen={setEdited}
      />
      {edited !== null && <RegistryPlantDialog peer={edited} onClose={() => setEdited(null)} />}
      {isJoining && <JoinPlantDialog onClose={() => setJoining(false)} />}
    </>
  );
}
