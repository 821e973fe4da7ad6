import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RegistryPeer } from '@varco/contract/portal/peers.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Toolbar, ToolbarEnd } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useIsPhone } from '../../lib/phone.ts';
import { JoinPlantDialog } from './JoinPlantDialog.tsx';
import { RegistryPlantDialog } from './RegistryPlantDialog.tsx';
import { buildRegistryColumns } from './registry-columns.tsx';
import { registryQuery } from './registry.api.ts';

/** P 2 /dashboard/peers: the portal's registry of plants, maintained by administrators. */
export function PlantRegistryScreen(): ReactElement {
  const t = useT();
  const isPhone = useIsPhone();
  const found = useQuery(registryQuery);
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [edited, setEdited] = useState<RegistryPeer | null>(null);
  const [isJoining, setJoining] = useState(false);
  const peers = found.data?.peers ?? [];
  return (
    <>
      <ScreenFrame
        label={t('plants:table.label')}
        toolbar={
          <Toolbar>
            <ToolbarEnd>
              <Button leftSection={<Icon name="plus" />} onClick={() => setJoining(true)}>
                {t('plants:registry.add')}
              </Button>
            </ToolbarEnd>
          </Toolbar>
        }
        notices={
          found.isError && (
            <Notice tone="al" isUrgent>
              {t('errors:code.unavailable')}
            </Notice>
          )
        }
        body="fill"
        empty={
          found.isSuccess &&
          peers.length === 0 && (
            <EmptyState icon="gate" title={t('plants:table.empty')}>
              {t('plants:table.emptyText')}
            </EmptyState>
          )
        }
      >
        {found.data !== undefined && peers.length > 0 && (
          <DataTable
            label={t('plants:table.label')}
            columns={buildRegistryColumns(t, found.data.at, isPhone)}
            rows={peers}
            rowKey={(peer) => String(peer.id)}
            rowTotal={peers.length}
            currentKey={currentKey}
            onCurrent={setCurrent}
            onOpen={setEdited}
            density="normal"
          />
        )}
      </ScreenFrame>
      {edited !== null && <RegistryPlantDialog peer={edited} onClose={() => setEdited(null)} />}
      {isJoining && <JoinPlantDialog onClose={() => setJoining(false)} />}
    </>
  );
}
