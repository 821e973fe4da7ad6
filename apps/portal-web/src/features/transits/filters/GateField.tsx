import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { plantCode, plantLabel } from '../../../lib/plants/use-plants.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import type { GateChoice } from '../search-filter.ts';
import { ChoiceField } from './ChoiceField.tsx';
import type { FilterForm } from './filter-form.ts';
import { useGates } from './use-gates.ts';

/** T 9: the chosen gates reach the filter this long after the last one was picked. */
export const GATE_SYNC_MS = 100;

const keyOf = ({ peerId, gateId }: GateChoice): string => `${peerId}:${gateId}`;
function gateOf(key: string): GateChoice {
  const [peerId, gateId] = key.split(':').map(Number);
  return { peerId: peerId ?? 0, gateId: gateId ?? 0 };
}

const isSame = (a: readonly GateChoice[], b: readonly GateChoice[]): boolean =>
  a.map(keyOf).join() === b.map(keyOf).join();

/** FLT-08, FLT-09: gates of the given plants, at most so many. */
export function GateField(props: { form: FilterForm; plants: readonly PlantSession[]; most: number }): ReactElement {
  const t = useT();
  const { form, plants, most } = props;
  const { filter, set } = form;
  const [gates, setGates] = useDraft<readonly GateChoice[]>(filter.gates, (next) => set({ ...filter, gates: next }), {
    delayMs: GATE_SYNC_MS,
    isSame,
  });
  const { plants: gated, failed } = useGates(plants.map(({ peerId }) => peerId));
  return (
    <ChoiceField
      form={form}
      group="gates"
      label={t('filters:gates.label')}
      placeholder={t('filters:gates.all')}
      choices={gated.map(({ peerId, gates: of }) => {
        const plant = plants.find((one) => one.peerId === peerId);
        return {
          group: plant === undefined ? String(peerId) : plantLabel(plant),
          items: of.map((gate) => ({
            value: keyOf({ peerId, gateId: gate.id }),
            label: `${plant === undefined ? '' : plantCode(plant)} ${gate.fullname}`.trim(),
          })),
        };
      })}
      value={gates.map(keyOf)}
      onChange={(values) => setGates(values.map(gateOf))}
      most={{ count: most, text: t('filters:gates.most', { count: most }) }}
      error={failed === 0 ? undefined : t('filters:gates.failed', { count: failed })}
    />
  );
}
