import { Button, Group, Modal } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Confirms the deletion of a list entry. */
export function DeleteDialog(props: {
  what: string;
  plant: string;
  onClose: () => void;
  onDelete: () => Promise<void>;
}): ReactElement {
  const t = useT();
  const { what, plant, onClose, onDelete } = props;
  const [isBusy, setBusy] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('lists:deleteTitle', { what })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p>{t('lists:deleteText', { plant })}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          color="allarme"
          loading={isBusy}
          onClick={() => {
            setBusy(true);
            void onDelete().finally(onClose);
          }}
        >
          {t('common:delete')}
        </Button>
      </Group>
    </Modal>
  );
}
