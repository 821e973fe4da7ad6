import type { Position } from './geo.ts';

/** Corners of an area in order. The last corner is joined to the first, which is not repeated. */
export type Polygon = readonly Position[];

export const POLYGON_CORNERS = { min: 3, max: 200 } as const;

/** True when a position is inside the area (even-odd rule). On the border the result may be either. */
export function isInsidePolygon([lon, lat]: Position, polygon: Polygon): boolean {
  let inside = false;
  for (const [index, [lonB, latB]] of polygon.entries()) {
    const [lonA, latA] = polygon[(index + polygon.length - 1) % polygon.length] ?? [lonB, latB];
    if (latA > lat !== latB > lat && lon < ((lonA - lonB) * (lat - latB)) / (latA - latB) + lonB) inside = !inside;
  }
  return inside;
}

const computeSide = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number =>
  Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));

const segmentsCross = (a: Position, b: Position, c: Position, d: Position): boolean =>
  computeSide(a, b, c) !== computeSide(a, b, d) && computeSide(c, d, a) !== computeSide(c, d, b);

/** Why the corners do not form an area; null: they do. */
export function findPolygonFault(polygon: Polygon): 'too_few' | 'too_many' | 'crossed' | null {
  const { length } = polygon;
  if (length < POLYGON_CORNERS.min) return 'too_few';
  if (length > POLYGON_CORNERS.max) return 'too_many';
  const corner = (index: number): Position => polygon[index % length] ?? [0, 0];
  for (let i = 0; i < length; i += 1)
    for (let j = i + 2; j < length; j += 1) {
      // Neighbouring edges share a corner, which is not a crossing.
      if (i === 0 && j === length - 1) continue;
      if (segmentsCross(corner(i), corner(i + 1), corner(j), corner(j + 1))) return 'crossed';
    }
  return null;
}
