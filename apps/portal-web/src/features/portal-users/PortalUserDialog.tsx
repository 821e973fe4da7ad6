import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { ToolbarGroup } from '@varco/ui/Toolbar.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { formatFailure } from './format-failure.ts';
import { getPersonName, listTasks, type PortalUserTask } from './portal-user-tasks.ts';
import { changePortalUser } from './portal-users.api.ts';

/** Everything about one person: facts, the note, and the acts that can be done now. */
export function PortalUserDialog(props: {
  user: PortalAccount;
  isSelf: boolean;
  onTask: (task: PortalUserTask) => void;
  onSaved: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { user, isSelf, onTask, onSaved, onClose } = props;
  const form = useForm({ initialValues: { notes: user.notes } });
  const save = useMutation({
    mutationFn: (notes: string) => changePortalUser(user.id, { notes }),
    onSuccess: onSaved,
  });
  const tasks = listTasks(user, isSelf).filter(({ reason }) => reason === null);
  return (
    <SaveDialog
      title={t('portalUsers:form.edit', { name: getPersonName(user) })}
      size="wide"
      error={save.error === null ? null : formatFailure(save.error, t)}
      hint={isSelf ? t('portalUsers:reason.self') : undefined}
      canSave={!isSelf && form.isDirty()}
      isSaving={save.isPending}
      onSave={() => form.onSubmit(({ notes }) => save.mutate(notes))()}
      onClose={onClose}
    >
      <PersonFacts user={user} />
      {tasks.length > 0 && (
        <ToolbarGroup label={t('portalUsers:column.actions')}>
          {tasks.map(({ task, icon }) => (
            <Button key={task} variant="default" leftSection={<Icon name={icon} />} onClick={() => onTask(task)}>
              {t(`portalUsers:action.${task}`)}
            </Button>
          ))}
        </ToolbarGroup>
      )}
      <Textarea
        label={t('portalUsers:form.notes')}
        description={t('portalUsers:form.notesHint')}
        readOnly={isSelf}
        maxLength={2000}
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('notes')}
      />
    </SaveDialog>
  );
}

function PersonFacts({ user }: { user: PortalAccount }): ReactElement {
  const t = useT();
  const keys = user.keys.map(({ name, enabled }) => (enabled ? name : t('portalUsers:keyOff', { name })));
  return (
    <KeyValueList
      items={[
        { key: 'username', label: t('portalUsers:column.username'), value: user.username },
        { key: 'email', label: t('portalUsers:column.email'), value: user.email },
        { key: 'authority', label: t('portalUsers:form.authorityLabel'), value: user.authority },
        {
          key: 'lastLogin',
          label: t('portalUsers:column.lastLogin'),
          value: user.last_login === null ? t('portalUsers:never') : formatDateMinute(user.last_login),
        },
        { key: 'sessions', label: t('portalUsers:form.sessions'), value: String(user.open_sessions) },
        {
          key: 'twoFactor',
          label: t('portalUsers:column.twoFactor'),
          value: t(user.enable_2fa ? 'common:yes' : 'common:no'),
        },
        { key: 'keys', label: t('portalUsers:column.keys'), value: keys.join(', ') },
      ]}
    />
  );
}
