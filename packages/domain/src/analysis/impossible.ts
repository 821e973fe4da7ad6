import { distanceM, type Position } from '../maps/geo.ts';
import { SAME_CLOCK_SLACK_S } from './clocks.ts';

/**
 * Reads of one plate no single car can have made (analysis design, part 5, D). The one judgement of the product: the search for impossible
 * journeys over all plants and the suspects of one plant ask it here (ADR 0089).
 */

/** Nearer than this, clocks and cameras explain everything. */
export const NEAR_M = 4_000;
/** Faster than this along the straight line nobody gets from one camera to another. */
export const FASTEST_KMH = 150;

export interface PlacedPassage {
  readonly at: Position;
  /** Epoch milliseconds, by the clocks as corrected. */
  readonly timeMs: number;
  /** Whose clock wrote the time: the place of the plant among those compared. */
  readonly clock: number;
  /** What that clock is forgiven against those of other plants, seconds. */
  readonly slackS: number;
}

export interface LegSpeed {
  readonly metres: number;
  /** As the corrected clocks say; 0 or above. */
  readonly seconds: number;
  /** Least speed with all slack given; null: nothing to drive. */
  readonly kmh: number | null;
  readonly isImpossible: boolean;
}

/** The larger slack of two clocks counts once: the error between them, not of each. One clock is only forgiven what its cameras differ by. */
export function legSpeed(from: PlacedPassage, to: PlacedPassage): LegSpeed {
  const slackS = from.clock === to.clock ? SAME_CLOCK_SLACK_S : Math.max(from.slackS, to.slackS);
  const metres = distanceM(from.at, to.at);
  const seconds = Math.abs(to.timeMs - from.timeMs) / 1000;
  const kmh = metres < 1 ? null : (metres / (seconds + slackS)) * 3.6;
  return { metres, seconds, kmh, isImpossible: metres > NEAR_M && kmh !== null && kmh > FASTEST_KMH };
}

/** Most passages of one plate and day that are looked at: nobody drives more, and the work grows with the square. */
const MOST_PASSAGES = 300;

export interface TwoTracks {
  /** Fewest reads to discard so that one car can have made the rest. 0: nothing is impossible. */
  readonly discarded: number;
  /** By passage: true where it belongs to the longest track one car can have driven. */
  readonly isMain: readonly boolean[];
}

/**
 * The longest chain of passages in which every next one can be reached from the one before; the rest must be somebody else's, or misread.
 * @param passages of one plate, in order of time
 */
export function twoTracks(passages: readonly PlacedPassage[]): TwoTracks {
  const looked = passages.slice(0, MOST_PASSAGES);
  const lengths: number[] = [];
  const before: number[] = [];
  looked.forEach((to, i) => {
    let [best, from] = [1, -1];
    for (let k = 0; k < i; k++) {
      const one = looked[k];
      if (one !== undefined && (lengths[k] ?? 0) + 1 > best && !legSpeed(one, to).isImpossible)
        [best, from] = [(lengths[k] ?? 0) + 1, k];
    }
    lengths.push(best);
    before.push(from);
  });
  const isMain = passages.map((_, i) => i >= looked.length);
  let at = lengths.indexOf(Math.max(0, ...lengths));
  const discarded = looked.length - (lengths[at] ?? 0);
  for (; at >= 0; at = before[at] ?? -1) isMain[at] = true;
  return { discarded, isMain };
}

/** Two reads or more that cannot be explained: a clone is possible. One is mostly a misread: to be checked. */
export type ImpossibleKind = 'clone' | 'check';
export const kindOf = (discarded: number): ImpossibleKind | null =>
  discarded >= 2 ? 'clone' : discarded === 1 ? 'check' : null;

/** Cheap first look: is any passage impossible after the one just before? Without that the whole day is one car's. */
export const hasImpossibleLeg = (passages: readonly PlacedPassage[]): boolean =>
  passages.some((to, i) => {
    const from = passages[i - 1];
    return from !== undefined && legSpeed(from, to).isImpossible;
  });

export interface ImpossibleDay<Passage extends PlacedPassage> extends TwoTracks {
  readonly day: string;
  readonly kind: ImpossibleKind;
  readonly passages: readonly Passage[];
}

/**
 * Days on which one car cannot have made all the reads of a plate. Each day is judged by itself: two misreads in a week are two things to
 * check, not a clone.
 * @param passages of one plate, in order of time; @param dayOf the Rome day of an instant
 */
export function impossibleDays<Passage extends PlacedPassage>(
  passages: readonly Passage[],
  dayOf: (timeMs: number) => string,
): readonly ImpossibleDay<Passage>[] {
  if (!hasImpossibleLeg(passages)) return [];
  return [...Map.groupBy(passages, ({ timeMs }) => dayOf(timeMs))].flatMap(([day, own]) => {
    const tracks = twoTracks(own);
    const kind = kindOf(tracks.discarded);
    return kind === null ? [] : [{ day, kind, ...tracks, passages: own }];
  });
}
