import { arcBetween } from '@varco/domain/maps/geo.ts';
import { stopsOf } from '@varco/domain/maps/track.ts';
import type { MapColours } from '@varco/ui/map/map-colours.ts';
import {
  lineAlong,
  mapData,
  type MapFeature,
  type MapOverlay,
  type OverlayLayer,
  pointAt,
} from '@varco/ui/map/overlay.ts';
import type { Roads } from '../../lib/map/use-roads.ts';
import { pairKey, type ShownTrack } from './use-track.ts';

/** Routes take turns in five looks: colour, dash and width (design 11). */
export const ROUTE_LOOKS = 5;
export const lookOfRoute = (route: number): number => (route % ROUTE_LOOKS) + 1;

const DASHES: Readonly<Record<number, { readonly width: number; readonly dash?: number[] }>> = {
  1: { width: 4.5 },
  2: { width: 3.5, dash: [0.1, 2] },
  3: { width: 3.5, dash: [3, 2] },
  4: { width: 3 },
  5: { width: 3.5, dash: [4, 2, 0.1, 2] },
};
const LOOKS = [1, 2, 3, 4, 5] as const;
const FONT = ['IBM Plex Sans'];

function linkFeatures(track: ShownTrack, roads: Roads): MapFeature[] {
  return track.links.flatMap(({ from, to, group }) => {
    const [a, b] = [track.points[from], track.points[to]];
    if (a?.coordinates == null || b?.coordinates == null) return [];
    const line = roads.byPair.get(pairKey(a, b))?.line ?? arcBetween(a.coordinates, b.coordinates);
    const isImpossible = track.rows[to]?.speed?.isImpossible === true;
    return [lineAlong(line, { look: lookOfRoute(group), impossible: isImpossible })];
  });
}

/** Numbers of the transits at one gate: the first two, and how many more. */
function stackedNumbers(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 2).join(' · ');
  return numbers.length > 2 ? `${shown} +${numbers.length - 2}` : shown;
}

const stopFeatures = (track: ShownTrack): MapFeature[] =>
  stopsOf(track.points).map(({ gateKey, coordinates, points }) =>
    pointAt(coordinates, {
      key: gateKey,
      label: stackedNumbers(points.map((index) => index + 1)),
      look: lookOfRoute(track.points[points.at(-1) ?? 0]?.rangeGroup ?? 0),
    }),
  );

const routeColours = (colours: MapColours): readonly string[] => [
  colours.route1,
  colours.route2,
  colours.route3,
  colours.route4,
  colours.route5,
];

function linkLayers(colours: MapColours): readonly OverlayLayer[] {
  const routes = routeColours(colours);
  return [
    {
      id: 'casing',
      type: 'line',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colours.land, 'line-width': 7, 'line-opacity': 0.9 },
    },
    {
      id: 'impossible',
      type: 'line',
      filter: ['==', ['get', 'impossible'], true],
      paint: { 'line-color': colours.alarm, 'line-width': 9, 'line-opacity': 0.35 },
    },
    ...LOOKS.map((look): OverlayLayer => {
      const { width, dash } = DASHES[look] ?? { width: 3 };
      return {
        id: `route-${look}`,
        type: 'line',
        filter: ['==', ['get', 'look'], look],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: {
          'line-color': routes[look - 1] ?? colours.route1,
          'line-width': width,
          ...(dash === undefined ? {} : { 'line-dasharray': dash }),
        },
      };
    }),
    {
      id: 'arrows',
      type: 'symbol',
      layout: {
        'symbol-placement': 'line-center',
        'icon-image': ['concat', 'arrow-route', ['to-string', ['get', 'look']]],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'icon-rotation-alignment': 'map',
      },
    },
  ];
}

function stopLayers(colours: MapColours): readonly OverlayLayer[] {
  const [one = '', two = '', three = '', four = '', five = ''] = routeColours(colours);
  return [
    {
      id: 'disc',
      type: 'circle',
      paint: {
        'circle-radius': 10.5,
        'circle-color': ['match', ['get', 'look'], 1, one, 2, two, 3, three, 4, four, five],
        'circle-stroke-color': colours.surface,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'numbers',
      type: 'symbol',
      layout: {
        'text-field': ['get', 'label'],
        'text-font': FONT,
        'text-size': 12,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': colours.surface },
    },
  ];
}

const currentLayers = (colours: MapColours): readonly OverlayLayer[] => [
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

/** The transit looked at. */
export function currentOverlay(track: ShownTrack, at: number): MapOverlay {
  const current = track.points[at]?.coordinates ?? null;
  return { id: 'current', data: mapData(current === null ? [] : [pointAt(current, {})]), layers: currentLayers };
}

/** Lines and stops. */
export function trackOverlays(track: ShownTrack, roads: Roads): readonly MapOverlay[] {
  return [
    { id: 'links', data: mapData(linkFeatures(track, roads)), layers: linkLayers },
    { id: 'stops', data: mapData(stopFeatures(track)), layers: stopLayers, isPickable: true },
  ];
}
