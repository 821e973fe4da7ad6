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

/**
 * A passage is compared with the one before it and with all of this time before it; over midnight only with these.
 */
export const COMPARED_BACK_MS = 60 * 60_000;

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
export const MAX_DAY_PASSAGES = 300;

export interface TrackSplit {
  /** Fewest reads to discard so that one vehicle can have made the rest. 0: nothing is impossible. */
  readonly discarded: number;
  /** By passage: true where it belongs to the longest track one vehicle can have driven. */
  readonly isMain: readonly boolean[];
}

/**
 * Finds the longest track in which no two passages contradict each other. The others belong to another vehicle or are
 * misreads. Every pair is compared, because several short or slow legs can add up to a drive that no car can make.
 * @param passages of one plate, in order of time
 */
export function splitTracks(passages: readonly PlacedPassage[]): TrackSplit {
  const examined = passages.slice(0, MAX_DAY_PASSAGES);
  const conflicts = findConflicts(examined);
  // Neither way of choosing is always the better one; one discarded read and none are exact in both.
  const [chain, others] = [
    discardConflicting(findLongestChain(conflicts), conflicts),
    discardConflicting(new Set(conflicts.keys()), conflicts),
  ];
  const main = others.size > chain.size ? others : chain;
  return {
    discarded: examined.length - main.size,
    isMain: passages.map((_, i) => i >= examined.length || main.has(i)),
  };
}

/** For each passage the passages that the same vehicle cannot have made. */
function findConflicts(passages: readonly PlacedPassage[]): readonly ReadonlySet<number>[] {
  const conflicts = passages.map(() => new Set<number>());
  passages.forEach((to, i) => {
    for (let k = 0; k < i; k += 1) {
      const from = passages[k];
      if (from === undefined || !computeLegSpeed(from, to).isImpossible) continue;
      conflicts[i]?.add(k);
      conflicts[k]?.add(i);
    }
  });
  return conflicts;
}

/** The longest chain in which each passage can be reached from the one before. */
function findLongestChain(conflicts: readonly ReadonlySet<number>[]): Set<number> {
  const lengths: number[] = [];
  const before: number[] = [];
  conflicts.forEach((own, i) => {
    let [best, from] = [1, -1];
    for (let k = 0; k < i; k += 1)
      if ((lengths[k] ?? 0) + 1 > best && !own.has(k)) [best, from] = [(lengths[k] ?? 0) + 1, k];
    lengths.push(best);
    before.push(from);
  });
  const chain = new Set<number>();
  for (let at = lengths.indexOf(Math.max(0, ...lengths)); at >= 0; at = before[at] ?? -1) chain.add(at);
  return chain;
}

/** Removes the passage with the most conflicts, the later of equal ones, until there is no conflict. */
function discardConflicting(chosen: Set<number>, conflicts: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  for (;;) {
    let [worst, most] = [-1, 0];
    for (const i of chosen) {
      const count = [...(conflicts[i] ?? [])].filter((k) => chosen.has(k)).length;
      if (count > most || (count === most && count > 0 && i > worst)) [worst, most] = [i, count];
    }
    if (most === 0) return chosen;
    chosen.delete(worst);
  }
}

/** Two or more unexplained reads: a cloned plate is possible. A single one is usually a misread, to be checked. */
export type ImpossibleKind = 'clone' | 'check';
export const classifyImpossible = (discarded: number): ImpossibleKind | null =>
  discarded >= 2 ? 'clone' : discarded === 1 ? 'check' : null;

/**
 * Cheap pre-check: does any passage contradict the one before it, or one of the hour before it?
 * @param fromMs earlier passages are only compared with
 */
export const hasImpossibleLeg = (passages: readonly PlacedPassage[], fromMs = -Infinity): boolean =>
  passages.some((to, i) => {
    if (to.timeMs < fromMs) return false;
    for (let k = i - 1; k >= 0; k -= 1) {
      const from = passages[k];
      if (from === undefined || (k < i - 1 && to.timeMs - from.timeMs > COMPARED_BACK_MS)) return false;
      if (computeLegSpeed(from, to).isImpossible) return true;
    }
    return false;
  });

export interface ImpossibleDay<Passage extends PlacedPassage> extends TrackSplit {
  readonly day: string;
  readonly kind: ImpossibleKind;
  /** Of the day, and those of the hour before midnight that contradict one of the day. */
  readonly passages: readonly Passage[];
}

/**
 * Days on which one vehicle cannot have made all the reads of a plate. Each day is judged separately: two misreads in a
 * week are two things to check, not a clone. What contradicts a read shortly before midnight counts for the second day.
 * @param passages of one plate, in order of time
 * @param dayOf the Rome day of an instant
 */
export function findImpossibleDays<Passage extends PlacedPassage>(
  passages: readonly Passage[],
  dayOf: (timeMs: number) => string,
): readonly ImpossibleDay<Passage>[] {
  if (!hasImpossibleLeg(passages)) return [];
  let before: readonly Passage[] = [];
  return [...Map.groupBy(passages, ({ timeMs }) => dayOf(timeMs))].flatMap(([day, own]) => {
    const judged = [...before.filter((late) => own.some((early) => contradictsOverMidnight(late, early))), ...own];
    before = own;
    const tracks = splitTracks(judged);
    const kind = classifyImpossible(tracks.discarded);
    return kind === null ? [] : [{ day, kind, ...tracks, passages: judged }];
  });
}

const contradictsOverMidnight = (late: PlacedPassage, early: PlacedPassage): boolean =>
  early.timeMs - late.timeMs <= COMPARED_BACK_MS && computeLegSpeed(late, early).isImpossible;
