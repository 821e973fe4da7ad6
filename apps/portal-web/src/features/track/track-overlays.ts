import { arcBetween, middleOf } from '@varco/domain/maps/geo.ts';
import { stopsOf } from '@varco/domain/maps/track.ts';
import { lineAlong, mapData, type MapFeature, type MapOverlay, pointAt } from '@varco/ui/map/overlay.ts';
import type { Roads } from '../../lib/map/use-roads.ts';
import { currentLayers, linkLayers, stopLayers } from './track-layers.ts';
import { lookOfRoute } from './track-lines.ts';
import type { ShownTrack } from './use-track.ts';

/** With more lines than this, they are drawn thin at low zoom, and labels without room are hidden. */
const DENSE_LINES = 150;
/** Curvature of the arcs of one connection, so that they do not overlap. */
const BEND = { first: 0.16, more: 0.05 };
/** Half of the widest line, which may extend beyond a tile. CSS pixels. */
const LINE_BUFFER = 16;
/** Simplification tolerance; the library's default shows corners on thick arcs. CSS pixels. */
const LINE_TOLERANCE = 0.1;

function linkFeatures({ lines }: ShownTrack, roads: Roads): MapFeature[] {
  const dense = lines.length > DENSE_LINES;
  return lines.flatMap(({ pair, from, to, look, isImpossible, times, nth }) => {
    const line = roads.byPair.get(pair)?.line ?? arcBetween(from, to, BEND.first + BEND.more * nth);
    const middle = middleOf(line);
    const arrow = { arrow: look, turn: middle?.turn ?? 0, times: times > 1 ? `×${times}` : '', dense };
    return [
      lineAlong(line, { look, impossible: isImpossible, dense }),
      ...(middle === null ? [] : [pointAt(middle.at, arrow)]),
    ];
  });
}

/** Label of the transits at one gate: the first two numbers, and how many more. */
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
      newest: points.at(-1) ?? 0,
      dense: track.lines.length > DENSE_LINES,
    }),
  );

/** Overlay of the current transit. */
export function currentOverlay(track: ShownTrack, at: number): MapOverlay {
  const current = track.points[at]?.coordinates ?? null;
  return { id: 'current', data: mapData(current === null ? [] : [pointAt(current, {})]), layers: currentLayers };
}

/** Overlays of lines with arrows, and of stops. */
export function trackOverlays(track: ShownTrack, roads: Roads): readonly MapOverlay[] {
  return [
    {
      id: 'links',
      data: mapData(linkFeatures(track, roads)),
      layers: linkLayers,
      bufferPx: LINE_BUFFER,
      tolerancePx: LINE_TOLERANCE,
    },
    { id: 'stops', data: mapData(stopFeatures(track)), layers: stopLayers, isPickable: true },
  ];
}
