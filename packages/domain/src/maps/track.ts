import { parseInstantMs } from '../time/rome.ts';
import { toPosition, type Position } from './geo.ts';
import { DEFAULT_ROUTE_GAP_MIN, MAX_LINKS_PER_PAIR } from './map-constants.ts';

/** The fields of a transit that the track needs, by their wire names (T 3.1). */
export interface TrackSource {
  readonly id: string;
  readonly data: string;
  readonly varco_id: number;
  readonly gps_lat: number | null;
  readonly gps_lon: number | null;
}

/** A transit on the track, with the derived map fields of T 3.1. */
export interface TrackPoint<T extends TrackSource> {
  readonly peerId: number;
  readonly transit: T;
  /** Position in time order, from 1. */
  readonly number: number;
  /** Null: the gate has no valid position; the transit is listed but not drawn. */
  readonly coordinates: Position | null;
  /** Plant and gate, see `buildGateKey`. */
  readonly gateKey: string;
  /** Index of its route, from 0, oldest first. */
  readonly rangeGroup: number;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** Index within its route, from 0. */
  readonly groupIndex: number;
}

/**
 * A line between two consecutive transits of one route (T 3.1). `from`, `to`: indexes in the time-ordered list of
 * points.
 */
export interface TrackLink {
  readonly from: number;
  readonly to: number;
  readonly group: number;
}

export interface Track<T extends TrackSource> {
  /** Oldest first: the order of playback. */
  readonly points: readonly TrackPoint<T>[];
  readonly links: readonly TrackLink[];
  /** Links that are not drawn because their pair of gates already has the maximum number. */
  readonly repeats: readonly TrackLink[];
  /** Number of links not drawn. */
  readonly hiddenLinks: number;
  readonly routeCount: number;
}

/** Plant and gate as one key. */
export const buildGateKey = (peerId: number, gateId: number): string => `${peerId}:${gateId}`;

const MINUTE_MS = 60_000;

/**
 * T 4.6, T 5.2: builds the routes and links of a plate. Consecutive transits belong to one route while the gap is at
 * most `gapMinutes`. A link joins two consecutive transits of a route at different gates that both have a position.
 * @param sources in any order; transits at one instant are ordered by plant and id
 */
export function buildTrack<T extends TrackSource>(
  sources: readonly { readonly peerId: number; readonly transit: T }[],
  gapMinutes = DEFAULT_ROUTE_GAP_MIN,
): Track<T> {
  const ordered = sources
    .map((source) => ({ ...source, atMs: parseInstantMs(source.transit.data) }))
    .toSorted((a, b) => a.atMs - b.atMs || a.peerId - b.peerId || (a.transit.id < b.transit.id ? -1 : 1));
  const groups = assignRoutes(
    ordered.map(({ atMs }) => atMs),
    gapMinutes * MINUTE_MS,
  );
  const points = ordered.map(({ peerId, transit }, index): TrackPoint<T> => {
    const group = groups[index] ?? 0;
    return {
      peerId,
      transit,
      number: index + 1,
      coordinates: toPosition(transit),
      gateKey: buildGateKey(peerId, transit.varco_id),
      rangeGroup: group,
      hasPrevious: groups[index - 1] === group,
      hasNext: groups[index + 1] === group,
      groupIndex: index - groups.indexOf(group),
    };
  });
  const { links, repeats } = buildLinks(points);
  return { points, links, repeats, hiddenLinks: repeats.length, routeCount: (groups.at(-1) ?? -1) + 1 };
}

/** Index of the route each instant belongs to. */
function assignRoutes(instants: readonly number[], gapMs: number): readonly number[] {
  let group = -1;
  return instants.map((at, index) => {
    const before = instants[index - 1];
    if (before === undefined || at - before > gapMs) group += 1;
    return group;
  });
}

function buildLinks(points: readonly TrackPoint<TrackSource>[]): {
  links: readonly TrackLink[];
  repeats: readonly TrackLink[];
} {
  const drawn = new Map<string, number>();
  const links: TrackLink[] = [];
  const repeats: TrackLink[] = [];
  for (const [to, point] of points.entries()) {
    const before = points[to - 1];
    if (before === undefined || !point.hasPrevious || before.gateKey === point.gateKey) continue;
    if (before.coordinates === null || point.coordinates === null) continue;
    const pair = `${before.gateKey}>${point.gateKey}`;
    const count = drawn.get(pair) ?? 0;
    drawn.set(pair, count + 1);
    (count < MAX_LINKS_PER_PAIR ? links : repeats).push({ from: to - 1, to, group: point.rangeGroup });
  }
  return { links, repeats };
}

/** All transits at one gate, shown as one marker. */
export interface TrackStop {
  readonly gateKey: string;
  readonly coordinates: Position;
  /** Indexes in the list of points, oldest first. */
  readonly points: readonly number[];
}

/**
 * Every gate of the track that has a position, in the order of the first passage. The position is that of the newest
 * transit there.
 */
export function groupIntoStops(points: readonly TrackPoint<TrackSource>[]): readonly TrackStop[] {
  const stops = new Map<string, { gateKey: string; coordinates: Position; points: number[] }>();
  for (const [index, { gateKey, coordinates }] of points.entries()) {
    if (coordinates === null) continue;
    const known = stops.get(gateKey);
    if (known === undefined) stops.set(gateKey, { gateKey, coordinates, points: [index] });
    else {
      known.coordinates = coordinates;
      known.points.push(index);
    }
  }
  return [...stops.values()];
}
