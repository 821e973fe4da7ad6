import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Confirms a removal, naming what and where; closes when it is done, and a refusal stays in sight. */
export function RemovalDialog(props: {
  title: string;
  text: string;
  /** Instead of "delete". */
  button?: string;
  onRemove: () => Promise<void>;
  formatError: (error: Error) => string;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { title, text, button, onRemove, formatError, onClose } = props;
  const remove = useMutation({ mutationFn: onRemove, onSuccess: onClose });
  return (
    <FormDialog
      title={title}
      size="small"
      description={text}
      labels={{ submit: button ?? t('common:delete'), cancel: t('common:cancel'), close: t('common:close') }}
      error={remove.error === null ? null : formatError(remove.error)}
      isBusy={remove.isPending}
      isDestructive
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
