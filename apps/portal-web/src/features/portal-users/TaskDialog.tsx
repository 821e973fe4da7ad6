import { useMutation } from '@tanstack/react-query';
import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatFailure } from './format-failure.ts';
import { type ConfirmedTask, getPersonName, isDestructiveTask, runTask } from './portal-user-tasks.ts';

/** Confirms an act on a person, saying what it does; a refusal of the server stays in sight. */
export function TaskDialog(props: {
  task: ConfirmedTask;
  user: PortalAccount;
  onDone: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { task, user, onDone, onClose } = props;
  const run = useMutation({ mutationFn: () => runTask(task, user.id), onSuccess: onDone });
  const name = getPersonName(user);
  const by = user.admin_request?.requested_by ?? '';
  const text =
    task === 'endSessions'
      ? t('portalUsers:ask.endSessions', { count: user.open_sessions, name })
      : t(`portalUsers:ask.${task}`, { name, email: user.email, by });
  return (
    <FormDialog
      title={t(`portalUsers:action.${task}`)}
      size="small"
      description={text}
      labels={{ submit: t('common:confirm'), cancel: t('common:cancel'), close: t('common:close') }}
      error={run.error === null ? null : formatFailure(run.error, t)}
      isBusy={run.isPending}
      isDestructive={isDestructiveTask(task)}
      onSubmit={() => run.mutate()}
      onClose={onClose}
    />
  );
}
