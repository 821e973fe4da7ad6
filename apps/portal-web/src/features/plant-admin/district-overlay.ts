import { positionOf } from '@varco/domain/maps/geo.ts';
import type { MapColours } from '@varco/ui/map/map-colours.ts';
import { mapData, type MapOverlay, type OverlayLayer, pointAt } from '@varco/ui/map/overlay.ts';
import { keyOfGate, type PlantGate } from '../../widgets/map/gate-overlay.ts';

const layers = (colours: MapColours): readonly OverlayLayer[] => [
  {
    id: 'ring',
    type: 'circle',
    paint: {
      'circle-radius': 14,
      'circle-color': colours.accent,
      'circle-opacity': 0.25,
      'circle-stroke-color': colours.accent,
      'circle-stroke-width': 3,
    },
  },
];

/** Map overlay with a ring around each gate of a district. */
export const chosenOverlay = (gates: readonly PlantGate[], chosen: readonly number[]): MapOverlay => ({
  id: 'chosen',
  data: mapData(
    gates.flatMap((one) => {
      const at = chosen.includes(one.gate.id) ? positionOf(one.gate) : null;
      return at === null ? [] : [pointAt(at, { key: keyOfGate(one) })];
    }),
  ),
  layers,
  isPickable: false,
  cluster: null,
});
