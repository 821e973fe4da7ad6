import type { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapColours } from './map-colours.ts';

/** Base map. `own-plain` is the built-in one without roads and small towns. */
export interface MapBase {
  readonly kind: 'own' | 'own-plain' | 'style' | 'pmtiles' | 'raster';
  /** Absolute address, or a path of this origin; empty for the built-in map. */
  readonly url: string;
}

const BUILT_IN_ARCHIVE = '/map/italy.pmtiles';
/** Zoom levels of the archive, which `tools/map` builds. */
const BUILT_IN_ZOOM = { min: 0, max: 9 };
/** Glyphs are rendered by the browser from the page's font, without glyph files. */
const FONT = ['IBM Plex Sans'];
/** The built-in roads are schematic and are hidden beyond this zoom, where they would be misleading. */
const MAX_ROAD_ZOOM = 10;

type ZoomRange = readonly [number, number, number, number];
const interpolateByZoom = ([from, minZoom, to, maxZoom]: ZoomRange): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  from,
  minZoom,
  to,
  maxZoom,
];

const createLineLayer = (
  id: string,
  layer: string,
  paint: { color: string; width: ZoomRange; dash?: number[] },
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
      'line-width': interpolateByZoom(paint.width),
      ...(paint.dash === undefined ? {} : { 'line-dasharray': paint.dash }),
    },
    ...more,
  }) as LayerSpecification;

const createNameLayer = (id: string, colours: MapColours, size: ZoomRange, more: object): LayerSpecification =>
  ({
    id,
    type: 'symbol',
    source: 'base',
    'source-layer': 'places',
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': interpolateByZoom(size),
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
      { color: colours.border, width: [5, 0.5, 10, 1.4], dash: [3, 2] },
      { minzoom: 5.5 },
    ),
    createLineLayer('regions', 'regLines', { color: colours.region, width: [4, 0.8, 10, 2] }),
  ];
}

const createFillLayer = (id: string, layer: string, colour: string): LayerSpecification => ({
  id,
  type: 'fill',
  source: 'base',
  'source-layer': layer,
  paint: { 'fill-color': colour },
});

function buildRoadLayers(colours: MapColours): readonly LayerSpecification[] {
  const only = (kind: string, minzoom: number) => ({
    filter: ['==', ['get', 'kind'], kind],
    minzoom,
    maxzoom: MAX_ROAD_ZOOM,
  });
  return [
    createLineLayer('trunk-edge', 'roads', { color: colours.roadEdge, width: [5, 1, 10, 4] }, only('trunk', 6)),
    createLineLayer('trunk', 'roads', { color: colours.road, width: [5, 0.6, 10, 2.6] }, only('trunk', 6)),
    createLineLayer(
      'motorway-edge',
      'roads',
      { color: colours.highwayEdge, width: [5, 1.2, 10, 5] },
      only('motorway', 4.8),
    ),
    createLineLayer('motorway', 'roads', { color: colours.highway, width: [5, 0.7, 10, 3.4] }, only('motorway', 4.8)),
    {
      id: 'road-names',
      type: 'symbol',
      source: 'base',
      'source-layer': 'roads',
      minzoom: 6.5,
      maxzoom: MAX_ROAD_ZOOM,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 260,
        'text-field': ['get', 'ref'],
        'text-font': FONT,
        'text-size': 10,
        'text-rotation-alignment': 'viewport',
      },
      paint: { 'text-color': colours.text, 'text-halo-color': colours.highway, 'text-halo-width': 3 },
    },
  ];
}

function buildBuiltInLayers(colours: MapColours, isPlain: boolean): LayerSpecification[] {
  const big = createNameLayer('cities', colours, [5, 11, 10, 17], { minzoom: 4, filter: ['<=', ['get', 'rank'], 1] });
  const middle = { minzoom: 6.2, filter: ['in', ['get', 'rank'], ['literal', [2, 3]]] };
  const small = { minzoom: 8.5, filter: ['>=', ['get', 'rank'], 4] };
  if (isPlain) return [...buildGroundLayers(colours), big];
  return [
    ...buildGroundLayers(colours),
    ...buildRoadLayers(colours),
    createNameLayer('villages', colours, [8, 10, 12, 12], small),
    createNameLayer('towns', colours, [6, 10, 10, 14], middle),
    big,
  ];
}

/** The library reads the zoom range and layers from the archive before the first tile. */
const createArchiveSource = (url: string): SourceSpecification => ({ type: 'vector', url: `pmtiles://${url}` });

/** The zoom range of the built-in archive is known, so nothing is requested before the tiles. */
const createBuiltInSource = (origin: string): SourceSpecification => ({
  type: 'vector',
  tiles: [`pmtiles://${origin}${BUILT_IN_ARCHIVE}/{z}/{x}/{y}`],
  minzoom: BUILT_IN_ZOOM.min,
  maxzoom: BUILT_IN_ZOOM.max,
});

/**
 * Map style of a base map, or its address if it has one.
 * @param origin of this page, which serves the built-in archive
 */
export function buildBaseStyle(base: MapBase, colours: MapColours, origin: string): StyleSpecification | string {
  const { kind } = base;
  const address = base.url.startsWith('/') ? `${origin}${base.url}` : base.url;
  if (kind === 'style') return address;
  if (kind === 'raster')
    return {
      version: 8,
      sources: { base: { type: 'raster', tiles: [address], tileSize: 256 } },
      layers: [
        { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
        { id: 'tiles', type: 'raster', source: 'base' },
      ],
    };
  return {
    version: 8,
    sources: { base: kind === 'pmtiles' ? createArchiveSource(address) : createBuiltInSource(origin) },
    layers: buildBuiltInLayers(colours, kind === 'own-plain'),
  };
}
