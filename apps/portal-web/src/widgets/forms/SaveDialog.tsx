import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';

/** Form dialog with cancel and save in the language of the user; Ctrl+S also saves. */
export function SaveDialog(props: {
  title: ReactNode;
  size?: 'small' | 'normal' | 'wide' | 'full';
  description?: ReactNode;
  /** Why the last attempt was refused, as text. */
  error?: string | null;
  hint?: ReactNode;
  aside?: ReactNode;
  /** Instead of "save". */
  saveLabel?: string;
  canSave: boolean;
  isSaving: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}): ReactElement {
  const t = useT();
  const { saveLabel, canSave, isSaving, onSave, ...rest } = props;
  const formId = useId();
  const submit = (): void => {
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  };
  useShortcuts({ 'Ctrl+s': submit }, true, 'dialog');
  return (
    <FormDialog
      {...rest}
      formId={formId}
      labels={{ submit: saveLabel ?? t('common:save'), cancel: t('common:cancel'), close: t('common:close') }}
      canSubmit={canSave}
      isBusy={isSaving}
      onSubmit={onSave}
    />
  );
}
