import { Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Announcement } from '@varco/contract/portal/announcements.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { ConfirmedRemoval } from '../../widgets/forms/ConfirmedRemoval.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import {
  type AnnouncementFields,
  announcementsQuery,
  removeAnnouncement,
  saveAnnouncement,
} from './announcements.api.ts';

const NEW_ANNOUNCEMENT: AnnouncementFields = { title: '', text: '', publish: false };

/** Creates, edits or deletes an announcement. */
export function AnnouncementDialog(props: { item: Announcement | null; onClose: () => void }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { item, onClose } = props;
  const form = useForm({
    initialValues: item === null ? NEW_ANNOUNCEMENT : { title: item.title, text: item.text, publish: item.publish },
    validate: { title: (title) => (title.trim() === '' ? t('common:required') : null) },
  });
  const onSuccess = async (): Promise<void> => {
    await client.invalidateQueries(announcementsQuery);
    onClose();
  };
  const save = useMutation({
    mutationFn: (fields: AnnouncementFields) => saveAnnouncement(item?.id ?? null, fields),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: number) => removeAnnouncement(id), onSuccess });
  const failure = save.error ?? remove.error;
  const code = failure instanceof ApiError ? failure.code : 'internal';
  return (
    <SaveDialog
      title={t(item === null ? 'news:add' : 'news:edit')}
      size="normal"
      error={failure === null ? null : t(`errors:code.${code}`)}
      aside={
        item !== null && (
          <ConfirmedRemoval
            label={t('news:remove')}
            question={t('news:removeText')}
            isBusy={remove.isPending}
            onRemove={() => remove.mutate(item.id)}
          />
        )
      }
      canSave
      isSaving={save.isPending}
      onSave={() => form.onSubmit((fields) => save.mutate(fields))()}
      onClose={onClose}
    >
      <FormGrid>
        <TextInput label={t('news:form.title')} maxLength={120} {...form.getInputProps('title')} />
        <Textarea
          label={t('news:form.text')}
          autosize
          minRows={5}
          maxRows={14}
          maxLength={4000}
          {...form.getInputProps('text')}
        />
        <Switch
          label={t('news:form.publish')}
          description={t('news:publishHint')}
          {...form.getInputProps('publish', { type: 'checkbox' })}
        />
      </FormGrid>
    </SaveDialog>
  );
}
