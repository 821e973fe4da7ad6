import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { entryByPlateQuery } from './blacklist.api.ts';
import { EntryDialog } from './EntryDialog.tsx';

/**
 * The entry of a plate, opened from the message that the plate is already listed. An entry of another audience counts
 * as listed but is not shown to this user; the dialog says so instead of offering to insert it again.
 */
export function ExistingEntryDialog(props: { plant: PlantSession; plate: string; onClose: () => void }): ReactElement {
  const t = useT();
  const { plant, plate, onClose } = props;
  const found = useQuery(entryByPlateQuery(plant.credentialId, plate));
  if (found.data)
    return (
      <EntryDialog work={{ kind: 'edit', entry: found.data, plant }} onClose={onClose} onShowEntry={() => undefined} />
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('lists:duplicate.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {found.isFetching ? (
        <Notice tone="in">{t('lists:duplicate.loading')}</Notice>
      ) : (
        <Notice tone="wa">{t('lists:duplicate.hidden', { plate, plant: getPlantLabel(plant) })}</Notice>
      )}
    </Modal>
  );
}
