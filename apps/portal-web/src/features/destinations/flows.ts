import { buildArc, computeDistanceM, toPosition, type Position } from '@varco/domain/maps/geo.ts';
import { estimateDriveSeconds } from '@varco/domain/maps/road-route.ts';
import type { MapColours } from '@varco/ui/map/map-colours.ts';
import { createLine, toMapData, type MapOverlay, type OverlayLayer, createPoint } from '@varco/ui/map/overlay.ts';
import type { RoadPair, Roads } from '../../lib/map/use-roads.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import type { DestinationResult } from './destinations.api.ts';

/** `next`: where vehicles went; `from`: where they came from. */
export type FlowDirection = 'next' | 'from';

/** One row of the ranked table. */
export interface Flow {
  readonly gateId: number;
  readonly name: string;
  readonly count: number;
  /** Share of the passages counted, 0 to 1. */
  readonly share: number;
  readonly medianS: number;
  /** Expected driving time in seconds; null: one of the gates has no position. */
  readonly expectedS: number | null;
  /** True: time from the road service; false: from distance and an assumed speed. */
  readonly isByRoad: boolean;
  readonly position: Position | null;
}

/** Centre of the origin's gates; null when none has a position. */
export function computeCentre(gates: readonly PlantGate[]): Position | null {
  const places = gates.flatMap(({ gate }): Position[] => {
    const at = toPosition(gate);
    return at === null ? [] : [at];
  });
  if (places.length === 0) return null;
  const mean = (axis: 0 | 1): number => places.reduce((sum, at) => sum + at[axis], 0) / places.length;
  return [mean(0), mean(1)];
}

const pairKey = (gateId: number, side: FlowDirection): string => `${side}:${gateId}`;

/** Routes whose driving time is needed, in driving direction. */
export function buildRoadPairs(
  answer: DestinationResult | undefined,
  side: FlowDirection,
  origin: Position | null,
  gates: readonly PlantGate[],
): readonly RoadPair[] {
  if (answer === undefined || origin === null) return [];
  return (side === 'next' ? answer.verso : answer.da).objects.flatMap(({ varco_id: id }): RoadPair[] => {
    const at = findGatePosition(id, gates);
    if (at === null) return [];
    const key = pairKey(id, side);
    return [side === 'next' ? { key, from: origin, to: at } : { key, from: at, to: origin }];
  });
}

function findGatePosition(id: number, gates: readonly PlantGate[]): Position | null {
  const found = gates.find(({ gate }) => gate.id === id);
  return found === undefined ? null : toPosition(found.gate);
}

/** Rows of the ranked table for one direction. */
export function buildFlows(
  answer: DestinationResult,
  side: FlowDirection,
  {
    origin,
    gates,
    roads,
  }: { readonly origin: Position | null; readonly gates: readonly PlantGate[]; readonly roads: Roads },
): readonly Flow[] {
  return (side === 'next' ? answer.verso : answer.da).objects.map(({ varco_id: id, varco, n, mediana_s: medianS }) => {
    const at = findGatePosition(id, gates);
    const road = roads.byPair.get(pairKey(id, side));
    const straight = origin === null || at === null ? null : estimateDriveSeconds(computeDistanceM(origin, at));
    return {
      gateId: id,
      name: varco,
      count: n,
      share: answer.passaggi === 0 ? 0 : n / answer.passaggi,
      medianS,
      expectedS: road?.durationS ?? straight,
      isByRoad: road !== undefined,
      position: at,
    };
  });
}

const arcLayers = (colours: MapColours): readonly OverlayLayer[] => [
  {
    id: 'casing',
    type: 'line',
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': colours.land, 'line-width': ['+', ['get', 'width'], 3] },
  },
  {
    id: 'line',
    type: 'line',
    layout: { 'line-cap': 'round' },
    paint: {
      'line-color': ['case', ['get', 'chosen'], colours.route3, colours.accent],
      'line-width': ['get', 'width'],
      'line-opacity': 0.85,
    },
  },
  {
    id: 'arrow',
    type: 'symbol',
    layout: {
      'symbol-placement': 'line-center',
      'icon-image': 'arrow-ink',
      'icon-allow-overlap': true,
      'icon-rotation-alignment': 'map',
    },
  },
  {
    id: 'count',
    type: 'symbol',
    layout: {
      'symbol-placement': 'line-center',
      'text-field': ['get', 'count'],
      'text-font': ['IBM Plex Sans'],
      'text-size': 12,
      'text-offset': [0, -1.1],
    },
    paint: { 'text-color': colours.ink, 'text-halo-color': colours.land, 'text-halo-width': 2 },
  },
];

const originLayers = (colours: MapColours): readonly OverlayLayer[] => [
  {
    id: 'disc',
    type: 'circle',
    paint: {
      'circle-radius': 16,
      'circle-color': colours.accent,
      'circle-opacity': 0.3,
      'circle-stroke-color': colours.accent,
      'circle-stroke-width': 3,
    },
  },
];

const MAX_LINE_WIDTH = 13;

/** Map arcs; their width is proportional to the count, the largest being `MAX_LINE_WIDTH`. */
export function buildFlowOverlays(
  flows: readonly Flow[],
  side: FlowDirection,
  origin: Position | null,
  chosen: number | null,
): readonly MapOverlay[] {
  const most = Math.max(1, ...flows.map(({ count }) => count));
  const arcs = flows.flatMap(({ position: at, count, gateId }) => {
    if (at === null || origin === null) return [];
    const line = side === 'next' ? buildArc(origin, at) : buildArc(at, origin);
    const width = 2 + (MAX_LINE_WIDTH - 2) * Math.sqrt(count / most);
    return [createLine(line, { key: String(gateId), width, count: String(count), chosen: gateId === chosen })];
  });
  return [
    { id: 'flows', data: toMapData(arcs), layers: arcLayers, isPickable: true },
    { id: 'origin', data: toMapData(origin === null ? [] : [createPoint(origin, {})]), layers: originLayers },
  ];
}
