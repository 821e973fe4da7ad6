import { Button, Modal } from '@mantine/core';
import type { ReactElement, ReactNode, SubmitEvent } from 'react';
import { focusUnreadable } from './focus-unreadable.ts';
import styles from './FormDialog.module.css';
import { Notice } from './Notice.tsx';
import { useFocusReturn } from './use-focus-return.ts';

export type FormDialogLabels = { readonly submit: string; readonly cancel: string; readonly close: string };

const WIDTHS = { small: 440, normal: 560, wide: 880, full: 1080 } as const;

/** Fields that can be typed into or chosen from, in the order of the form. */
const FIRST_FIELD = ['input', 'textarea', 'select']
  .map((tag) => `${tag}:not([disabled], [readonly], [type=hidden])`)
  .join(', ');

/** Marks the first field for the focus trap of the dialog, which otherwise begins at the close button. */
function markFirstField(form: HTMLFormElement | null): void {
  if (form === null || form.querySelector('[data-autofocus]') !== null) return;
  const first = form.querySelector(FIRST_FIELD) ?? form.querySelector('[data-cancel]');
  first?.setAttribute('data-autofocus', 'true');
}

/**
 * Dialog with a form: description, fields, refusal, cancel and submit. Opening it puts the focus into the first field;
 * a destructive one begins at cancel. Closing it returns the focus. Enter submits, Escape closes. It holds no data and asks nothing of its own.
 */
export function FormDialog(props: {
  title: ReactNode;
  labels: FormDialogLabels;
  size?: keyof typeof WIDTHS;
  description?: ReactNode;
  /** Why the last attempt was refused. */
  error?: ReactNode;
  /** Beside the buttons: what is missing before the form can be submitted. */
  hint?: ReactNode;
  /** Left of the buttons: another action on the same thing, such as deleting it. */
  aside?: ReactNode;
  canSubmit?: boolean;
  isBusy?: boolean;
  isDestructive?: boolean;
  /** For whoever submits the form by other means than its button. */
  formId?: string;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}): ReactElement {
  const { title, labels, size = 'normal', description, canSubmit = true, isBusy = false, onSubmit, onClose } = props;
  useFocusReturn();
  // Enter also submits while the button is disabled.
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (canSubmit && !isBusy && !focusUnreadable(event.currentTarget)) onSubmit();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={`min(${WIDTHS[size]}px, 96vw)`}
      title={title}
      closeButtonProps={{ 'aria-label': labels.close }}
    >
      <form ref={markFirstField} id={props.formId} className={styles.form} onSubmit={submit} noValidate>
        {description !== undefined && <div className={styles.description}>{description}</div>}
        {props.children}
        <FormDecision {...props} canSubmit={canSubmit} isBusy={isBusy} />
      </form>
    </Modal>
  );
}

function FormDecision(props: Parameters<typeof FormDialog>[0]): ReactElement {
  const { labels, error, hint, aside, canSubmit, isBusy, isDestructive = false, onClose } = props;
  return (
    <div className={styles.decision}>
      {error !== undefined && error !== null && (
        <Notice tone="al" isUrgent>
          {error}
        </Notice>
      )}
      <div className={styles.actions}>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
        <Button variant="default" data-cancel data-autofocus={isDestructive || undefined} onClick={onClose}>
          {labels.cancel}
        </Button>
        <Button
          type="submit"
          color={isDestructive ? 'allarme' : undefined}
          disabled={canSubmit === false}
          loading={isBusy === true}
        >
          {labels.submit}
        </Button>
      </div>
    </div>
  );
}
