import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { MIN_STREET_ZOOM } from './ground-layers.ts';
import type { MapColours } from './map-colours.ts';
import { interpolateZoom, MAP_FONT, type ZoomStop } from './style-parts.ts';

/** How the streets of some kinds are drawn; the kinds are those that `varco map` writes. */
interface StreetClass {
  readonly id: string;
  readonly kinds: readonly string[];
  readonly minZoom: number;
  /** Width in CSS pixels, without the edge. */
  readonly width: readonly ZoomStop[];
  /** Zoom from which the names are written. */
  readonly nameZoom: number;
  readonly isFast: boolean;
}

/** From the least to the most important: what comes later is drawn above. */
const CLASSES: readonly StreetClass[] = [
  {
    id: 'service',
    kinds: ['service'],
    minZoom: 13,
    width: [
      [13, 0.5],
      [15, 1.8],
      [18, 7],
    ],
    nameZoom: 16,
    isFast: false,
  },
  {
    id: 'residential',
    kinds: ['residential'],
    minZoom: 12,
    width: [
      [12, 0.5],
      [13, 1.2],
      [15, 4.5],
      [18, 15],
    ],
    nameZoom: 14.5,
    isFast: false,
  },
  {
    id: 'tertiary',
    kinds: ['tertiary'],
    minZoom: 10,
    width: [
      [10, 0.6],
      [12, 1.6],
      [15, 6.5],
      [18, 19],
    ],
    nameZoom: 13,
    isFast: false,
  },
  {
    id: 'main',
    kinds: ['primary', 'secondary'],
    minZoom: MIN_STREET_ZOOM,
    width: [
      [8, 0.8],
      [12, 2.6],
      [15, 9],
      [18, 23],
    ],
    nameZoom: 12,
    isFast: false,
  },
  {
    id: 'fast',
    kinds: ['motorway', 'trunk'],
    minZoom: MIN_STREET_ZOOM,
    width: [
      [8, 1.4],
      [12, 3.4],
      [15, 10],
      [18, 25],
    ],
    nameZoom: 12.5,
    isFast: true,
  },
];

const EDGE_PX = 1.6;

const isOfKind = (kinds: readonly string[]): ExpressionSpecification => [
  'in',
  ['get', 'kind'],
  ['literal', [...kinds]],
];

const createFill = (id: string, colour: string, minzoom: number): LayerSpecification => ({
  id: `street-${id}`,
  type: 'fill',
  source: 'streets',
  'source-layer': id,
  filter: ['==', ['geometry-type'], 'Polygon'],
  minzoom,
  paint: { 'fill-color': colour },
});

const createLine = (
  id: string,
  { kinds, minZoom }: Pick<StreetClass, 'kinds' | 'minZoom'>,
  paint: { readonly colour: string; readonly width: readonly ZoomStop[]; readonly dash?: number[] },
): LayerSpecification => ({
  id: `street-${id}`,
  type: 'line',
  source: 'streets',
  'source-layer': 'streets',
  filter: isOfKind(kinds),
  minzoom: minZoom,
  layout: { 'line-join': 'round', 'line-cap': paint.dash === undefined ? 'round' : 'butt' },
  paint: {
    'line-color': paint.colour,
    'line-width': interpolateZoom(paint.width),
    ...(paint.dash === undefined ? {} : { 'line-dasharray': paint.dash }),
  },
});

const createEdge = (one: StreetClass, colours: MapColours): LayerSpecification =>
  createLine(`${one.id}-edge`, one, {
    colour: one.isFast ? colours.highwayEdge : colours.roadEdge,
    width: one.width.map(([zoom, width]) => [zoom, width + EDGE_PX]),
  });

const createSurface = (one: StreetClass, colours: MapColours): LayerSpecification =>
  createLine(one.id, one, { colour: one.isFast ? colours.highway : colours.road, width: one.width });

/** The name along the street. Upper layers find room first, so the names of important streets win. */
const createNames = ({ id, kinds, nameZoom }: StreetClass, colours: MapColours): LayerSpecification => ({
  id: `street-${id}-names`,
  type: 'symbol',
  source: 'streets',
  'source-layer': 'streets',
  filter: ['all', isOfKind(kinds), ['has', 'name']],
  minzoom: nameZoom,
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 320,
    'text-field': ['get', 'name'],
    'text-font': MAP_FONT,
    'text-size': interpolateZoom([
      [12, 10],
      [15, 11],
      [18, 14],
    ]),
    'text-max-angle': 30,
    'text-padding': 6,
  },
  paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.6 },
});

/** Numbers of main roads, upright, where names do not yet fit. */
const createNumbers = (colours: MapColours): LayerSpecification => ({
  id: 'street-numbers',
  type: 'symbol',
  source: 'streets',
  'source-layer': 'streets',
  filter: ['all', isOfKind(['motorway', 'trunk', 'primary']), ['has', 'ref']],
  minzoom: 9,
  maxzoom: 15,
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 420,
    'text-field': ['get', 'ref'],
    'text-font': MAP_FONT,
    'text-size': 10,
    'text-rotation-alignment': 'viewport',
    'text-padding': 12,
  },
  paint: { 'text-color': colours.ink, 'text-halo-color': colours.highway, 'text-halo-width': 3 },
});

/** Quarters and hamlets: the names of towns and villages are those of the built-in map. */
const createQuarters = (colours: MapColours): LayerSpecification => ({
  id: 'street-quarters',
  type: 'symbol',
  source: 'streets',
  'source-layer': 'places',
  filter: isOfKind(['suburb', 'quarter', 'neighbourhood', 'hamlet']),
  minzoom: 12.5,
  maxzoom: 16,
  layout: { 'text-field': ['get', 'name'], 'text-font': MAP_FONT, 'text-size': 11, 'text-padding': 8 },
  paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.6 },
});

/** Layers of the archive of streets, from the ground up: green, water, buildings, streets, names. */
export const buildStreetLayers = (colours: MapColours): readonly LayerSpecification[] => [
  createFill('green', colours.green, 9),
  createFill('water', colours.sea, 9),
  {
    id: 'street-rivers',
    type: 'line',
    source: 'streets',
    'source-layer': 'water',
    filter: ['==', ['geometry-type'], 'LineString'],
    minzoom: MIN_STREET_ZOOM,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': colours.sea,
      'line-width': interpolateZoom([
        [8, 0.8],
        [13, 2.5],
        [17, 9],
      ]),
    },
  },
  createFill('buildings', colours.building, 14),
  createLine(
    'paths',
    { kinds: ['path'], minZoom: 14 },
    {
      colour: colours.roadEdge,
      width: [
        [14, 0.7],
        [18, 2.4],
      ],
      dash: [2, 1.5],
    },
  ),
  ...CLASSES.map((one) => createEdge(one, colours)),
  ...CLASSES.map((one) => createSurface(one, colours)),
  ...CLASSES.map((one) => createNames(one, colours)),
  createQuarters(colours),
  createNumbers(colours),
];
