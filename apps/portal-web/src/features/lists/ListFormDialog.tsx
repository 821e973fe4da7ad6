import { Button, Modal } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement, ReactNode, SubmitEvent } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import styles from './Lists.module.css';

/** Dialog for a short form: its fields, the refusal, cancel and save. */
export function ListFormDialog(props: {
  title: string;
  isReadOnly: boolean;
  canSave: boolean;
  isSaving: boolean;
  refusal: string | null;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}): ReactElement {
  const t = useT();
  const { canSave, onSave, onClose } = props;
  const save = (): void => {
    if (canSave) onSave();
  };
  useShortcuts({ 'Ctrl+s': save });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={styles.column} onSubmit={submit} noValidate>
        {props.isReadOnly && <Notice tone="in">{t('lists:form.readOnly')}</Notice>}
        {props.children}
        {props.refusal !== null && (
          <Notice tone="al" isUrgent>
            {props.refusal}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={!canSave} loading={props.isSaving}>
            {t('common:save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
