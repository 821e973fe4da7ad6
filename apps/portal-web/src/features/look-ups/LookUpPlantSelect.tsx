import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { PlantSelect } from '../../widgets/plants/PlantSelect.tsx';
import { type LookUpController, useLookUps } from './look-up-controller.ts';
import { canLookUpOn } from './look-up-plants.ts';

/** VIS-02: selects the plant; disabled with one plant or fewer, and while a look-up runs. */
export function LookUpPlantSelect(props: { controller: LookUpController }): ReactElement {
  const t = useT();
  const { controller } = props;
  const plants = usePlantList().filter(canLookUpOn);
  const peerId = useLookUps(controller, ({ form }) => form.selectedPeer);
  const isBusy = useLookUps(controller, ({ running, confirming: asking }) => running !== null || asking !== null);
  const lockedReason = isBusy ? t('lookUps:plantBusy') : plants.length <= 1 ? t('lookUps:plantOnly') : null;
  return (
    <PlantSelect
      label={t('lookUps:plant')}
      plants={plants}
      value={peerId}
      onChange={(selectedPeer) => controller.updateForm((form) => ({ ...form, selectedPeer }))}
      lockedReason={lockedReason}
      width={260}
    />
  );
}
