import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Gate } from '@varco/contract/plant/gates.ts';
import { canManageGroups } from '@varco/domain/policy/plant-permissions.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import type { RowMenuItem } from '@varco/ui/RowMenu.tsx';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import type { PlantGate } from '../../../widgets/map/gate-overlay.ts';
import { createGateStatesQuery } from '../../../widgets/map/gate-states.api.ts';
import { AdminList } from '../AdminList.tsx';
import { ConfirmRemovalDialog } from '../FormDialog.tsx';
import styles from '../PlantAdmin.module.css';
import { type AdminPlant, PlantAdminLayout } from '../PlantAdminLayout.tsx';
import { refusalKey } from '../refusal-key.ts';
import { buildGateColumns } from './gate-columns.tsx';
import { GateDialog } from './GateDialog.tsx';
import { refreshGates, setGateInUse } from './gates.api.ts';

type GateTask =
  | { readonly kind: 'edit'; readonly gate: Gate | null }
  | { readonly kind: 'retire'; readonly gate: Gate };

/** /peer/gates: the gates of a plant, made, changed and retired by its administrators. */
export function GatesScreen(): ReactElement {
  const t = useT();
  return (
    // The right of groups is that of the administrators of a plant.
    <PlantAdminLayout mayManage={canManageGroups} noPlantText={t('plantAdmin:gates.noPlantText')}>
      {(plant, choice) => <GateManagement key={plant.peerId} plant={plant} choice={choice} />}
    </PlantAdminLayout>
  );
}

const NO_GATES: readonly Gate[] = [];

function GateManagement({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const found = useQuery({ ...createGateStatesQuery(plant.peerId), staleTime: 0 });
  const [task, setTask] = useState<GateTask | null>(null);
  const rows = found.data?.objects;
  const gates = useMemo(
    () => (rows ?? NO_GATES).map((gate): PlantGate => ({ peerId: plant.peerId, gate })),
    [rows, plant.peerId],
  );
  const refresh = (): Promise<void> => refreshGates(client, plant.peerId);
  const reuse = useMutation({ mutationFn: (gate: Gate) => setGateInUse(plant.peerId, gate, true), onSettled: refresh });
  const refusal = refusalKey(reuse.error);
  const add = (): void => setTask({ kind: 'edit', gate: null });
  useShortcuts({ n: add }, task === null);
  return (
    <div className={styles.page} id="results">
      <p className={styles.intro}>{t('plantAdmin:gates.intro')}</p>
      <div className={styles.bar}>
        {choice}
        <span className={styles.grow} />
        <Button variant="default" leftSection={<Icon name="map" />} onClick={() => void navigate({ to: '/map' })}>
          {t('plantAdmin:gates.map')}
        </Button>
        <Button leftSection={<Icon name="plus" />} onClick={add}>
          {t('plantAdmin:gates.add')}
        </Button>
      </div>
      {refusal !== null && <Notice tone="al">{t(refusal)}</Notice>}
      <AdminList
        label={t('plantAdmin:gates.title')}
        columns={buildGateColumns(t)}
        rows={rows}
        error={rows === undefined ? found.error : null}
        empty={{ icon: 'gate', title: t('plantAdmin:gates.empty'), text: t('plantAdmin:gates.emptyText') }}
        onRetry={() => void found.refetch()}
        onOpen={(gate) => setTask({ kind: 'edit', gate })}
        actions={(gate) =>
          buildGateActions(t, gate, {
            edit: () => setTask({ kind: 'edit', gate }),
            retire: () => setTask({ kind: 'retire', gate }),
            reuse: () => reuse.mutate(gate),
            openCameras: () => void navigate({ to: '/peer/$section', params: { section: 'cameras' } }),
          })
        }
      />
      {task !== null && (
        <TaskDialog plant={plant} task={task} gates={gates} onClose={() => setTask(null)} onSaved={refresh} />
      )}
    </div>
  );
}

function TaskDialog(props: {
  plant: AdminPlant;
  task: GateTask;
  gates: readonly PlantGate[];
  onSaved: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, task, gates, onSaved, onClose } = props;
  if (task.kind === 'edit')
    return <GateDialog plant={plant} before={task.gate} gates={gates} onClose={onClose} onSaved={onSaved} />;
  return (
    <ConfirmRemovalDialog
      title={t('plantAdmin:gates.retireTitle', { name: task.gate.fullname })}
      text={t('plantAdmin:gates.retireText')}
      button={t('plantAdmin:gates.retire')}
      onClose={onClose}
      onRemove={async () => {
        await setGateInUse(plant.peerId, task.gate, false);
        await onSaved();
      }}
    />
  );
}

/** Edit, retire or use again, and the cameras. */
const buildGateActions = (
  t: Translate,
  { stato: state }: Gate,
  run: { readonly [action in 'edit' | 'retire' | 'reuse' | 'openCameras']: () => void },
): readonly RowMenuItem[] => [
  { id: 'edit', label: t('plantAdmin:edit'), icon: 'edit', onSelect: run.edit },
  { id: 'cameras', label: t('plantAdmin:gates.cameras'), icon: 'camera', onSelect: run.openCameras },
  state === 'disabled'
    ? { id: 'use', label: t('plantAdmin:gates.use'), icon: 'check', onSelect: run.reuse }
    : { id: 'retire', label: t('plantAdmin:gates.retire'), icon: 'ban', onSelect: run.retire },
];
