import { Button, Group, Modal } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notifyCode } from '../../lib/notices/notices.store.ts';
import { removePlant } from '../../lib/plants/edit-plants.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { saveProblemKey, useVaultSave } from './use-vault-save.ts';

/** Confirms the removal of a plant from the list; the account on the plant remains. */
export function RemovePlantDialog(props: { plant: PlantSession; onClose: () => void }): ReactElement {
  const t = useT();
  const plant = getPlantLabel(props.plant);
  const onDone = (): void => {
    notifyCode(10032, { plant });
    props.onClose();
  };
  const removal = useVaultSave(() => removePlant(props.plant.credentialId), { onDone });
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('plants:credentials.removeTitle', { plant })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p>{t('plants:credentials.removeText', { plant })}</p>
      {removal.problem !== null && (
        <Notice tone="al" isUrgent>
          {t(saveProblemKey(removal.problem))}
        </Notice>
      )}
      <Group justify="space-between" mt="md">
        <Button color="allarme" loading={removal.isPending} onClick={() => removal.save(undefined)}>
          {t('plants:credentials.remove')}
        </Button>
        <Button variant="default" onClick={props.onClose}>
          {t('common:cancel')}
        </Button>
      </Group>
    </Modal>
  );
}
