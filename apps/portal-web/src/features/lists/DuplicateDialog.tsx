import { FormDialog } from '@varco/ui/FormDialog.tsx';
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
    <FormDialog
      title={t('lists:duplicate.title')}
      size="small"
      description={t('lists:duplicate.text', { plate, plant: getPlantLabel(plant) })}
      labels={{ submit: t('lists:duplicate.show'), cancel: t('common:close'), close: t('common:close') }}
      onSubmit={onShow}
      onClose={onClose}
    />
  );
}
