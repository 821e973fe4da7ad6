import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LegalHold } from '@varco/contract/plant/holds.ts';
import { canManageHolds } from '@varco/domain/policy/plant-permissions.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { Toolbar, ToolbarEnd } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { type AdminPlant, PlantAdminLayout } from '../PlantAdminLayout.tsx';
import { HoldDialog } from './HoldDialog.tsx';
import { HoldTable } from './HoldTable.tsx';
import { holdsQuery } from './holds.api.ts';
import { LiftDialog } from './LiftDialog.tsx';

/** /peer/holds (ADR 0009): what a plant keeps beyond its term, for its administrators. */
export function HoldsScreen(): ReactElement {
  const t = useT();
  return (
    <PlantAdminLayout mayManage={canManageHolds} noPlantText={t('plantSettings:holds.noPlantText')}>
      {(plant, choice) => <HoldManagement key={plant.peerId} plant={plant} choice={choice} />}
    </PlantAdminLayout>
  );
}

function HoldManagement({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const found = useQuery(holdsQuery(plant.peerId));
  const [task, setTask] = useState<LegalHold | 'add' | null>(null);
  const close = (): void => setTask(null);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['legal-holds', plant.peerId] });
  useShortcuts({ n: () => setTask('add') });
  return (
    <>
      <ScreenFrame
        label={t('plantSettings:holds.title')}
        intro={t('plantSettings:holds.intro')}
        body="fill"
        toolbar={
          <Toolbar>
            {choice}
            <ToolbarEnd>
              <Button leftSection={<Icon name="plus" />} onClick={() => setTask('add')}>
                {t('plantSettings:holds.add')}
              </Button>
            </ToolbarEnd>
          </Toolbar>
        }
        waiting={found.isPending && t('plantSettings:holds.waiting')}
        empty={
          found.isError ? (
            <EmptyState
              icon="warning"
              title={t('plantSettings:holds.failed')}
              actions={<TextButton onClick={() => void found.refetch()}>{t('plantAdmin:retry')}</TextButton>}
            />
          ) : (
            found.data?.objects.length === 0 && (
              <EmptyState icon="lock" title={t('plantSettings:holds.empty')}>
                {t('plantSettings:holds.emptyText')}
              </EmptyState>
            )
          )
        }
      >
        {found.data !== undefined && <HoldTable holds={found.data.objects} onLift={setTask} />}
      </ScreenFrame>
      {task === 'add' && <HoldDialog plant={plant} onClose={close} onSaved={refresh} />}
      {task !== null && task !== 'add' && <LiftDialog plant={plant} hold={task} onClose={close} onSaved={refresh} />}
    </>
  );
}
