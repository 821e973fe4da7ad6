import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JoinedPortal, JoiningCodeInfo } from '@varco/contract/plant/joining.ts';
import { canManageGroups } from '@varco/domain/policy/plant-permissions.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { AdminList } from '../AdminList.tsx';
import { ConfirmRemovalDialog } from '../FormDialog.tsx';
import styles from '../PlantAdmin.module.css';
import { type AdminPlant, PlantAdminLayout } from '../PlantAdminLayout.tsx';
import { type MadeCode, MadeCodeDialog, NewCodeDialog } from './CodeDialogs.tsx';
import { buildCodeColumns, buildPortalColumns } from './joining-columns.tsx';
import { joiningQuery, type JoiningState, revokeJoiningCode, revokePortal } from './joining.api.ts';

type JoiningTask =
  | { readonly kind: 'add' }
  | { readonly kind: 'made'; readonly made: MadeCode }
  | { readonly kind: 'revokeCode'; readonly code: JoiningCodeInfo }
  | { readonly kind: 'revokePortal'; readonly portal: JoinedPortal };

/** /peer/portals: portals that a plant has joined, and its joining codes, for its administrators (ADR 0036). */
export function PortalsScreen(): ReactElement {
  const t = useT();
  return (
    // The right of groups is that of the administrators of a plant.
    <PlantAdminLayout mayManage={canManageGroups} noPlantText={t('joining:noPlantText')}>
      {(plant, choice) => <PortalManagement key={plant.peerId} plant={plant} choice={choice} />}
    </PlantAdminLayout>
  );
}

function PortalManagement({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
  const t = useT();
  const found = useQuery(joiningQuery(plant.peerId));
  const [task, setTask] = useState<JoiningTask | null>(null);
  useShortcuts({ n: () => setTask({ kind: 'add' }) });
  const { data, error } = found;
  const list = { data, error, onRetry: () => void found.refetch(), onTask: setTask };
  return (
    <div className={styles.page} id="results">
      <p className={styles.intro}>{t('joining:intro')}</p>
      <div className={styles.bar}>
        {choice}
        <span className={styles.grow} />
        <Button leftSection={<Icon name="plus" />} onClick={() => setTask({ kind: 'add' })}>
          {t('joining:add')}
        </Button>
      </div>
      {data !== undefined && (
        <>
          <KeyValueList
            labelWidth={220}
            items={[
              { key: 'own', label: t('joining:own'), value: <b>{data.fingerprint}</b> },
              { key: 'address', label: t('joining:address'), value: data.address },
              ...(data.named_portal === null
                ? []
                : [{ key: 'named', label: t('joining:named'), value: data.named_portal }]),
            ]}
          />
          <p className={styles.quiet}>{t('joining:ownHint')}</p>
        </>
      )}
      <PortalList {...list} />
      {error === null && <CodeList {...list} />}
      {task !== null && <TaskDialog plant={plant} task={task} onTask={setTask} />}
    </div>
  );
}

interface ListProps {
  readonly data: JoiningState | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onTask: (task: JoiningTask) => void;
}

function PortalList({ data, error, onRetry, onTask }: ListProps): ReactElement {
  const t = useT();
  return (
    <AdminList
      label={t('joining:portals')}
      columns={buildPortalColumns(t)}
      rows={data?.portals}
      error={error}
      empty={{ icon: 'link', title: t('joining:empty'), text: t('joining:emptyText') }}
      onRetry={onRetry}
      onOpen={(portal) => portal.revoked === null && onTask({ kind: 'revokePortal', portal })}
      actions={(portal) => [
        {
          id: 'revoke',
          label: t('joining:revokePortal.button'),
          icon: 'ban',
          disabledReason: portal.revoked === null ? null : t('joining:revokePortal.done'),
          onSelect: () => onTask({ kind: 'revokePortal', portal }),
        },
      ]}
    />
  );
}

function CodeList({ data, error, onRetry, onTask }: ListProps): ReactElement {
  const t = useT();
  return (
    <AdminList
      label={t('joining:codes')}
      columns={buildCodeColumns(t)}
      rows={data?.codes}
      error={error}
      empty={{ icon: 'key', title: t('joining:noCodes'), text: t('joining:noCodesText') }}
      onRetry={onRetry}
      onOpen={(code) => code.state === 'open' && onTask({ kind: 'revokeCode', code })}
      actions={(code) => [
        {
          id: 'revoke',
          label: t('joining:revokeCode.button'),
          icon: 'ban',
          disabledReason: code.state === 'open' ? null : t('joining:revokeCode.done'),
          onSelect: () => onTask({ kind: 'revokeCode', code }),
        },
      ]}
    />
  );
}

function TaskDialog(props: {
  plant: AdminPlant;
  task: JoiningTask;
  onTask: (task: JoiningTask | null) => void;
}): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { plant, task, onTask } = props;
  const close = (): void => onTask(null);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['joining', plant.peerId] });
  if (task.kind === 'made') return <MadeCodeDialog made={task.made} onClose={close} />;
  if (task.kind === 'add') {
    const show = async (made: MadeCode): Promise<void> => {
      onTask({ kind: 'made', made });
      await refresh();
    };
    return <NewCodeDialog plant={plant} onMade={show} onClose={close} />;
  }
  const revoke = (): Promise<void> =>
    task.kind === 'revokeCode'
      ? revokeJoiningCode(plant.peerId, task.code.id)
      : revokePortal(plant.peerId, task.portal.id);
  return (
    <ConfirmRemovalDialog
      title={
        task.kind === 'revokeCode'
          ? t('joining:revokeCode.title', { n: String(task.code.id) })
          : t('joining:revokePortal.title', { portal: task.portal.origin })
      }
      text={t(`joining:${task.kind}.text`)}
      button={t(`joining:${task.kind}.button`)}
      onRemove={async () => {
        await revoke();
        await refresh();
      }}
      onClose={close}
    />
  );
}
