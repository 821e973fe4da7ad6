import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { plantCode, plantLabel } from '../../../lib/plants/use-plants.ts';
import type { GateChoice } from '../search-filter.ts';
import { isSearchable } from '../searchable-plants.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { withPlants } from './filter-groups.ts';
import type { FilterForm } from './filter-form.ts';
import { useGates } from './use-gates.ts';

/** Readings TA51: most gates of one search. */
const MOST_GATES = 100;

const keyOf = ({ peerId, gateId }: GateChoice): string => `${peerId}:${gateId}`;
function gateOf(key: string): GateChoice {
  const [peerId, gateId] = key.split(':').map(Number);
  return { peerId: peerId ?? 0, gateId: gateId ?? 0 };
}

/** Plants to ask, and gates of these plants only (T 4.1). */
export function PlaceFields(props: { form: FilterForm; plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  const plants = props.plants.filter(isSearchable);
  const chosen = plants.filter(({ peerId }) => filter.peerIds === null || filter.peerIds.includes(peerId));
  const { plants: gated, failed } = useGates(chosen.map(({ peerId }) => peerId));
  return (
    <>
      {plants.length > 1 && (
        <ChoiceField
          form={props.form}
          group="plants"
          label={t('filters:plants.label')}
          placeholder={t('filters:plants.all', { count: plants.length })}
          choices={plants.map((plant) => ({ value: String(plant.peerId), label: plantLabel(plant) }))}
          value={(filter.peerIds ?? []).map(String)}
          onChange={(values) => set(withPlants(filter, values.length === 0 ? null : values.map(Number)))}
        />
      )}
      <ChoiceField
        form={props.form}
        group="gates"
        label={t('filters:gates.label')}
        placeholder={t('filters:gates.all')}
        choices={gated.map(({ peerId, gates }) => {
          const plant = plants.find((one) => one.peerId === peerId);
          return {
            group: plant === undefined ? String(peerId) : plantLabel(plant),
            items: gates.map((gate) => ({
              value: keyOf({ peerId, gateId: gate.id }),
              label: `${plant === undefined ? '' : plantCode(plant)} ${gate.fullname}`.trim(),
            })),
          };
        })}
        value={filter.gates.map(keyOf)}
        onChange={(values) => set({ ...filter, gates: values.map(gateOf) })}
        most={{ count: MOST_GATES, text: t('filters:gates.most', { count: MOST_GATES }) }}
        error={failed === 0 ? undefined : t('filters:gates.failed', { count: failed })}
      />
    </>
  );
}
