import type { MapColours } from '@varco/ui/map/map-colours.ts';
import type { OverlayLayer } from '@varco/ui/map/overlay.ts';

const ROUTE_STYLES = [1, 2, 3, 4, 5] as const;
const LINE_STYLES: Readonly<
  Record<(typeof ROUTE_STYLES)[number], { readonly width: number; readonly dash?: number[] }>
> = {
  1: { width: 4.5 },
  2: { width: 3.5, dash: [0.1, 2] },
  3: { width: 3.5, dash: [3, 2] },
  4: { width: 3 },
  5: { width: 3.5, dash: [4, 2, 0.1, 2] },
};
const FONT = ['IBM Plex Sans'];
/** From this zoom on, dense lines have separated and are drawn with the usual size. */
const NEAR_ZOOM = 12;
const FAR_ZOOM = 8;

const IS_DENSE = ['get', 'dense'];

/** Size expression: smaller for dense tracks at low zoom. */
const sizeByZoom = (usual: number, dense: number) =>
  [
    'interpolate',
    ['linear'],
    ['zoom'],
    FAR_ZOOM,
    ['case', IS_DENSE, dense, usual],
    NEAR_ZOOM,
    usual,
  ] as unknown as number;

const allOf = (...conditions: readonly unknown[]): OverlayLayer['filter' & keyof OverlayLayer] =>
  ['all', ...conditions] as never;

const listRouteColours = (colours: MapColours): readonly string[] => [
  colours.route1,
  colours.route2,
  colours.route3,
  colours.route4,
  colours.route5,
];

function colourByStyle(colours: MapColours): never {
  const [one, two, three, four, five] = listRouteColours(colours);
  return ['match', ['get', 'look'], 1, one, 2, two, 3, three, 4, four, five] as never;
}

const ROUND_LINES = { 'line-cap': 'round', 'line-join': 'round' } as const;

function buildLineLayers(colours: MapColours): readonly OverlayLayer[] {
  const routes = listRouteColours(colours);
  const casing = { 'line-color': colours.land, 'line-width': 7, 'line-opacity': 0.9 };
  return [
    { id: 'casing', type: 'line', filter: allOf(['has', 'look'], ['!', IS_DENSE]), layout: ROUND_LINES, paint: casing },
    // With thousands of lines the casings alone would hide the map.
    {
      id: 'casing-near',
      type: 'line',
      minzoom: NEAR_ZOOM,
      filter: allOf(['has', 'look'], IS_DENSE),
      layout: ROUND_LINES,
      paint: casing,
    },
    {
      id: 'impossible',
      type: 'line',
      filter: ['==', ['get', 'impossible'], true],
      paint: { 'line-color': colours.alarm, 'line-width': sizeByZoom(9, 4), 'line-opacity': 0.35 },
    },
    ...ROUTE_STYLES.map((look): OverlayLayer => {
      const { width, dash } = LINE_STYLES[look];
      return {
        id: `route-${look}`,
        type: 'line',
        filter: ['==', ['get', 'look'], look],
        layout: ROUND_LINES,
        paint: {
          'line-color': routes[look - 1] ?? colours.route1,
          'line-width': sizeByZoom(width, width / 3),
          ...(dash === undefined ? {} : { 'line-dasharray': dash }),
        },
      };
    }),
  ];
}

/** Arrows are placed as points with a direction; along a line the library would compute each one in every frame. */
const buildArrowLayer = (colours: MapColours, isOfDense: boolean): OverlayLayer => ({
  id: isOfDense ? 'arrows-dense' : 'arrows',
  type: 'symbol',
  filter: allOf(['has', 'arrow'], isOfDense ? IS_DENSE : ['!', IS_DENSE]),
  layout: {
    'icon-image': ['concat', 'arrow-route', ['to-string', ['get', 'arrow']]],
    'icon-rotate': ['get', 'turn'],
    'icon-rotation-alignment': 'map',
    'icon-allow-overlap': !isOfDense,
    'icon-ignore-placement': !isOfDense,
    'text-field': ['get', 'times'],
    'text-font': FONT,
    'text-size': 11,
    'text-anchor': 'left',
    'text-offset': [0.8, 0],
    'text-optional': true,
  },
  paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 2 },
});

/** Layers of the track lines with casings, and of arrows with the number of drives. */
export const buildLinkLayers = (colours: MapColours): readonly OverlayLayer[] => [
  ...buildLineLayers(colours),
  buildArrowLayer(colours, true),
  buildArrowLayer(colours, false),
];

/**
 * Numbers on a mark that grows with them. Where there is no room the newest are shown; of the others the disc below
 * remains, because one number written over another cannot be read.
 */
const buildNumberLayer = (colours: MapColours): OverlayLayer => ({
  id: 'numbers',
  type: 'symbol',
  layout: {
    'icon-image': ['concat', 'number-route', ['to-string', ['get', 'look']]],
    'icon-text-fit': 'width',
    'icon-padding': 0,
    'text-field': ['get', 'label'],
    'text-font': FONT,
    'text-size': 12,
    'text-padding': 0,
    'symbol-sort-key': ['-', 0, ['get', 'newest']],
  },
  paint: { 'text-color': colours.surface },
});

/** Layers of the gates of a track with the numbers of their transits. */
export const buildStopLayers = (colours: MapColours): readonly OverlayLayer[] => [
  {
    id: 'disc',
    type: 'circle',
    layout: { 'circle-sort-key': ['get', 'newest'] },
    paint: {
      'circle-radius': sizeByZoom(10.5, 8),
      'circle-color': colourByStyle(colours),
      'circle-stroke-color': colours.surface,
      'circle-stroke-width': sizeByZoom(2, 1.5),
    },
  },
  buildNumberLayer(colours),
];

/** Layer of the current transit. */
export const buildCurrentLayers = (colours: MapColours): readonly OverlayLayer[] => [
  {
    id: 'halo',
    type: 'circle',
    paint: {
      'circle-radius': 20,
      'circle-color': colours.accent,
      'circle-opacity': 0.25,
      'circle-stroke-color': colours.accent,
      'circle-stroke-width': 2,
    },
  },
];
