import { hasValidPosition } from '../transits/gate-state.ts';

/** Longitude and latitude in degrees, in the order of GeoJSON. */
export type Position = readonly [lon: number, lat: number];

const EARTH_RADIUS_M = 6_371_008.8;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** T 5.1: the position of a gate or plant; null when it is missing or invalid. */
export const toPosition = (place: {
  readonly gps_lat: number | null;
  readonly gps_lon: number | null;
}): Position | null =>
  place.gps_lat !== null && place.gps_lon !== null && hasValidPosition(place.gps_lat, place.gps_lon)
    ? [place.gps_lon, place.gps_lat]
    : null;

/**
 * Where a read was made, for analyses: anywhere on the globe, also west of Greenwich and south of the equator, which T
 * 5.1 refuses only for maps. Devices without a fix write 0, 0; null: not known.
 */
export const toReadPosition = (lat: number | null, lon: number | null): Position | null =>
  lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180 || (lat === 0 && lon === 0)
    ? null
    : [lon, lat];

/** Metres along the great circle (haversine). */
export function computeDistanceM([lonA, latA]: Position, [lonB, latB]: Position): number {
  const half = (a: number, b: number): number => Math.sin(toRadians(b - a) / 2) ** 2;
  const h = half(latA, latB) + Math.cos(toRadians(latA)) * Math.cos(toRadians(latB)) * half(lonA, lonB);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Smallest box round positions as west, south, east, north; null without any. */
export function computeBounds(positions: readonly Position[]): readonly [number, number, number, number] | null {
  if (positions.length === 0) return null;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon, lat] of positions) {
    west = Math.min(west, lon);
    south = Math.min(south, lat);
    east = Math.max(east, lon);
    north = Math.max(north, lat);
  }
  return [west, south, east, north];
}

/**
 * A curved line between two positions that bends to the right of its direction, so that the lines there and back do
 * not overlap. It shows a connection, not a route. @param bend height of the bow as a share of the distance
 */
export function buildArc(from: Position, to: Position, bend = 0.16, pieces = 24): readonly Position[] {
  // On the map plane degrees of longitude are shorter than degrees of latitude.
  const narrow = Math.cos(toRadians((from[1] + to[1]) / 2));
  const [dx, dy] = [(to[0] - from[0]) * narrow, to[1] - from[1]];
  const control = [(from[0] + to[0]) / 2 + (dy * bend * 2) / narrow, (from[1] + to[1]) / 2 - dx * bend * 2] as const;
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const t = index / pieces;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [a * from[0] + b * control[0] + c * to[0], a * from[1] + b * control[1] + c * to[1]] as const;
  });
}

/** Latitude on the Mercator plane, in degrees as at the equator. */
const toMercatorLatitude = (lat: number): number =>
  (Math.log(Math.tan(Math.PI / 4 + toRadians(lat) / 2)) * 180) / Math.PI;

/**
 * The midpoint of a line, and the direction of the line there: degrees clockwise from east on a map with north up.
 * @returns null for fewer than two positions
 */
export function findLineMiddle(line: readonly Position[]): { readonly at: Position; readonly turn: number } | null {
  const pieces = line.slice(1).map((to, index) => {
    const from = line[index] ?? to;
    const [dx, dy] = [to[0] - from[0], toMercatorLatitude(to[1]) - toMercatorLatitude(from[1])];
    return { from, to, dx, dy, length: Math.hypot(dx, dy) };
  });
  let left = pieces.reduce((sum, { length }) => sum + length, 0) / 2;
  for (const { from, to, dx, dy, length } of pieces) {
    if (left <= length) {
      const share = length === 0 ? 0 : left / length;
      const at = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share] as const;
      return { at, turn: (Math.atan2(-dy, dx) * 180) / Math.PI };
    }
    left -= length;
  }
  return null;
}
