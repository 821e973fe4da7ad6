import type { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapColours } from './map-colours.ts';

/** Base map. `own-plain` is the built-in one without roads and small towns. */
export interface MapBase {
  readonly kind: 'own' | 'own-plain' | 'style' | 'pmtiles' | 'raster';
  /** Absolute address, or a path of this origin; empty for the built-in map. */
  readonly url: string;
}

const OWN_ARCHIVE = '/map/italy.pmtiles';
/** Zoom levels of the archive, which `tools/map` builds. */
const OWN_ZOOM = { least: 0, most: 9 };
/** Glyphs are rendered by the browser from the page's font, without glyph files. */
const FONT = ['IBM Plex Sans'];
/** The built-in roads are schematic and are hidden beyond this zoom, where they would be misleading. */
const SCHEMATIC_TO = 10;

type Grow = readonly [number, number, number, number];
const grow = ([from, least, to, most]: Grow): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  from,
  least,
  to,
  most,
];

const line = (
  id: string,
  layer: string,
  paint: { color: string; width: Grow; dash?: number[] },
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
      'line-width': grow(paint.width),
      ...(paint.dash === undefined ? {} : { 'line-dasharray': paint.dash }),
    },
    ...more,
  }) as LayerSpecification;

const names = (id: string, colours: MapColours, size: Grow, more: object): LayerSpecification =>
  ({
    id,
    type: 'symbol',
    source: 'base',
    'source-layer': 'places',
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': grow(size),
      'text-padding': 4,
      'symbol-sort-key': ['-', 0, ['get', 'pop']],
    },
    paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.5 },
    ...more,
  }) as LayerSpecification;

function ground(colours: MapColours): readonly LayerSpecification[] {
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
    fill('abroad', 'countries', colours.abroad),
    fill('land', 'provinces', colours.land),
    line('provinces', 'provLines', { color: colours.border, width: [5, 0.5, 10, 1.4], dash: [3, 2] }, { minzoom: 5.5 }),
    line('regions', 'regLines', { color: colours.region, width: [4, 0.8, 10, 2] }),
  ];
}

const fill = (id: string, layer: string, colour: string): LayerSpecification => ({
  id,
  type: 'fill',
  source: 'base',
  'source-layer': layer,
  paint: { 'fill-color': colour },
});

function roads(colours: MapColours): readonly LayerSpecification[] {
  const only = (kind: string, minzoom: number) => ({
    filter: ['==', ['get', 'kind'], kind],
    minzoom,
    maxzoom: SCHEMATIC_TO,
  });
  return [
    line('trunk-edge', 'roads', { color: colours.roadEdge, width: [5, 1, 10, 4] }, only('trunk', 6)),
    line('trunk', 'roads', { color: colours.road, width: [5, 0.6, 10, 2.6] }, only('trunk', 6)),
    line('motorway-edge', 'roads', { color: colours.highwayEdge, width: [5, 1.2, 10, 5] }, only('motorway', 4.8)),
    line('motorway', 'roads', { color: colours.highway, width: [5, 0.7, 10, 3.4] }, only('motorway', 4.8)),
    {
      id: 'road-names',
      type: 'symbol',
      source: 'base',
      'source-layer': 'roads',
      minzoom: 6.5,
      maxzoom: SCHEMATIC_TO,
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

function ownLayers(colours: MapColours, isPlain: boolean): LayerSpecification[] {
  const big = names('cities', colours, [5, 11, 10, 17], { minzoom: 4, filter: ['<=', ['get', 'rank'], 1] });
  const middle = { minzoom: 6.2, filter: ['in', ['get', 'rank'], ['literal', [2, 3]]] };
  const small = { minzoom: 8.5, filter: ['>=', ['get', 'rank'], 4] };
  if (isPlain) return [...ground(colours), big];
  return [
    ...ground(colours),
    ...roads(colours),
    names('villages', colours, [8, 10, 12, 12], small),
    names('towns', colours, [6, 10, 10, 14], middle),
    big,
  ];
}

/** The library reads the zoom range and layers from the archive before the first tile. */
const archive = (url: string): SourceSpecification => ({ type: 'vector', url: `pmtiles://${url}` });

/** The zoom range of the built-in archive is known, so nothing is requested before the tiles. */
const ownArchive = (origin: string): SourceSpecification => ({
  type: 'vector',
  tiles: [`pmtiles://${origin}${OWN_ARCHIVE}/{z}/{x}/{y}`],
  minzoom: OWN_ZOOM.least,
  maxzoom: OWN_ZOOM.most,
});

/**
 * Map style of a base map, or its address if it has one.
 * @param origin of this page, which serves the built-in archive
 */
export function styleOf(base: MapBase, colours: MapColours, origin: string): StyleSpecification | string {
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
    sources: { base: kind === 'pmtiles' ? archive(address) : ownArchive(origin) },
    layers: ownLayers(colours, kind === 'own-plain'),
  };
}
