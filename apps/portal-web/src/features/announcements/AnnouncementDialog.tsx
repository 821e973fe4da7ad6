import { Button, Group, Modal, Switch, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Announcement } from '@varco/contract/portal/announcements.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { RuledInput } from '@varco/ui/RuledInput.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import {
  type AnnouncementFields,
  announcementsQuery,
  removeAnnouncement,
  saveAnnouncement,
} from './announcements.api.ts';
import styles from './Announcements.module.css';

const NEW_ANNOUNCEMENT: AnnouncementFields = { title: '', text: '', publish: false };
const TITLE_RULES = { required: true, maxLength: 120 };
const MAX_TEXT_LENGTH = 4000;

/** Creates, edits or deletes an announcement. */
export function AnnouncementDialog(props: { item: Announcement | null; onClose: () => void }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { item, onClose } = props;
  const [fields, setFields] = useState<AnnouncementFields>(() =>
    item === null ? NEW_ANNOUNCEMENT : { title: item.title, text: item.text, publish: item.publish },
  );
  const onSuccess = async (): Promise<void> => {
    await client.invalidateQueries(announcementsQuery);
    onClose();
  };
  const save = useMutation({ mutationFn: () => saveAnnouncement(item?.id ?? null, fields), onSuccess });
  const remove = useMutation({ mutationFn: (id: number) => removeAnnouncement(id), onSuccess });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (fields.title.trim() !== '') save.mutate();
  };
  const failure = save.error ?? remove.error;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(item === null ? 'news:add' : 'news:edit')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <AnnouncementInputs fields={fields} onChange={setFields} />
        {failure !== null && (
          <Notice tone="al" isUrgent>
            {t(failure instanceof ApiError ? `errors:code.${failure.code}` : 'errors:code.internal')}
          </Notice>
        )}
        <Group justify="space-between">
          {item === null ? (
            <span />
          ) : (
            <RemoveButton isBusy={remove.isPending} onRemove={() => remove.mutate(item.id)} />
          )}
          <Group>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('common:save')}
            </Button>
          </Group>
        </Group>
      </form>
    </Modal>
  );
}

function AnnouncementInputs(props: {
  fields: AnnouncementFields;
  onChange: (fields: AnnouncementFields) => void;
}): ReactElement {
  const t = useT();
  const { fields, onChange } = props;
  return (
    <>
      <RuledInput
        name="title"
        label={t('news:form.title')}
        description={null}
        rules={TITLE_RULES}
        value={fields.title}
        onChange={(title) => onChange({ ...fields, title })}
        faultText={() => t('common:required')}
      />
      <Textarea
        label={t('news:form.text')}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={MAX_TEXT_LENGTH}
        value={fields.text}
        onChange={(event) => onChange({ ...fields, text: event.currentTarget.value })}
      />
      <Switch
        label={t('news:form.publish')}
        checked={fields.publish}
        onChange={(event) => onChange({ ...fields, publish: event.currentTarget.checked })}
      />
      <p className={styles.hint}>{t('news:publishHint')}</p>
    </>
  );
}

/** Delete button with inline confirmation. */
function RemoveButton(props: { isBusy: boolean; onRemove: () => void }): ReactElement {
  const t = useT();
  const [isRequested, setRequested] = useState(false);
  if (!isRequested) {
    return (
      <Button variant="default" onClick={() => setRequested(true)}>
        {t('news:remove')}
      </Button>
    );
  }
  return (
    <Group>
      <span>{t('news:removeText')}</span>
      <Button color="allarme" loading={props.isBusy} onClick={props.onRemove}>
        {t('common:confirm')}
      </Button>
    </Group>
  );
}
