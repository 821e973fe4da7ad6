import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useIsPhone } from '../../lib/phone.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { listTasks, type PortalUserTask } from './portal-user-tasks.ts';
import { buildPortalUserColumns } from './portal-users-columns.tsx';

/** Table of portal users; Enter opens a person, `.` the acts. */
export function PortalUsersTable(props: {
  users: readonly PortalAccount[];
  offset: number;
  total: number;
  onOpen: (user: PortalAccount) => void;
  onTask: (task: PortalUserTask, user: PortalAccount) => void;
}): ReactElement {
  const t = useT();
  const { users, offset, total, onOpen, onTask } = props;
  const ownUuid = useSession(({ user }) => user?.uuid ?? null);
  const isPhone = useIsPhone();
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ readonly user: PortalAccount; readonly anchor: HTMLElement } | null>(null);
  return (
    <>
      <DataTable
        label={t('portalUsers:title')}
        columns={buildPortalUserColumns(t, ownUuid, isPhone)}
        rows={users}
        rowKey={({ id }) => String(id)}
        rowOffset={offset}
        rowTotal={total}
        currentKey={currentKey}
        onCurrent={setCurrent}
        onOpen={onOpen}
        onMenu={(user, anchor) => setMenu(menu === null ? { user, anchor } : null)}
        density="normal"
      />
      {menu !== null && (
        <RowMenu
          anchor={menu.anchor}
          label={t('portalUsers:actions', { name: menu.user.username })}
          items={[
            { id: 'edit', label: t('portalUsers:action.edit'), icon: 'edit', onSelect: () => onOpen(menu.user) },
            ...listTasks(menu.user, menu.user.uuid === ownUuid).map(({ task, icon, reason, startsGroup = false }) => ({
              id: task,
              label: t(`portalUsers:action.${task}`),
              icon,
              startsGroup,
              disabledReason: reason === null ? null : t(reason),
              onSelect: () => onTask(task, menu.user),
            })),
          ]}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}
