import type { Gate } from '@varco/contract/plant/gates.ts';
import { GATE_RADIUS_M, getGateMarkerStyle, computePixelsPerMetre } from '@varco/domain/maps/gate-marker.ts';
import { toPosition } from '@varco/domain/maps/geo.ts';
import { buildGateKey } from '@varco/domain/maps/track.ts';
import type { MapColours } from '@varco/ui/map/map-colours.ts';
import { toMapData, type MapFeature, type MapOverlay, type OverlayLayer, createPoint } from '@varco/ui/map/overlay.ts';

/** A gate and the plant it belongs to. */
export interface PlantGate {
  readonly peerId: number;
  readonly gate: Gate;
}

export const buildFeatureId = ({ peerId, gate }: PlantGate): string => buildGateKey(peerId, gate.id);

/** Gates closer than this are clustered, in CSS pixels: two circles of counts with their edges find room side by side. */
const CLUSTER = { radius: 34, maxZoom: 9 } as const;
const FONT = ['IBM Plex Sans'];

function toGateFeature(one: PlantGate): readonly MapFeature[] {
  const at = toPosition(one.gate);
  const look = getGateMarkerStyle(one.gate.stato);
  if (at === null || look === null) return [];
  const metre = computePixelsPerMetre(at[1], 0);
  return [
    createPoint(at, {
      key: buildFeatureId(one),
      look,
      name: one.gate.fullname,
      // Radius in pixels at zoom 0; it doubles with each zoom level.
      radius: GATE_RADIUS_M[look] * metre,
      arrow: ARROWS[one.gate.direction] ?? '',
      // T 4.8: only an online gate may have an air quality badge.
      hasAir: look === 'online' && one.gate.pollution != null,
    }),
  ];
}

/** Symbols for gate direction codes 1 to 4 (T 9): into the city, out of it, approaching, moving away. */
const ARROWS: Readonly<Record<number, string>> = { 1: '⇥', 2: '↤', 3: '↓', 4: '↑' };

const isGate: OverlayLayer['filter' & keyof OverlayLayer] = ['!', ['has', 'point_count']];

const buildColourExpression = (colours: MapColours) =>
  [
    'match',
    ['get', 'look'],
    'error',
    colours.alarm,
    'disabled',
    colours.neutral,
    'noplate',
    colours.warning,
    'sleep',
    colours.info,
    colours.ok,
  ] as never;

/** Layer for the area a gate covers: its radius in metres, visible at close zoom levels. */
const buildCoverageLayer = (colours: MapColours): OverlayLayer => ({
  id: 'ground',
  type: 'circle',
  minzoom: 12.5,
  filter: isGate,
  paint: {
    'circle-radius': [
      'interpolate',
      ['exponential', 2],
      ['zoom'],
      0,
      ['get', 'radius'],
      22,
      ['*', ['get', 'radius'], 2 ** 22],
    ],
    'circle-color': buildColourExpression(colours),
    'circle-opacity': 0.12,
    'circle-stroke-color': buildColourExpression(colours),
    'circle-stroke-opacity': 0.5,
    'circle-stroke-width': 1,
  },
});

const buildClusterLayers = (colours: MapColours): readonly OverlayLayer[] => [
  {
    id: 'bunch',
    type: 'circle',
    filter: ['has', 'point_count'],
    paint: {
      'circle-radius': ['step', ['get', 'point_count'], 13, 20, 16, 100, 20],
      'circle-color': colours.accent,
      'circle-stroke-color': colours.surface,
      'circle-stroke-width': 2,
    },
  },
  {
    id: 'bunch-count',
    type: 'symbol',
    filter: ['has', 'point_count'],
    layout: {
      'text-field': ['get', 'point_count_abbreviated'],
      'text-font': FONT,
      'text-size': 12,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': colours.onAccent },
  },
];

const buildSymbolLayer = (colours: MapColours): OverlayLayer => ({
  id: 'symbol',
  type: 'symbol',
  filter: isGate,
  layout: {
    'icon-image': ['concat', 'gate-', ['get', 'look']],
    'icon-allow-overlap': true,
    'text-field': ['step', ['zoom'], '', 11, ['get', 'arrow'], 13, ['concat', ['get', 'arrow'], ' ', ['get', 'name']]],
    'text-font': FONT,
    'text-size': 11,
    'text-anchor': 'left',
    'text-offset': [1.1, 0],
    'text-optional': true,
  },
  paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.5 },
});

const buildBadgeLayer = (): OverlayLayer => ({
  id: 'air',
  type: 'symbol',
  filter: ['all', isGate, ['==', ['get', 'hasAir'], true]] as never,
  layout: { 'icon-image': 'gate-air', 'icon-allow-overlap': true, 'icon-offset': [9, 9] },
});

const buildLayers = (colours: MapColours): readonly OverlayLayer[] => [
  buildCoverageLayer(colours),
  ...buildClusterLayers(colours),
  buildSymbolLayer(colours),
  buildBadgeLayer(),
];

/** Map overlay of the gates. Gates without a valid position are omitted; they are listed beside the map. */
export const buildGateOverlay = (gates: readonly PlantGate[], more: Partial<MapOverlay> = {}): MapOverlay => ({
  id: 'gates',
  data: toMapData(gates.flatMap(toGateFeature)),
  cluster: CLUSTER,
  layers: buildLayers,
  isPickable: true,
  ...more,
});
