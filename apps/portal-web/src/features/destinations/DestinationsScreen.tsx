import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { ARROW_IMAGES, GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { buildGateOverlay } from '../../widgets/map/gate-overlay.ts';
import { useFitOnChange } from '../../widgets/map/fit-map.ts';
import { MapSplit } from '../../widgets/map/MapSplit.tsx';
import { BaseMapCanvas } from '../../widgets/map/BaseMap.tsx';
import { DestinationForm } from './DestinationForm.tsx';
import { DestinationTable } from './DestinationTable.tsx';
import { buildFlowOverlays, type FlowDirection } from './flows.ts';
import { fitFlows, useDestinationMap } from './use-destination-map.ts';

const MAP_IMAGES = [...GATE_IMAGES, ...ARROW_IMAGES];

/** /destination-map (decisions): where vehicles seen at a gate or zone went next and came from. */
export function DestinationsScreen(): ReactElement {
  const t = useT();
  const [side, setSide] = useState<FlowDirection>('next');
  const [chosen, setChosen] = useState<number | null>(null);
  const [map, setMap] = useState<MapHandle | null>(null);
  const { plants, draft, setDraft, gates, zones, asked: requested, middle, roads, flows } = useDestinationMap(side);
  const overlays = useMemo(
    () => [buildGateOverlay(gates, { cluster: null }), ...buildFlowOverlays(flows, side, middle, chosen)],
    [gates, flows, side, middle, chosen],
  );
  const fit = (): void => fitFlows(map, flows, middle, gates);
  useShortcuts({ f: fit });
  useFitOnChange(map, `${draft.peerId} ${gates.length > 0} ${requested.dataUpdatedAt} ${side}`, fit);
  return (
    <ScreenFrame
      label={t('maps:destinations.title')}
      toolbar={<DestinationForm draft={draft} onDraft={setDraft} plants={plants} gates={gates} zones={zones} />}
      body="fill"
    >
      <MapSplit
        map={
          <BaseMapCanvas
            label={t('maps:destinations.mapLabel')}
            overlays={overlays}
            images={MAP_IMAGES}
            onReady={setMap}
            onFit={fit}
            onPick={(pick) => {
              if (pick?.overlay === 'flows') setChosen(Number(pick.key));
              else if (pick?.overlay === 'gates')
                setDraft({ ...draft, origin: { kind: 'gate', id: Number(pick.key.split(':')[1]) } });
            }}
          />
        }
      >
        {draft.origin === null ? (
          <EmptyState icon="route" title={t('maps:destinations.choose')}>
            {t('maps:destinations.chooseText')}
          </EmptyState>
        ) : (
          <DestinationTable
            answer={requested.data}
            error={requested.error}
            flows={flows}
            side={side}
            onSide={setSide}
            chosen={chosen}
            onChoose={setChosen}
            roads={roads}
          />
        )}
      </MapSplit>
    </ScreenFrame>
  );
}
