import { Button, Group, Modal } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';

/** T 8.3: the plate is already in the blacklist of this plant. */
export function DuplicateDialog(props: {
  /** Normalised. */
  plate: string;
  plant: PlantSession;
  onClose: () => void;
  onShow: () => void;
}): ReactElement {
  const t = useT();
  const { plate, plant, onClose, onShow } = props;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('lists:duplicate.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p>{t('lists:duplicate.text', { plate, plant: getPlantLabel(plant) })}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onShow}>
          {t('lists:duplicate.show')}
        </Button>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </Group>
    </Modal>
  );
}
