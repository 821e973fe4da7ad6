import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { getPlantCode, getPlantLabel } from '../../../lib/plants/use-plants.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useZones } from '../../../widgets/map/zones.api.ts';
import type { SelectedGate } from '../search/search-filter.ts';
import { ChoiceField } from './ChoiceField.tsx';
import type { FilterForm } from './filter-form.ts';
import { toGateValue, resolvePickedGates, buildZoneChoices } from './gate-choices.ts';
import { useGates } from './use-gates.ts';

/** T 9: delay between the last picked gate and the update of the filter. Leaving the field updates it at once. */
export const GATE_SYNC_MS = 100;

const haveSameGates = (a: readonly SelectedGate[], b: readonly SelectedGate[]): boolean =>
  a.map(toGateValue).join() === b.map(toGateValue).join();

/** FLT-08, FLT-09: gates of the given plants, up to a maximum. Picking a zone selects its gates. */
export function GateField(props: { form: FilterForm; plants: readonly PlantSession[]; most: number }): ReactElement {
  const t = useT();
  const { form, plants, most } = props;
  const { filter, set } = form;
  const [gates, setGates, settleGates] = useDraft<readonly SelectedGate[]>(
    filter.gates,
    (next) => set({ ...filter, gates: next }),
    {
      delayMs: GATE_SYNC_MS,
      isSame: haveSameGates,
    },
  );
  const peerIds = plants.map(({ peerId }) => peerId);
  const { plants: gated, failed } = useGates(peerIds);
  const { zones } = useZones(peerIds);
  const codeOf = (peerId: number): string => {
    const plant = plants.find((one) => one.peerId === peerId);
    return plant === undefined ? '' : getPlantCode(plant);
  };
  const ofZones = buildZoneChoices(zones, gated, { chosen: gates, most, codeOf });
  return (
    <ChoiceField
      form={form}
      group="gates"
      label={t('filters:gates.label')}
      placeholder={t('filters:gates.all')}
      choices={[
        ...(ofZones.length === 0 ? [] : [{ group: t('filters:gates.zones'), items: ofZones }]),
        ...gated.map(({ peerId, gates: of }) => {
          const plant = plants.find((one) => one.peerId === peerId);
          return {
            group: plant === undefined ? String(peerId) : getPlantLabel(plant),
            items: of.map((gate) => ({
              value: toGateValue({ peerId, gateId: gate.id }),
              label: `${codeOf(peerId)} ${gate.fullname}`.trim(),
            })),
          };
        }),
      ]}
      value={gates.map(toGateValue)}
      onChange={(values) => setGates(resolvePickedGates(values, zones, gated))}
      onLeave={settleGates}
      most={{ count: most, text: t('filters:gates.most', { count: most }) }}
      error={failed === 0 ? undefined : t('filters:gates.failed', { count: failed })}
    />
  );
}
