import type { Point } from '../geo.ts';
import type { Spot } from './street-plan-types.ts';

const CENTRE = { lat: 44.2, lon: 12.2 };
const METRES_PER_DEGREE = 111_195;
const METRES_PER_LON = METRES_PER_DEGREE * Math.cos((CENTRE.lat * Math.PI) / 180);

export const toSpot = ({ lat, lon }: Point): Spot => [
  (lon - CENTRE.lon) * METRES_PER_LON,
  (lat - CENTRE.lat) * METRES_PER_DEGREE,
];

/** Longitude and latitude in degrees, to the metre. */
export const toLonLat = ([x, y]: Spot): [number, number] => [
  Number((CENTRE.lon + x / METRES_PER_LON).toFixed(5)),
  Number((CENTRE.lat + y / METRES_PER_DEGREE).toFixed(5)),
];

/** Shore from north to south, a little inland of the one the ground of the map has. */
const SHORE = [
  [44.8, 12.26],
  [44.5, 12.272],
  [44.42, 12.284],
  [44.36, 12.31],
  [44.3, 12.341],
  [44.265, 12.353],
  [44.2, 12.395],
  [44.165, 12.442],
  [44.13, 12.475],
  [44.09, 12.53],
  [44.065, 12.57],
  [44.04, 12.604],
  [44, 12.648],
  [43.9, 12.8],
].map(([lat = 0, lon = 0]) => toSpot({ lat, lon }));

/** Whether a spot is on land, west of the shore. */
export function isOnLand([x, y]: Spot): boolean {
  for (let i = 1; i < SHORE.length; i += 1) {
    const [[x1, y1], [x2, y2]] = [SHORE[i - 1] ?? [0, 0], SHORE[i] ?? [0, 0]];
    if (y <= y1 && y >= y2) return x < x1 + ((x2 - x1) * (y1 - y)) / (y1 - y2);
  }
  return true;
}

export const measure = ([x1, y1]: Spot, [x2, y2]: Spot): number => Math.hypot(x2 - x1, y2 - y1);

/** The spot `metres` beyond `to`, seen from `from`. */
export function extend(from: Spot, to: Spot, metres: number): Spot {
  const share = metres / Math.max(1, measure(from, to));
  return [to[0] + (to[0] - from[0]) * share, to[1] + (to[1] - from[1]) * share];
}

/** A smooth line through spots (cardinal spline, six pieces between two spots). */
export function smooth(spots: readonly Spot[]): readonly Spot[] {
  const line: Spot[] = [];
  for (let i = 0; i < spots.length - 1; i += 1) {
    const b: Spot = spots[i] ?? [0, 0];
    const c: Spot = spots[i + 1] ?? b;
    const [a, d]: readonly [Spot, Spot] = [spots[i - 1] ?? b, spots[i + 2] ?? c];
    // Slopes are limited by the length of the piece, so that two gates side by side make no loop.
    const slope = (p: Spot, q: Spot): Spot => {
      const share = (0.9 * measure(b, c)) / Math.max(1, measure(p, q));
      return [(q[0] - p[0]) * share, (q[1] - p[1]) * share];
    };
    const [m, n] = [slope(a, c), slope(b, d)];
    for (let piece = 0; piece < 6; piece += 1) {
      const t = piece / 6;
      const [t2, t3] = [t * t, t * t * t];
      const at = (axis: 0 | 1): number =>
        b[axis] * (2 * t3 - 3 * t2 + 1) +
        m[axis] * (t3 - 2 * t2 + t) +
        c[axis] * (3 * t2 - 2 * t3) +
        n[axis] * (t3 - t2);
      line.push([at(0), at(1)]);
    }
  }
  return [...line, ...spots.slice(-1)];
}
