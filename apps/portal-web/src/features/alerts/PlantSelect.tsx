import { Select } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';

/** Selects the plant of a view. */
export function PlantSelect(props: {
  plants: readonly PlantSession[];
  plant: PlantSession;
  onChange: (peerId: number) => void;
}): ReactElement {
  const { plants, plant, onChange } = props;
  const t = useT();
  return (
    <Select
      size="xs"
      w={260}
      label={t('channels:plant')}
      allowDeselect={false}
      disabled={plants.length === 1}
      value={String(plant.peerId)}
      data={plants.map((one) => ({ value: String(one.peerId), label: getPlantLabel(one) }))}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
