import { NativeSelect, NumberInput } from '@mantine/core';
import { MAX_DESTINATION_DAYS } from '@varco/contract/plant/destinations.ts';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { Toolbar, ToolbarGroup } from '@varco/ui/Toolbar.tsx';
import type { ReactElement } from 'react';
import { toMilliseconds, now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { shiftMs } from '../../lib/rome-days.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import type { PlantZone } from '../../widgets/map/zones.api.ts';
import type { DestinationDraft } from './use-destination-map.ts';
import styles from './Destinations.module.css';

const HOUR_MS = 3_600_000;
const WINDOW_LENGTHS_MS = {
  h1: HOUR_MS,
  h6: 6 * HOUR_MS,
  d1: 24 * HOUR_MS,
  d7: MAX_DESTINATION_DAYS * 24 * HOUR_MS,
} as const;
type WindowLength = keyof typeof WINDOW_LENGTHS_MS;
const matchWindowLength = ({ start, end }: DestinationDraft): WindowLength | null => {
  const lengthMs = toMilliseconds(end) - toMilliseconds(start);
  return (['h1', 'h6', 'd1', 'd7'] as const).find((one) => WINDOW_LENGTHS_MS[one] === lengthMs) ?? null;
};

interface Props {
  readonly draft: DestinationDraft;
  readonly onDraft: (draft: DestinationDraft) => void;
  readonly plants: readonly PlantSession[];
  readonly gates: readonly PlantGate[];
  readonly zones: readonly PlantZone[];
}

/** Query form: plant, gate or zone, window, maximum travel time. */
export function DestinationForm(props: Props): ReactElement {
  const t = useT();
  const { draft, onDraft, plants } = props;
  return (
    <Toolbar>
      <NativeSelect
        size="xs"
        label={t('maps:destinations.plant')}
        value={String(draft.peerId)}
        data={plants.map((plant) => ({ value: String(plant.peerId), label: getPlantLabel(plant) }))}
        onChange={({ currentTarget: { value } }) => onDraft({ ...draft, peerId: Number(value), origin: null })}
      />
      <OriginField {...props} />
      <ToolbarGroup>
        <Segmented
          label={t('maps:destinations.window')}
          size="sm"
          value={matchWindowLength(draft)}
          options={(['h1', 'h6', 'd1', 'd7'] as const).map((id) => ({
            id,
            label: t(`maps:destinations.windows.${id}`),
          }))}
          onChange={(id) => {
            const end = now();
            onDraft({ ...draft, start: shiftMs(end, -WINDOW_LENGTHS_MS[id]), end });
          }}
        />
      </ToolbarGroup>
      <NumberInput
        size="xs"
        className={styles.within}
        label={t('maps:destinations.within')}
        min={5}
        max={1_440}
        clampBehavior="strict"
        allowDecimal={false}
        suffix={` ${t('maps:track.gapUnit')}`}
        value={draft.withinMinutes}
        onChange={(value) => {
          if (typeof value === 'number' && value >= 5) onDraft({ ...draft, withinMinutes: value });
        }}
      />
    </Toolbar>
  );
}

function OriginField({ draft, onDraft, gates, zones }: Props): ReactElement {
  const t = useT();
  const { origin } = draft;
  return (
    <NativeSelect
      size="xs"
      label={t('maps:destinations.origin')}
      value={origin === null ? '' : `${origin.kind}:${origin.id}`}
      data={[
        { value: '', label: t('maps:destinations.noOrigin') },
        {
          group: t('maps:destinations.zones'),
          items: zones.map(({ zone }) => ({ value: `zone:${zone.id}`, label: zone.nome })),
        },
        {
          group: t('maps:destinations.gates'),
          items: gates
            .filter(({ gate }) => gate.enabled_for_user)
            .map(({ gate }) => ({ value: `gate:${gate.id}`, label: gate.fullname })),
        },
      ]}
      onChange={({ currentTarget: { value } }) => {
        const [kind, id] = value.split(':');
        onDraft({
          ...draft,
          origin: value === '' ? null : { kind: kind === 'zone' ? 'zone' : 'gate', id: Number(id) },
        });
      }}
    />
  );
}
