import { buildArc, type Position } from '@varco/domain/maps/geo.ts';
import type { Meeting } from '@varco/domain/maps/meetings.ts';
import { groupIntoStops, type TrackSource } from '@varco/domain/maps/track.ts';
import type { MapColours } from '@varco/ui/map/map-colours.ts';
import { createLine, createPoint, toMapData, type MapFeature, type MapOverlay } from '@varco/ui/map/overlay.ts';
import type { Roads } from '../../lib/map/use-roads.ts';
import type { ShownTrack } from './use-track.ts';

/** Bent to the other side than the lines of the first plate, so that both are seen between the same gates. */
const CURVATURE = -0.16;
const FONT = ['IBM Plex Sans'];

function buildTrackFeatures({ lines, points }: ShownTrack, roads: Roads): MapFeature[] {
  return [
    ...lines.map(({ pair, from, to }) =>
      createLine(roads.byPair.get(pair)?.line ?? buildArc(from, to, CURVATURE), { what: 'way' }),
    ),
    ...groupIntoStops(points).map(({ coordinates }) => createPoint(coordinates, { what: 'stop' })),
  ];
}

/** One mark for each gate at which both were, with how often. */
function buildMeetingFeatures<T extends TrackSource>(meetings: readonly Meeting<T>[]): MapFeature[] {
  const gates = new Map<string, { readonly at: Position; count: number }>();
  for (const { first } of meetings) {
    if (first.coordinates === null) continue;
    const known = gates.get(first.gateKey);
    if (known === undefined) gates.set(first.gateKey, { at: first.coordinates, count: 1 });
    else known.count += 1;
  }
  return [...gates.values()].map(({ at, count }) => createPoint(at, { what: 'meeting', label: `×${count}` }));
}

const isWhat = (what: string): never => ['==', ['get', 'what'], what] as never;

/** What is drawn of a second plate. */
interface ComparedTrack<T extends TrackSource> {
  readonly track: ShownTrack;
  readonly roads: Roads;
  readonly meetings: readonly Meeting<T>[];
}

/**
 * The second plate as a dashed line, and rings around the gates where both were. Null: an empty overlay, because a map
 * keeps the order in which overlays came, and this one is below the numbers of the first plate.
 */
export const buildComparisonOverlay = <T extends TrackSource>(compared: ComparedTrack<T> | null): MapOverlay => ({
  id: 'comparison',
  data: toMapData(
    compared === null
      ? []
      : [...buildTrackFeatures(compared.track, compared.roads), ...buildMeetingFeatures(compared.meetings)],
  ),
  layers: (colours: MapColours) => [
    {
      id: 'comparison-way',
      type: 'line',
      filter: isWhat('way'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colours.ink, 'line-width': 2.5, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'comparison-stop',
      type: 'circle',
      filter: isWhat('stop'),
      paint: {
        'circle-radius': 5,
        'circle-color': colours.surface,
        'circle-stroke-color': colours.ink,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'comparison-meeting',
      type: 'circle',
      filter: isWhat('meeting'),
      paint: {
        'circle-radius': 16,
        'circle-opacity': 0,
        'circle-stroke-color': colours.alarm,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'comparison-count',
      type: 'symbol',
      filter: isWhat('meeting'),
      layout: {
        'text-field': ['get', 'label'],
        'text-font': FONT,
        'text-size': 13,
        'text-anchor': 'left',
        'text-offset': [1.4, 0],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': colours.alarm, 'text-halo-color': colours.land, 'text-halo-width': 2 },
    },
  ],
});
