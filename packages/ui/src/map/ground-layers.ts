import type { LayerSpecification } from 'maplibre-gl';
import type { MapColours } from './map-colours.ts';
import { interpolateZoom, MAP_FONT, type ZoomStop } from './style-parts.ts';

/**
 * The built-in roads are schematic and are hidden beyond this zoom, where they would be misleading, and earlier where an
 * archive has the real ones.
 */
const MAX_ROAD_ZOOM = { alone: 10, withStreets: 8.5 } as const;

/** Zoom from which the streets of an archive replace the built-in roads. */
export const MIN_STREET_ZOOM = MAX_ROAD_ZOOM.withStreets;

const createLineLayer = (
  id: string,
  layer: string,
  paint: { color: string; width: readonly ZoomStop[]; dash?: number[] },
  more: object = {},
): LayerSpecification =>
  ({
    id,
    type: 'line',
    source: 'base',
    'source-layer': layer,
    layout: { 'line-join': 'round', 'line-cap': paint.dash === undefined ? 'round' : 'butt' },
    paint: {
      'line-color': paint.color,
      'line-width': interpolateZoom(paint.width),
      ...(paint.dash === undefined ? {} : { 'line-dasharray': paint.dash }),
    },
    ...more,
  }) as LayerSpecification;

const createNameLayer = (
  id: string,
  colours: MapColours,
  size: readonly ZoomStop[],
  more: object,
): LayerSpecification =>
  ({
    id,
    type: 'symbol',
    source: 'base',
    'source-layer': 'places',
    layout: {
      'text-field': ['get', 'name'],
      'text-font': MAP_FONT,
      'text-size': interpolateZoom(size),
      'text-padding': 4,
      'symbol-sort-key': ['-', 0, ['get', 'pop']],
    },
    paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.5 },
    ...more,
  }) as LayerSpecification;

function buildGroundLayers(colours: MapColours): readonly LayerSpecification[] {
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
    createFillLayer('abroad', 'countries', colours.abroad),
    createFillLayer('land', 'provinces', colours.land),
    createLineLayer(
      'provinces',
      'provLines',
      {
        color: colours.border,
        width: [
          [5, 0.5],
          [10, 1.4],
        ],
        dash: [3, 2],
      },
      { minzoom: 5.5 },
    ),
    createLineLayer('regions', 'regLines', {
      color: colours.region,
      width: [
        [4, 0.8],
        [10, 2],
      ],
    }),
  ];
}

const createFillLayer = (id: string, layer: string, colour: string): LayerSpecification => ({
  id,
  type: 'fill',
  source: 'base',
  'source-layer': layer,
  paint: { 'fill-color': colour },
});

const createRoadNames = (colours: MapColours, maxzoom: number): LayerSpecification => ({
  id: 'road-names',
  type: 'symbol',
  source: 'base',
  'source-layer': 'roads',
  minzoom: 6.5,
  maxzoom,
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 260,
    'text-field': ['get', 'ref'],
    'text-font': MAP_FONT,
    'text-size': 10,
    'text-rotation-alignment': 'viewport',
  },
  paint: { 'text-color': colours.text, 'text-halo-color': colours.highway, 'text-halo-width': 3 },
});

function buildRoadLayers(colours: MapColours, maxzoom: number): readonly LayerSpecification[] {
  const only = (kind: string, minzoom: number) => ({
    filter: ['==', ['get', 'kind'], kind],
    minzoom,
    maxzoom,
  });
  return [
    createLineLayer(
      'trunk-edge',
      'roads',
      {
        color: colours.roadEdge,
        width: [
          [5, 1],
          [10, 4],
        ],
      },
      only('trunk', 6),
    ),
    createLineLayer(
      'trunk',
      'roads',
      {
        color: colours.road,
        width: [
          [5, 0.6],
          [10, 2.6],
        ],
      },
      only('trunk', 6),
    ),
    createLineLayer(
      'motorway-edge',
      'roads',
      {
        color: colours.highwayEdge,
        width: [
          [5, 1.2],
          [10, 5],
        ],
      },
      only('motorway', 4.8),
    ),
    createLineLayer(
      'motorway',
      'roads',
      {
        color: colours.highway,
        width: [
          [5, 0.7],
          [10, 3.4],
        ],
      },
      only('motorway', 4.8),
    ),
    createRoadNames(colours, maxzoom),
  ];
}

/** Land, borders and, unless `isPlain`, schematic roads: what lies below streets. */
export const buildGround = (
  colours: MapColours,
  { isPlain, hasStreets }: GroundOptions,
): readonly LayerSpecification[] => [
  ...buildGroundLayers(colours),
  ...(isPlain ? [] : buildRoadLayers(colours, hasStreets ? MAX_ROAD_ZOOM.withStreets : MAX_ROAD_ZOOM.alone)),
];

interface GroundOptions {
  /** Without roads and small towns. */
  readonly isPlain: boolean;
  readonly hasStreets: boolean;
}

/** Names of towns: what lies above streets. */
export function buildTownNames(colours: MapColours, isPlain: boolean): readonly LayerSpecification[] {
  const big = createNameLayer(
    'cities',
    colours,
    [
      [5, 11],
      [10, 17],
    ],
    { minzoom: 4, filter: ['<=', ['get', 'rank'], 1] },
  );
  const middle = { minzoom: 6.2, filter: ['in', ['get', 'rank'], ['literal', [2, 3]]] };
  const small = { minzoom: 8.5, filter: ['>=', ['get', 'rank'], 4] };
  if (isPlain) return [big];
  return [
    createNameLayer(
      'villages',
      colours,
      [
        [8, 10],
        [12, 12],
      ],
      small,
    ),
    createNameLayer(
      'towns',
      colours,
      [
        [6, 10],
        [10, 14],
      ],
      middle,
    ),
    big,
  ];
}
