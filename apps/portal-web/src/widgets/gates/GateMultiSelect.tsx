import { MultiSelect } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantCode, getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { PlantGate } from '../map/gate-overlay.ts';
import { type ChosenGate, toGateKey, parseGateKey } from './gate-choice.ts';

/** Maximum number of choices drawn at once; the others are found by typing. */
const MAX_CHOICES_DRAWN = 60;

/**
 * Multi-select field for plants and their gates, with search. A plant without selected gates means all its gates the
 * user may see.
 */
export function GateMultiSelect(props: {
  plants: readonly PlantSession[];
  gates: readonly PlantGate[];
  peerIds: readonly number[];
  onPeerIds: (peerIds: readonly number[]) => void;
  chosen: readonly ChosenGate[];
  onChosen: (gates: readonly ChosenGate[]) => void;
  /** No selected plant means all of them. */
  isAllUsual: boolean;
  /** Maximum number of selected gates. */
  most: number;
}): ReactElement {
  const t = useT();
  const { plants, gates, peerIds, onPeerIds, chosen, onChosen, isAllUsual, most } = props;
  const isAll = isAllUsual && peerIds.length === 0;
  const requested = isAll ? plants : plants.filter(({ peerId }) => peerIds.includes(peerId));
  const choices = requested.map((plant) => ({
    group: getPlantLabel(plant),
    items: gates
      .filter(({ peerId, gate }) => peerId === plant.peerId && gate.enabled_for_user)
      .map(({ peerId, gate }) => ({
        value: toGateKey({ peerId, gateId: gate.id }),
        label: `${getPlantCode(plant)} ${gate.fullname}`.trim(),
      })),
  }));
  return (
    <>
      <MultiSelect
        size="xs"
        label={t('widgets:gateChoice.plants')}
        placeholder={peerIds.length > 0 ? '' : t(isAll ? 'widgets:gateChoice.allPlants' : 'widgets:gateChoice.noPlant')}
        data={plants.map((plant) => ({ value: String(plant.peerId), label: getPlantLabel(plant) }))}
        value={peerIds.map(String)}
        onChange={(values) => onPeerIds(values.map(Number))}
        searchable
        hidePickedOptions
        clearable
        clearButtonProps={{ 'aria-label': t('widgets:gateChoice.clearPlants') }}
        nothingFoundMessage={t('widgets:gateChoice.none')}
        comboboxProps={{ withinPortal: true }}
      />
      <MultiSelect
        size="xs"
        label={t('widgets:gateChoice.gates')}
        placeholder={chosen.length === 0 ? t('widgets:gateChoice.all') : ''}
        data={choices.filter(({ items }) => items.length > 0)}
        value={chosen.map(toGateKey)}
        onChange={(keys) => onChosen(keys.map(parseGateKey))}
        searchable
        hidePickedOptions
        clearable
        clearButtonProps={{ 'aria-label': t('widgets:gateChoice.clearGates') }}
        limit={MAX_CHOICES_DRAWN}
        maxValues={most}
        nothingFoundMessage={t('widgets:gateChoice.none')}
        comboboxProps={{ withinPortal: true }}
      />
    </>
  );
}
