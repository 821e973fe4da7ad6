import { computeDistanceM, type Position } from '../maps/geo.ts';
import { SAME_CLOCK_SLACK_S } from './clock-offsets.ts';

/**
 * Detects reads of one plate that no single vehicle can have made (analysis design, part 5, D). Both the search for
 * impossible journeys over all plants and the suspects of one plant use this file (ADR 0023).
 */

/** Closer than this, inaccurate clocks and camera positions explain any speed. */
export const MIN_IMPOSSIBLE_DISTANCE_M = 4_000;
/** Highest plausible speed along the straight line between two cameras. */
export const MAX_PLAUSIBLE_KMH = 150;

export interface PlacedPassage {
  readonly at: Position;
  /** Epoch milliseconds, by the corrected clocks. */
  readonly timeMs: number;
  /** Index of the plant whose clock wrote the time. */
  readonly clock: number;
  /** Tolerance of that clock towards clocks of other plants, seconds. */
  readonly slackS: number;
}

export interface LegSpeed {
  readonly metres: number;
  /** Time between the reads by the corrected clocks; 0 or above. */
  readonly seconds: number;
  /** Least speed after the full clock tolerance; null: no distance to drive. */
  readonly kmh: number | null;
  readonly isImpossible: boolean;
}

/**
 * Uses the larger tolerance of the two clocks once, because the error lies between them. Within one plant only the
 * difference among its cameras is tolerated.
 */
export function computeLegSpeed(from: PlacedPassage, to: PlacedPassage): LegSpeed {
  const slackS = from.clock === to.clock ? SAME_CLOCK_SLACK_S : Math.max(from.slackS, to.slackS);
  const metres = computeDistanceM(from.at, to.at);
  const seconds = Math.abs(to.timeMs - from.timeMs) / 1000;
  const kmh = metres < 1 ? null : (metres / (seconds + slackS)) * 3.6;
  return {
    metres,
    seconds,
    kmh,
    isImpossible: metres > MIN_IMPOSSIBLE_DISTANCE_M && kmh !== null && kmh > MAX_PLAUSIBLE_KMH,
  };
}

/**
 * Passages of one plate and day that are examined at most: more are implausible, and the work grows with the square.
 */
const MAX_DAY_PASSAGES = 300;

export interface TrackSplit {
  /** Fewest reads to discard so that one vehicle can have made the rest. 0: nothing is impossible. */
  readonly discarded: number;
  /** By passage: true where it belongs to the longest track one vehicle can have driven. */
  readonly isMain: readonly boolean[];
}

/**
 * Finds the longest chain of passages in which each can be reached from the one before. The others belong to another
 * vehicle or are misreads. @param passages of one plate, in order of time
 */
export function splitTracks(passages: readonly PlacedPassage[]): TrackSplit {
  const looked = passages.slice(0, MAX_DAY_PASSAGES);
  const lengths: number[] = [];
  const before: number[] = [];
  looked.forEach((to, i) => {
    let [best, from] = [1, -1];
    for (let k = 0; k < i; k++) {
      const one = looked[k];
      if (one !== undefined && (lengths[k] ?? 0) + 1 > best && !computeLegSpeed(one, to).isImpossible)
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

/** Two or more unexplained reads: a cloned plate is possible. A single one is usually a misread, to be checked. */
export type ImpossibleKind = 'clone' | 'check';
export const classifyImpossible = (discarded: number): ImpossibleKind | null =>
  discarded >= 2 ? 'clone' : discarded === 1 ? 'check' : null;

/** Cheap pre-check: is any passage unreachable from the one just before? If not, one vehicle made the whole day. */
export const hasImpossibleLeg = (passages: readonly PlacedPassage[]): boolean =>
  passages.some((to, i) => {
    const from = passages[i - 1];
    return from !== undefined && computeLegSpeed(from, to).isImpossible;
  });

export interface ImpossibleDay<Passage extends PlacedPassage> extends TrackSplit {
  readonly day: string;
  readonly kind: ImpossibleKind;
  readonly passages: readonly Passage[];
}

/**
 * Days on which one vehicle cannot have made all the reads of a plate. Each day is judged separately: two misreads in a
 * week are two things to check, not a clone.
 * @param passages of one plate, in order of time
 * @param dayOf the Rome day of an instant
 */
export function findImpossibleDays<Passage extends PlacedPassage>(
  passages: readonly Passage[],
  dayOf: (timeMs: number) => string,
): readonly ImpossibleDay<Passage>[] {
  if (!hasImpossibleLeg(passages)) return [];
  return [...Map.groupBy(passages, ({ timeMs }) => dayOf(timeMs))].flatMap(([day, own]) => {
    const tracks = splitTracks(own);
    const kind = classifyImpossible(tracks.discarded);
    return kind === null ? [] : [{ day, kind, ...tracks, passages: own }];
  });
}
