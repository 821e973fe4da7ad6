import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement, ReactNode, SubmitEvent } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import styles from './PlantAdmin.module.css';
import { refusalKey } from './refusal-key.ts';

/** Dialog for a form: fields, the plant's refusal, cancel and save. */
export function FormDialog(props: {
  title: string;
  canSave: boolean;
  isSaving: boolean;
  error: Error | null;
  saveLabel?: string;
  /** Width in pixels; by default for one column of fields. */
  size?: number;
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
  const refusal = refusalKey(props.error);
  return (
    <Modal
      opened
      onClose={onClose}
      size={props.size ?? 560}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={styles.column} onSubmit={submit} noValidate>
        {props.children}
        {refusal !== null && (
          <Notice tone="al" isUrgent>
            {t(refusal)}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={!canSave} loading={props.isSaving}>
            {props.saveLabel ?? t('common:save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Confirms a removal; a refusal of the plant remains visible. */
export function ConfirmRemovalDialog(props: {
  title: string;
  text: string;
  button?: string;
  onRemove: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const remove = useMutation({ mutationFn: props.onRemove, onSuccess: props.onClose });
  const refusal = refusalKey(remove.error);
  return (
    <Modal opened onClose={props.onClose} title={props.title} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <div className={styles.column}>
        <p>{props.text}</p>
        {refusal !== null && (
          <Notice tone="al" isUrgent>
            {t(refusal)}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button variant="default" data-autofocus onClick={props.onClose}>
            {t('common:cancel')}
          </Button>
          <Button color="allarme" loading={remove.isPending} onClick={() => remove.mutate()}>
            {props.button ?? t('common:delete')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
