import { toPosition } from '@varco/domain/maps/geo.ts';
import type { MapColours } from '@varco/ui/map/map-colours.ts';
import { toMapData, type MapOverlay, type OverlayLayer, createPoint } from '@varco/ui/map/overlay.ts';
import { buildFeatureId, type PlantGate } from '../../widgets/map/gate-overlay.ts';

const highlightLayers = (colours: MapColours): readonly OverlayLayer[] => [
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
export const buildHighlightOverlay = (gates: readonly PlantGate[], chosen: readonly number[]): MapOverlay => ({
  id: 'chosen',
  data: toMapData(
    gates.flatMap((one) => {
      const at = chosen.includes(one.gate.id) ? toPosition(one.gate) : null;
      return at === null ? [] : [createPoint(at, { key: buildFeatureId(one) })];
    }),
  ),
  layers: highlightLayers,
  isPickable: false,
  cluster: null,
});
