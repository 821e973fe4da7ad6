import { MAX_FILTER_GATES } from '@varco/contract/wire.ts';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../../lib/plants/use-plants.ts';
import { MAX_DRAWN_PLANTS } from '../../../widgets/plants/plant-choices.ts';
import { usePlantChoices } from '../../../widgets/plants/use-plant-choices.ts';
import { isSearchable } from '../search/searchable-plants.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { setPlantFilter } from './filter-groups.ts';
import type { FilterForm } from './filter-form.ts';
import { GateField } from './GateField.tsx';

/** The plants selected by the filter, limited to those that can be queried. */
export const selectPlants = (form: FilterForm, plants: readonly PlantSession[]): readonly PlantSession[] =>
  plants
    .filter(isSearchable)
    .filter(({ peerId }) => form.filter.peerIds === null || form.filter.peerIds.includes(peerId));

/** Plants to query, and gates of these plants only (T 4.1). */
export function PlantAndGateFields(props: { form: FilterForm; plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  const plants = props.plants.filter(isSearchable);
  const chosen = (filter.peerIds ?? []).map(String);
  const { choices, resolve } = usePlantChoices(
    plants.map((plant) => ({ peerId: plant.peerId, value: String(plant.peerId), label: getPlantLabel(plant) })),
    chosen,
  );
  const change = (values: readonly string[]): void => {
    const picked = resolve(values);
    set(setPlantFilter(filter, picked.length === 0 ? null : picked.map(Number)));
  };
  return (
    <>
      {plants.length > 1 && (
        <ChoiceField
          form={props.form}
          group="plants"
          label={t('filters:plants.label')}
          placeholder={t('filters:plants.all', { count: plants.length })}
          choices={choices}
          value={chosen}
          onChange={change}
          shown={MAX_DRAWN_PLANTS}
        />
      )}
      <GateField form={props.form} plants={selectPlants(props.form, props.plants)} most={MAX_FILTER_GATES} />
    </>
  );
}
