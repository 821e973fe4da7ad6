import { computeDistanceM, type Position } from '@varco/domain/maps/geo.ts';
import { buildGateKey, type Track, type TrackLink, type TrackSource } from '@varco/domain/maps/track.ts';

/** Routes cycle through five styles: colour, dash and width (design 11). */
const ROUTE_STYLE_COUNT = 5;
export const getRouteStyle = (route: number): number => (route % ROUTE_STYLE_COUNT) + 1;

/** All links between two gates with the same style, drawn as one line. */
export interface TrackLine {
  /** Identifies the connection between the gates: `pairKey`. */
  readonly pair: string;
  readonly from: Position;
  readonly to: Position;
  readonly look: number;
  readonly isImpossible: boolean;
  /** Number of links it represents. */
  readonly times: number;
  /** Index among the lines of the same connection; each has a different curvature. */
  readonly nth: number;
}

export interface TrackLines {
  readonly lines: readonly TrackLine[];
  /** Number of links without a line: the maximum of lines of their connection is reached, and none has their style. */
  readonly undrawn: number;
  /** Number of links by connection, drawn or not. */
  readonly countByPair: ReadonlyMap<string, number>;
}

type PlantGatePass = Readonly<{ peerId: number; transit: Pick<TrackSource, 'varco_id'> }>;

/** Identifies the connection from one gate to another. */
export const pairKey = (from: PlantGatePass, to: PlantGatePass): string =>
  `${buildGateKey(from.peerId, from.transit.varco_id)}>${buildGateKey(to.peerId, to.transit.varco_id)}`;

/** Way from one gate to the next on a track. */
export interface TrackConnection {
  /** See `pairKey`. */
  readonly pair: string;
  /** Gate of origin. */
  readonly from: string;
  /** How often the track contains it. */
  readonly times: number;
  /** Length of the straight line, metres. */
  readonly straightM: number;
}

/** Connection to a transit from the previous one, if they are linked. */
export function findConnectionTo<T extends TrackSource & { readonly varco: string }>(
  { points, countByPair: timesOf }: Track<T> & TrackLines,
  at: number,
): TrackConnection | null {
  const [before, point] = [points[at - 1], points[at]];
  if (before?.coordinates == null || point?.coordinates == null || !point.hasPrevious) return null;
  const pair = pairKey(before, point);
  const times = timesOf.get(pair);
  if (times === undefined) return null;
  return {
    pair,
    from: before.transit.varco,
    times,
    straightM: computeDistanceM(before.coordinates, point.coordinates),
  };
}

/**
 * Combines the links of a track into lines. A plate that drives the same route every day has thousands of links but few
 * lines. Links beyond the maximum of lines count on a line with the same style.
 * @param isImpossible whether no vehicle can have reached the transit with this index in time
 */
export function buildTrackLines(track: Track<TrackSource>, isImpossible: (to: number) => boolean): TrackLines {
  const lines = new Map<string, TrackLine & { times: number }>();
  const linesOf = new Map<string, number>();
  const timesOf = new Map<string, number>();
  const put = ({ from, to, group }: TrackLink, mayBegin: boolean): boolean => {
    const [a, b] = [track.points[from], track.points[to]];
    if (a?.coordinates == null || b?.coordinates == null) return true;
    const pair = pairKey(a, b);
    timesOf.set(pair, (timesOf.get(pair) ?? 0) + 1);
    const look = { look: getRouteStyle(group), isImpossible: isImpossible(to) };
    // A gate that was moved counts as two places.
    const key = [pair, look.look, look.isImpossible, a.coordinates, b.coordinates].join(' ');
    const known = lines.get(key);
    if (known !== undefined) known.times += 1;
    else if (mayBegin) {
      const nth = linesOf.get(pair) ?? 0;
      linesOf.set(pair, nth + 1);
      lines.set(key, { pair, from: a.coordinates, to: b.coordinates, ...look, times: 1, nth });
    }
    return known !== undefined || mayBegin;
  };
  for (const link of track.links) put(link, true);
  const undrawn = track.repeats.filter((link) => !put(link, false)).length;
  return { lines: [...lines.values()], undrawn, countByPair: timesOf };
}
