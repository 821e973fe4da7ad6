import type { Position } from '@varco/domain/maps/geo.ts';
import { gateKeyOf, type Track, type TrackLink, type TrackSource } from '@varco/domain/maps/track.ts';

/** Routes take turns in five looks: colour, dash and width (design 11). */
const ROUTE_LOOKS = 5;
export const lookOfRoute = (route: number): number => (route % ROUTE_LOOKS) + 1;

/** All links of a track from one gate to another that look the same: drawn once. */
export interface TrackLine {
  /** Name of the way between the gates: `pairKey`. */
  readonly pair: string;
  readonly from: Position;
  readonly to: Position;
  readonly look: number;
  readonly isImpossible: boolean;
  /** How many links it stands for. */
  readonly times: number;
  /** Lines of the same way before it, from 0: they bend differently. */
  readonly nth: number;
}

export interface TrackLines {
  readonly lines: readonly TrackLine[];
  /** Links no line stands for: their way has as many lines as are drawn, none of which looks like them. */
  readonly undrawn: number;
  /** Of each way of the track, how many links of it there are, drawn or not. */
  readonly timesOf: ReadonlyMap<string, number>;
}

type Place = Readonly<{ peerId: number; transit: Pick<TrackSource, 'varco_id'> }>;

/** Name of the way from one gate to another. */
export const pairKey = (from: Place, to: Place): string =>
  `${gateKeyOf(from.peerId, from.transit.varco_id)}>${gateKeyOf(to.peerId, to.transit.varco_id)}`;

/** The way to a transit from the one before, when they are linked: where from, and how often the track has this way. */
export function wayTo<T extends TrackSource & { readonly varco: string }>(
  { points, timesOf }: Track<T> & TrackLines,
  at: number,
): { readonly from: string; readonly times: number } | null {
  const [before, point] = [points[at - 1], points[at]];
  if (before === undefined || point?.hasPrevious !== true) return null;
  const times = timesOf.get(pairKey(before, point));
  return times === undefined ? null : { from: before.transit.varco, times };
}

/**
 * A plate that goes the same way every day makes thousands of links and few lines. Links beyond those drawn of a way count on the line that looks
 * like them.
 * @param isImpossible whether no vehicle can have come to the transit with this index so fast
 */
export function trackLines(track: Track<TrackSource>, isImpossible: (to: number) => boolean): TrackLines {
  const lines = new Map<string, TrackLine & { times: number }>();
  const linesOf = new Map<string, number>();
  const timesOf = new Map<string, number>();
  const put = ({ from, to, group }: TrackLink, mayBegin: boolean): boolean => {
    const [a, b] = [track.points[from], track.points[to]];
    if (a?.coordinates == null || b?.coordinates == null) return true;
    const pair = pairKey(a, b);
    timesOf.set(pair, (timesOf.get(pair) ?? 0) + 1);
    const look = { look: lookOfRoute(group), isImpossible: isImpossible(to) };
    // A gate that was moved is two places.
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
  return { lines: [...lines.values()], undrawn, timesOf };
}
