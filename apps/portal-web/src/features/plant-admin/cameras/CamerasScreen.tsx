import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Camera, CameraWithKey } from '@varco/contract/plant/camera-intake.ts';
import { canManageGroups } from '@varco/domain/policy/plant-permissions.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { RowMenuItem } from '@varco/ui/RowMenu.tsx';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { AdminList } from '../AdminList.tsx';
import { ConfirmRemovalDialog } from '../FormDialog.tsx';
import styles from '../PlantAdmin.module.css';
import { type AdminPlant, PlantAdminLayout } from '../PlantAdminLayout.tsx';
import { CameraBench } from './CameraBench.tsx';
import { CameraDialog } from './CameraDialog.tsx';
import { CameraSetupDialog } from './CameraSetupDialog.tsx';
import { buildCameraColumns } from './camera-columns.tsx';
import { camerasQuery, revokeCamera, rotateCameraKey } from './cameras.api.ts';
import { TryDialog } from './TryDialog.tsx';

type RowTask = 'edit' | 'watch' | 'rotate' | 'revoke';
type CameraTask =
  | { readonly kind: 'add' }
  | { readonly kind: 'try' }
  | { readonly kind: 'setup'; readonly made: CameraWithKey }
  | { readonly kind: RowTask; readonly id: number };

/** /peer/cameras: cameras that send in a format of their own, for the administrators of a plant. */
export function CamerasScreen(): ReactElement {
  const t = useT();
  return (
    // The right of groups is that of the administrators of a plant.
    <PlantAdminLayout mayManage={canManageGroups} noPlantText={t('cameraIntake:noPlantText')}>
      {(plant, choice) => <CameraManagement key={plant.peerId} plant={plant} choice={choice} />}
    </PlantAdminLayout>
  );
}

function CameraManagement({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
  const t = useT();
  const found = useQuery(camerasQuery(plant.peerId));
  const [task, setTask] = useState<CameraTask | null>(null);
  useShortcuts({ n: () => setTask({ kind: 'add' }) });
  const families = found.data?.famiglie ?? [];
  return (
    <div className={styles.page} id="results">
      <p className={styles.intro}>{t('cameraIntake:intro')}</p>
      <div className={styles.bar}>
        {choice}
        <span className={styles.grow} />
        <Button variant="default" onClick={() => setTask({ kind: 'try' })}>
          {t('cameraIntake:try.open')}
        </Button>
        <Button leftSection={<Icon name="plus" />} onClick={() => setTask({ kind: 'add' })}>
          {t('cameraIntake:add')}
        </Button>
      </div>
      <AdminList
        label={t('cameraIntake:title')}
        columns={buildCameraColumns(t, families)}
        rows={found.data?.objects}
        error={found.error}
        empty={{ icon: 'camera', title: t('cameraIntake:empty'), text: t('cameraIntake:emptyText') }}
        onRetry={() => void found.refetch()}
        onOpen={({ id }) => setTask({ kind: 'watch', id })}
        actions={(camera) => buildActions(t, camera, (kind) => setTask({ kind, id: camera.id }))}
      />
      {task !== null && <TaskDialog plant={plant} task={task} onTask={setTask} />}
    </div>
  );
}

function TaskDialog(props: {
  plant: AdminPlant;
  task: CameraTask;
  onTask: (task: CameraTask | null) => void;
}): ReactElement | null {
  const { plant, task, onTask } = props;
  const client = useQueryClient();
  const found = useQuery(camerasQuery(plant.peerId));
  const families = found.data?.famiglie ?? [];
  const close = (): void => onTask(null);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['cameras', plant.peerId] });
  const show = async (made: CameraWithKey): Promise<void> => {
    await refresh();
    onTask({ kind: 'setup', made });
  };
  const common = { plant, families, onClose: close };
  if (task.kind === 'try')
    return <TryDialog {...common} cameras={(found.data?.objects ?? []).filter(({ stato }) => stato !== 'revocata')} />;
  if (task.kind === 'setup') {
    const { id } = task.made.camera;
    return <CameraSetupDialog {...common} made={task.made} onWatch={() => onTask({ kind: 'watch', id })} />;
  }
  if (task.kind === 'add') return <CameraDialog {...common} camera={null} onMade={show} onSaved={refresh} />;
  const camera = found.data?.objects.find(({ id }) => id === task.id);
  if (camera === undefined) return null;
  if (task.kind === 'watch') return <CameraBench {...common} camera={camera} onChanged={refresh} />;
  if (task.kind === 'edit') return <CameraDialog {...common} camera={camera} onMade={show} onSaved={refresh} />;
  return <KeyDialog plant={plant} camera={camera} task={task.kind} onClose={close} onMade={show} onDone={refresh} />;
}

/** Replaces the key of a camera, or revokes it. */
function KeyDialog(props: {
  plant: AdminPlant;
  camera: Camera;
  task: 'rotate' | 'revoke';
  onMade: (made: CameraWithKey) => Promise<void>;
  onDone: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, camera, task } = props;
  const made = useRef<CameraWithKey | null>(null);
  return (
    <ConfirmRemovalDialog
      title={t(`cameraIntake:${task}.title`, { name: camera.nome })}
      text={t(`cameraIntake:${task}.text`)}
      button={t(`cameraIntake:${task}.button`)}
      // The dialog closes after the work; the new key takes its place.
      onClose={() => (made.current === null ? props.onClose() : void props.onMade(made.current))}
      onRemove={async () => {
        if (task === 'rotate') made.current = await rotateCameraKey(plant.peerId, camera.id);
        else await revokeCamera(plant.peerId, camera.id);
        await props.onDone();
      }}
    />
  );
}

function buildActions(
  t: ReturnType<typeof useT>,
  { stato }: Camera,
  onTask: (kind: RowTask) => void,
): readonly RowMenuItem[] {
  const disabledReason = stato === 'revocata' ? t('cameraIntake:revoked') : null;
  return [
    { id: 'watch', label: t('cameraIntake:bench.open'), icon: 'eye', onSelect: () => onTask('watch') },
    { id: 'edit', label: t('plantAdmin:edit'), icon: 'edit', disabledReason, onSelect: () => onTask('edit') },
    {
      id: 'rotate',
      label: t('cameraIntake:rotate.button'),
      icon: 'key',
      disabledReason,
      onSelect: () => onTask('rotate'),
    },
    {
      id: 'revoke',
      label: t('cameraIntake:revoke.button'),
      icon: 'ban',
      disabledReason,
      onSelect: () => onTask('revoke'),
    },
  ];
}
