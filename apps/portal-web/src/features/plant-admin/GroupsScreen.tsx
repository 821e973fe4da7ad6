import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Group } from '@varco/contract/plant/groups.ts';
import { canManageGroups } from '@varco/domain/policy/plant-permissions.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { RowMenuItem } from '@varco/ui/RowMenu.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { ConfirmRemovalDialog } from './FormDialog.tsx';
import { AdminList } from './AdminList.tsx';
import { PERMISSIONS } from './group-draft.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { formatLevel } from './level-role.ts';
import { groupsQuery, removeGroup } from './plant-admin.api.ts';
import styles from './PlantAdmin.module.css';
import { type AdminPlant, PlantAdminLayout } from './PlantAdminLayout.tsx';

/** /peer/groups (GRP-01, PMGMT-07): groups of a plant with their level and default permissions. */
export function GroupsScreen(): ReactElement {
  const t = useT();
  return (
    <PlantAdminLayout mayManage={canManageGroups} noPlantText={t('plantAdmin:groups.noPlantText')}>
      {(plant, choice) => <GroupManagement key={plant.peerId} plant={plant} choice={choice} />}
    </PlantAdminLayout>
  );
}

type GroupTask =
  | { readonly kind: 'edit'; readonly group: Group | null }
  | { readonly kind: 'remove'; readonly group: Group };

function GroupManagement({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const found = useQuery(groupsQuery(plant.peerId));
  const [work, setWork] = useState<GroupTask | null>(null);
  const close = (): void => setWork(null);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['groups', plant.peerId] });
  const add = (): void => setWork({ kind: 'edit', group: null });
  useShortcuts({ n: add });
  return (
    <div className={styles.page} id="results">
      <p className={styles.intro}>{t('plantAdmin:groups.intro')}</p>
      <div className={styles.bar}>
        {choice}
        <span className={styles.grow} />
        <Button leftSection={<Icon name="plus" />} onClick={add}>
          {t('plantAdmin:groups.add')}
        </Button>
      </div>
      <AdminList
        label={t('plantAdmin:groups.title')}
        columns={buildColumns(t, plant.user.group_id)}
        rows={found.data?.objects}
        error={found.error}
        empty={{ icon: 'user', title: t('plantAdmin:groups.empty'), text: t('plantAdmin:groups.emptyText') }}
        onRetry={() => void found.refetch()}
        onOpen={(group) => setWork({ kind: 'edit', group })}
        actions={(group) => buildGroupActions(t, plant, group, setWork)}
      />
      {work?.kind === 'edit' && <GroupDialog plant={plant} before={work.group} onClose={close} onSaved={refresh} />}
      {work?.kind === 'remove' && (
        <ConfirmRemovalDialog
          title={t('plantAdmin:remove.title', { name: work.group.name })}
          text={t('plantAdmin:remove.group', { plant: plant.label })}
          onClose={close}
          onRemove={async () => {
            await removeGroup(plant.peerId, work.group.id);
            await refresh();
          }}
        />
      )}
    </div>
  );
}

/** Actions for a group; a disabled deletion states the reason. */
function buildGroupActions(
  t: Translate,
  { user }: AdminPlant,
  group: Group,
  onWork: (work: GroupTask) => void,
): readonly RowMenuItem[] {
  const whyNot =
    group.level > user.level
      ? t('plantAdmin:groups.tooHigh')
      : group.members > 0
        ? t('plantAdmin:groups.hasMembers')
        : null;
  return [
    { id: 'edit', label: t('plantAdmin:edit'), icon: 'edit', onSelect: () => onWork({ kind: 'edit', group }) },
    {
      id: 'remove',
      label: t('common:delete'),
      icon: 'trash',
      disabledReason: whyNot,
      onSelect: () => onWork({ kind: 'remove', group }),
    },
  ];
}

const buildColumns = (t: Translate, own: number): readonly Column<Group>[] => [
  {
    id: 'name',
    canWrap: true,
    header: t('plantAdmin:groups.column.name'),
    name: t('plantAdmin:groups.column.name'),
    cell: ({ id, name }) => (id === own ? `${name} (${t('plantAdmin:groups.own')})` : name),
  },
  {
    id: 'level',
    priority: 1,
    header: t('plantAdmin:groups.column.level'),
    name: t('plantAdmin:groups.column.level'),
    cell: ({ level }) => formatLevel(level, t),
  },
  {
    id: 'force',
    priority: 2,
    header: t('plantAdmin:groups.column.force'),
    name: t('plantAdmin:groups.column.force'),
    cell: ({ fdo }) => (
      <StatusChip
        tone={fdo ? 'ac' : 'nt'}
        icon={fdo ? 'shield' : 'user'}
        size="sm"
        variant="tint"
        word={t(fdo ? 'plantAdmin:groups.force' : 'plantAdmin:groups.noForce')}
      />
    ),
  },
  {
    id: 'members',
    priority: 3,
    header: t('plantAdmin:groups.column.members'),
    name: t('plantAdmin:groups.column.members'),
    align: 'end',
    cell: ({ members }) => members,
  },
  {
    id: 'defaults',
    priority: 4,
    header: t('plantAdmin:groups.column.defaults'),
    name: t('plantAdmin:groups.column.defaults'),
    cell: ({ defaults }) => {
      const input = PERMISSIONS.filter((name) => defaults[name]).map((name) => t(`plantAdmin:groups.short.${name}`));
      return input.length === 0 ? t('plantAdmin:groups.noDefaults') : input.join(', ');
    },
  },
];
