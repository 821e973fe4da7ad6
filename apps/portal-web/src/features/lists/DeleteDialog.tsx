import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { RemovalDialog } from '../../widgets/forms/RemovalDialog.tsx';

/** Confirms the deletion of a list entry. A failure is told by the notification of the call. */
export function DeleteDialog(props: {
  what: string;
  plant: string;
  onClose: () => void;
  onDelete: () => Promise<void>;
}): ReactElement {
  const t = useT();
  return (
    <RemovalDialog
      title={t('lists:deleteTitle', { what: props.what })}
      text={t('lists:deleteText', { plant: props.plant })}
      onRemove={props.onDelete}
      formatError={() => t('errors:code.internal')}
      onClose={props.onClose}
    />
  );
}
