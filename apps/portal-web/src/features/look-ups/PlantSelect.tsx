import { Select } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { canLookUpOn } from './look-up-plants.ts';
import { type LookUpController, useLookUps } from './look-up-controller.ts';

/** VIS-02: selects the plant; disabled with one plant or fewer, and while a look-up runs. */
export function PlantSelect(props: { controller: LookUpController }): ReactElement {
  const t = useT();
  const { controller } = props;
  const plants = usePlantList().filter(canLookUpOn);
  const peerId = useLookUps(controller, ({ form }) => form.selectedPeer);
  const isBusy = useLookUps(controller, ({ running, confirming: asking }) => running !== null || asking !== null);
  const isLocked = plants.length <= 1 || isBusy;
  return (
    <Select
      label={t('lookUps:plant')}
      data={plants.map((plant) => ({ value: String(plant.peerId), label: getPlantLabel(plant) }))}
      value={peerId === null ? null : String(peerId)}
      onChange={(value) =>
        value !== null && controller.updateForm((form) => ({ ...form, selectedPeer: Number(value) }))
      }
      allowDeselect={false}
      disabled={isLocked}
      {...(isLocked
        ? { leftSection: <Icon name="lock" />, description: t(isBusy ? 'lookUps:plantBusy' : 'lookUps:plantOnly') }
        : {})}
      w={260}
    />
  );
}
