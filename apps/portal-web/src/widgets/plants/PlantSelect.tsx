import { Select } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { useShownPlantGroups } from '../../lib/plants/shown-plant-groups.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { useT } from '../../lib/i18n.tsx';
import { buildSingleChoices, MANY_PLANTS, MAX_DRAWN_PLANTS } from './plant-choices.ts';

const ALL = 'all';

/** Selects one of these plants, or all of them; disabled where there is no choice. */
export function PlantSelect(props: {
  label: string;
  plants: readonly PlantSession[];
  /** Registry id; null: all of them, or none yet. */
  value: number | null;
  onChange: (peerId: number) => void;
  /** Text of the choice of all plants, and what it does. */
  all?: { readonly label: string; readonly onChoose: () => void };
  /** Heading of the plants in the list. */
  group?: string;
  /** Why the plant cannot be changed now. */
  lockedReason?: string | null;
  isLabelHidden?: boolean;
  width?: number;
}): ReactElement {
  const { label, plants, value, onChange, all, group, lockedReason = null, isLabelHidden = false } = props;
  const { groups } = useShownPlantGroups();
  const t = useT();
  const offered = plants.map((plant) => ({
    peerId: plant.peerId,
    value: String(plant.peerId),
    label: getPlantLabel(plant),
  }));
  const options = offered.map(({ value: id, label: name }) => ({ value: id, label: name }));
  const grouped =
    groups.length > 0
      ? buildSingleChoices(offered, groups, t('widgets:plants.noGroup'))
      : group === undefined
        ? options
        : [{ group, items: options }];
  const choose = (chosen: string | null): void => {
    if (chosen === ALL) all?.onChoose();
    else if (chosen !== null) onChange(Number(chosen));
  };
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      data={all === undefined ? grouped : [{ value: ALL, label: all.label }, ...grouped]}
      value={value === null ? (all === undefined ? null : ALL) : String(value)}
      onChange={choose}
      allowDeselect={false}
      {...(groups.length > 0 && plants.length > MANY_PLANTS ? { searchable: true, limit: MAX_DRAWN_PLANTS } : {})}
      disabled={lockedReason !== null || (plants.length <= 1 && all === undefined)}
      {...(lockedReason === null ? {} : { leftSection: <Icon name="lock" />, description: lockedReason })}
      w={props.width ?? 220}
    />
  );
}
