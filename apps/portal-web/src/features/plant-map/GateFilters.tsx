import { NativeSelect, TextInput } from '@mantine/core';
import { GATE_DEBOUNCE_MS } from '@varco/domain/maps/map-constants.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Toolbar, ToolbarText } from '@varco/ui/Toolbar.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { usePlantChoices } from '../../widgets/plants/use-plant-choices.ts';
import type { GateFilter } from './gate-filter.ts';

const STATE_FILTERS = ['online', 'sleep', 'noplate', 'error', 'disabled', 'nogps'] as const;

/** Filters by text, plant and state, and the number of matching gates. */
export function GateFilters(props: {
  filter: GateFilter;
  onFilter: (filter: GateFilter) => void;
  plants: readonly PlantSession[];
  count: number;
}): ReactElement {
  const t = useT();
  const { filter, onFilter, plants } = props;
  const { choices, resolve } = usePlantChoices(
    plants.map((plant) => ({ peerId: plant.peerId, value: String(plant.peerId), label: getPlantLabel(plant) })),
    [],
  );
  const [text, setText] = useDraft(filter.text, (typed) => onFilter({ ...filter, text: typed }), {
    delayMs: GATE_DEBOUNCE_MS,
  });
  return (
    <Toolbar>
      <TextInput
        size="xs"
        leftSection={<Icon name="search" size="sm" />}
        aria-label={t('maps:plants.text')}
        placeholder={t('maps:plants.text')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label={t('maps:plants.plant')}
        value={filter.plants?.value ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const peerIds = resolve([value]).map(Number);
          onFilter({ ...filter, plants: value === '' ? null : { value, peerIds } });
        }}
        data={[{ value: '', label: t('maps:plants.anyPlant') }, ...choices]}
      />
      <NativeSelect
        size="xs"
        aria-label={t('maps:plants.state')}
        value={filter.state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, state: STATE_FILTERS.find((state) => state === value) ?? null })
        }
        data={[
          { value: '', label: t('maps:plants.anyState') },
          ...STATE_FILTERS.map((state) => ({ value: state, label: t(`maps:state.${state}`) })),
        ]}
      />
      <ToolbarText>
        <span aria-live="polite">{t('maps:plants.count', { count: props.count })}</span>
      </ToolbarText>
    </Toolbar>
  );
}
