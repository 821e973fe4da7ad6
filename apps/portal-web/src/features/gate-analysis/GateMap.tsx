import { computeBounds, type Position } from '@varco/domain/maps/geo.ts';
import { GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import type { MapColours } from '@varco/ui/map/map-colours.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { toMapData, type MapOverlay, type OverlayLayer, createPoint } from '@varco/ui/map/overlay.ts';
import { type ReactElement, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { buildGateOverlay, type PlantGate } from '../../widgets/map/gate-overlay.ts';
import { BaseMapCanvas } from '../../widgets/map/BaseMap.tsx';
import { type GateRef, indexGates, gateRefKey, getGatePosition, parseGateRefKey } from './analysis-plants.ts';

const markedGateLayers = (colours: MapColours): readonly OverlayLayer[] => [
  {
    id: 'ring',
    type: 'circle',
    paint: {
      'circle-radius': 15,
      'circle-opacity': 0,
      'circle-stroke-color': colours.accent,
      'circle-stroke-width': 4,
    },
  },
  {
    id: 'mark',
    type: 'symbol',
    layout: {
      'text-field': ['get', 'mark'],
      'text-font': ['IBM Plex Sans'],
      'text-size': 13,
      'text-offset': [0, -1.9],
      'text-allow-overlap': true,
    },
    paint: { 'text-color': colours.ink, 'text-halo-color': colours.land, 'text-halo-width': 2 },
  },
];

/** A selected gate and the label above it: its position in the order, or the numbers of its events. */
export interface MarkedGate {
  readonly gateRef: GateRef;
  readonly label: string;
}

function buildMarkedGateOverlay(marked: readonly MarkedGate[], gates: readonly PlantGate[]): MapOverlay {
  const byKey = indexGates(gates);
  const marks = new Map<string, string[]>();
  for (const { gateRef: ref, label: mark } of marked)
    marks.set(gateRefKey(ref), [...(marks.get(gateRefKey(ref)) ?? []), mark]);
  const points = [...marks].flatMap(([key, texts]) => {
    const at = getGatePosition(byKey.get(key));
    return at === null ? [] : [createPoint(at, { mark: [...new Set(texts)].join(' · ') })];
  });
  return { id: 'chosen', data: toMapData(points), layers: markedGateLayers };
}

/** Gates of all plants on a map; clicking a gate adds it. The list beside it offers the same by keyboard. */
export function GateMap(props: {
  gates: readonly PlantGate[];
  marked: readonly MarkedGate[];
  onPick: (gate: GateRef) => void;
}): ReactElement {
  const t = useT();
  const { gates, marked, onPick } = props;
  const [map, setMap] = useState<MapHandle | null>(null);
  const overlays = useMemo(
    () => [buildGateOverlay(gates, { cluster: null }), buildMarkedGateOverlay(marked, gates)],
    [gates, marked],
  );
  const fit = (): void => {
    const places = gates.flatMap((gate): Position[] => {
      const at = getGatePosition(gate);
      return at === null ? [] : [at];
    });
    const bounds = computeBounds(places);
    if (bounds !== null) map?.fit(bounds);
  };
  const show = useEffectEvent(fit);
  const hasGates = gates.length > 0;
  useEffect(() => {
    if (map !== null && hasGates) show();
  }, [map, hasGates]);
  return (
    <BaseMapCanvas
      label={t('gateAnalysis:mapLabel')}
      overlays={overlays}
      images={GATE_IMAGES}
      onReady={setMap}
      onFit={fit}
      onPick={(pick) => {
        if (pick?.overlay === 'gates') onPick(parseGateRefKey(pick.key));
      }}
    />
  );
}
