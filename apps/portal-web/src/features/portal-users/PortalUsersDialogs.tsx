import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { AddPlantsDialog } from './AddPlantsDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { getPersonName, type PortalUserTask } from './portal-user-tasks.ts';
import { PortalUserDialog } from './PortalUserDialog.tsx';
import { TaskDialog } from './TaskDialog.tsx';

export type Opened =
  | { readonly kind: 'invite' }
  | { readonly kind: 'user'; readonly user: PortalAccount }
  | { readonly kind: 'task'; readonly task: PortalUserTask; readonly user: PortalAccount };

const NOTICE_MS = 5_000;

/** The open dialog of the screen; says what was done and closes. */
export function PortalUsersDialogs(props: {
  opened: Opened;
  onOpen: (opened: Opened | null) => void;
  onChanged: () => Promise<void>;
}): ReactElement {
  const t = useT();
  const { opened, onOpen, onChanged } = props;
  const ownUuid = useSession(({ user }) => user?.uuid ?? null);
  const close = (): void => onOpen(null);
  const finish = async (text: string): Promise<void> => {
    await onChanged();
    notify({ text, type: 'success', timeout: NOTICE_MS, link: null });
    close();
  };
  if (opened.kind === 'invite')
    return <InviteDialog onDone={(email) => finish(t('portalUsers:done.invite', { email }))} onClose={close} />;
  const { user } = opened;
  const values = { name: getPersonName(user), email: user.email };
  if (opened.kind === 'task') {
    const { task } = opened;
    if (task === 'addPlants')
      return (
        <AddPlantsDialog
          user={user}
          onDone={(counts) => finish(t('portalUsers:done.addPlants', { ...values, ...counts }))}
          onClose={close}
        />
      );
    const done = (): Promise<void> => finish(t(`portalUsers:done.${task}`, values));
    return <TaskDialog task={task} user={user} onDone={done} onClose={close} />;
  }
  return (
    <PortalUserDialog
      user={user}
      isSelf={user.uuid === ownUuid}
      onTask={(task) => onOpen({ kind: 'task', task, user })}
      onSaved={() => finish(t('portalUsers:done.saved', values))}
      onClose={close}
    />
  );
}
