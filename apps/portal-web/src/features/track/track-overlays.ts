import { buildArc, findLineMiddle } from '@varco/domain/maps/geo.ts';
import { groupIntoStops } from '@varco/domain/maps/track.ts';
import { createLine, toMapData, type MapFeature, type MapOverlay, createPoint } from '@varco/ui/map/overlay.ts';
import type { Roads } from '../../lib/map/use-roads.ts';
import { buildCurrentLayers, buildLinkLayers, buildStopLayers } from './track-layers.ts';
import { getRouteStyle } from './track-lines.ts';
import type { ShownTrack } from './use-track.ts';

/** With more lines than this, they are drawn thin at low zoom, and labels without room are hidden. */
const DENSE_LINE_COUNT = 150;
/** Curvature of the arcs of one connection, so that they do not overlap. */
const CURVATURE = { first: 0.16, more: 0.05 };
/** Half of the widest line, which may extend beyond a tile. CSS pixels. */
const LINE_BUFFER_PX = 16;
/** Simplification tolerance; the library's default shows corners on thick arcs. CSS pixels. */
const LINE_TOLERANCE_PX = 0.1;

function buildLinkFeatures({ lines }: ShownTrack, roads: Roads): MapFeature[] {
  const dense = lines.length > DENSE_LINE_COUNT;
  return lines.flatMap(({ pair, from, to, look, isImpossible, times, nth }) => {
    const line = roads.byPair.get(pair)?.line ?? buildArc(from, to, CURVATURE.first + CURVATURE.more * nth);
    const middle = findLineMiddle(line);
    const arrow = { arrow: look, turn: middle?.turn ?? 0, times: times > 1 ? `×${times}` : '', dense };
    return [
      createLine(line, { look, impossible: isImpossible, dense }),
      ...(middle === null ? [] : [createPoint(middle.at, arrow)]),
    ];
  });
}

/** Label of the transits at one gate: the first two numbers, and how many more. */
function formatStopLabel(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 2).join(' · ');
  return numbers.length > 2 ? `${shown} +${numbers.length - 2}` : shown;
}

const buildStopFeatures = (track: ShownTrack): MapFeature[] =>
  groupIntoStops(track.points).map(({ gateKey, coordinates, points }) =>
    createPoint(coordinates, {
      key: gateKey,
      label: formatStopLabel(points.map((index) => index + 1)),
      look: getRouteStyle(track.points[points.at(-1) ?? 0]?.rangeGroup ?? 0),
      newest: points.at(-1) ?? 0,
      dense: track.lines.length > DENSE_LINE_COUNT,
    }),
  );

/** Overlay of the current transit. */
export function buildCurrentOverlay(track: ShownTrack, at: number): MapOverlay {
  const current = track.points[at]?.coordinates ?? null;
  return {
    id: 'current',
    data: toMapData(current === null ? [] : [createPoint(current, {})]),
    layers: buildCurrentLayers,
  };
}

/** Overlays of lines with arrows, and of stops. */
export function buildTrackOverlays(track: ShownTrack, roads: Roads): readonly MapOverlay[] {
  return [
    {
      id: 'links',
      data: toMapData(buildLinkFeatures(track, roads)),
      layers: buildLinkLayers,
      bufferPx: LINE_BUFFER_PX,
      tolerancePx: LINE_TOLERANCE_PX,
    },
    { id: 'stops', data: toMapData(buildStopFeatures(track)), layers: buildStopLayers, isPickable: true },
  ];
}
