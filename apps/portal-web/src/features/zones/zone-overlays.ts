import { type Position, toPosition } from '@varco/domain/maps/geo.ts';
import type { MapColours } from '@varco/ui/map/map-colours.ts';
import {
  createArea,
  createLine,
  toMapData,
  type MapFeature,
  type MapOverlay,
  type OverlayLayer,
  createPoint,
} from '@varco/ui/map/overlay.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import type { PlantZone } from '../../widgets/map/zones.api.ts';
import type { ZoneDraft } from './zone-draft.ts';

export const zoneKey = ({ peerId, zone }: PlantZone): string => `${peerId}:${zone.id}`;

const zoneColourExpression = (colours: MapColours) =>
  [
    'match',
    ['get', 'colour'],
    1,
    colours.route1,
    2,
    colours.route2,
    3,
    colours.route3,
    4,
    colours.route4,
    colours.route5,
  ] as never;

const zoneLayers = (colours: MapColours): readonly OverlayLayer[] => [
  { id: 'fill', type: 'fill', paint: { 'fill-color': zoneColourExpression(colours), 'fill-opacity': 0.18 } },
  {
    id: 'edge',
    type: 'line',
    paint: { 'line-color': zoneColourExpression(colours), 'line-width': ['case', ['get', 'chosen'], 4, 2] },
  },
  {
    id: 'name',
    type: 'symbol',
    layout: { 'text-field': ['get', 'name'], 'text-font': ['IBM Plex Sans'], 'text-size': 13 },
    paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 2 },
  },
];

const draftLayers = (colours: MapColours): readonly OverlayLayer[] => [
  { id: 'line', type: 'line', paint: { 'line-color': colours.accent, 'line-width': 3, 'line-dasharray': [2, 1.5] } },
];

const cornerLayers = (colours: MapColours): readonly OverlayLayer[] => [
  {
    id: 'disc',
    type: 'circle',
    paint: {
      'circle-radius': 9,
      'circle-color': colours.surface,
      'circle-stroke-color': colours.accent,
      'circle-stroke-width': 3,
    },
  },
  {
    id: 'number',
    type: 'symbol',
    layout: {
      'text-field': ['get', 'key'],
      'text-font': ['IBM Plex Sans'],
      'text-size': 11,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': colours.ink },
  },
];

/** Zones without corners have no area and are visible only by their gates. */
const buildZoneFeatures = (one: PlantZone, chosenKey: string | null): MapFeature[] =>
  one.zone.vertici.length < 3
    ? []
    : [
        createArea(one.zone.vertici, {
          key: zoneKey(one),
          name: one.zone.nome,
          colour: one.zone.colore,
          chosen: zoneKey(one) === chosenKey,
        }),
      ];

/** Overlays of the saved zones, and of the one being drawn. */
export function buildZoneOverlays(
  zones: readonly PlantZone[],
  chosenKey: string | null,
  draft: ZoneDraft | null,
): readonly MapOverlay[] {
  const corners = draft?.corners ?? [];
  const [first] = corners;
  const hidden = draft?.before == null ? null : `${draft.peerId}:${draft.before.id}`;
  const saved = zones.filter((one) => zoneKey(one) !== hidden);
  return [
    {
      id: 'zones',
      data: toMapData(saved.flatMap((one) => buildZoneFeatures(one, chosenKey))),
      layers: zoneLayers,
      isPickable: draft === null,
    },
    {
      id: 'draft',
      data: toMapData(first === undefined || corners.length < 2 ? [] : [createLine([...corners, first], {})]),
      layers: draftLayers,
    },
    {
      id: 'corners',
      data: toMapData(corners.map((corner, index) => createPoint(corner, { key: String(index + 1) }))),
      layers: cornerLayers,
      isDraggable: true,
      isPickable: true,
    },
  ];
}

/** Positions that a map must contain to show the whole zone. */
export const listZonePositions = ({ peerId, zone }: PlantZone, gates: readonly PlantGate[]): readonly Position[] => [
  ...zone.vertici.map(([lon, lat]): Position => [lon, lat]),
  ...gates.flatMap(({ peerId: of, gate }): Position[] => {
    const at = of === peerId && zone.varchi.includes(gate.id) ? toPosition(gate) : null;
    return at === null ? [] : [at];
  }),
];
