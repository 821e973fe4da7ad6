import {
  type ExcessShare,
  type ExcessShares,
  type Movement,
  MOVEMENT_FEATURES,
  type MovementFacts,
} from './excess-shares.ts';

/** Version of the suspect score formula; stored with every result (analysis design, part 3; ADR 0023). */
export const SUSPECT_VERSION = 'suspect-7';

/** Names of the features, in the order of the bits of `code`. */
export const SUSPECT_FEATURES = [
  'night',
  'night_days',
  'loops',
  'night_loops',
  'gates',
  'convoy',
  'clone',
  'first_seen',
  'foreign',
  'uninsured',
  'uninspected',
  'misread',
] as const;
export type SuspectFeature = (typeof SUSPECT_FEATURES)[number];

/** Maximum points of each feature. A plant's administrator may change them within `WEIGHT_BOUNDS`. */
export type SuspectWeights = Readonly<Record<SuspectWeight, number>>;
export const SUSPECT_WEIGHTS = [
  ...MOVEMENT_FEATURES,
  'convoy',
  'clone_single',
  'clone',
  'first_seen',
  'foreign',
  'uninsured',
  'uninspected',
  'misread',
] as const;
export type SuspectWeight = (typeof SUSPECT_WEIGHTS)[number];

export const DEFAULT_SUSPECT_WEIGHTS: SuspectWeights = {
  night: 250,
  night_days: 150,
  loops: 300,
  night_loops: 150,
  gates: 60,
  convoy: 350,
  clone_single: 60,
  clone: 420,
  first_seen: 20,
  foreign: 10,
  uninsured: 20,
  uninspected: 10,
  misread: 100,
};

/**
 * Bounds for an administrator. Points for status stay small: together they count 40 at most (`STATUS_CAP`), and none
 * alone more than twice its default. Otherwise whole groups of innocent people would be listed (analysis design, part
 * 6).
 */
export const WEIGHT_BOUNDS: Readonly<Record<SuspectWeight, { readonly min: number; readonly max: number }>> = {
  night: { min: 0, max: 300 },
  night_days: { min: 0, max: 200 },
  loops: { min: 0, max: 300 },
  night_loops: { min: 0, max: 225 },
  gates: { min: 0, max: 90 },
  convoy: { min: 0, max: 420 },
  clone_single: { min: 0, max: 90 },
  clone: { min: 0, max: 420 },
  first_seen: { min: 0, max: 20 },
  foreign: { min: 0, max: 10 },
  uninsured: { min: 0, max: 20 },
  uninspected: { min: 0, max: 10 },
  misread: { min: 0, max: 200 },
};
export const STATUS_CAP = 40;

/**
 * Points for each passage, night, loop or gate beyond the usual, however rare it is. One drive home past three gates
 * is rare but means little, and a loop means more than a passage.
 */
export const POINTS_EACH: Readonly<Record<Movement, number>> = {
  night: 40,
  night_days: 40,
  loops: 60,
  night_loops: 40,
  gates: 10,
};

/**
 * Full points are given when at least one in five passages of the plate in the window exceeds the usual; below that,
 * points are in proportion. Ten more nights mean less among the 150 passages of a taxi than among twenty. Does not
 * apply to nights and gates of a day, which are not counted in passages.
 */
export const FULL_POINTS_ONE_IN = 5;
const PASSAGE_MOVEMENTS: ReadonlySet<Movement> = new Set(['night', 'loops', 'night_loops']);

/** T 9, readings TA34: the drop in score that separates vehicles of high interest from the others. */
export const SCORE_GAP = 300;
/** Points from which a score gets the jump of `SCORE_GAP`, and points from which a plate is listed. */
export const STRONG_POINTS = 400;
export const LISTED_POINTS = 100;
const MAX_POINTS = 699;

export interface FeaturePoints {
  readonly feature: SuspectFeature | 'strong' | 'limit';
  readonly points: number;
  /** The value, its habit, and how many plates reach as much. */
  readonly value: number;
  readonly habit: number | null;
  /**
   * By how much plates read about as often exceed their habits anyway, and the number of those plates; null: not
   * compared.
   */
  readonly alike: number | null;
  readonly alikeOf: number | null;
  readonly rarity: number | null;
  /**
   * Plates that exceed the usual by at least as much, and the plates compared (read on the days of the window); null:
   * not counted.
   */
  readonly plates: number | null;
  readonly of: number | null;
  /** Maximum points of this feature at the plant; null: its points are fixed. */
  readonly most: number | null;
}

/** Facts that may give points besides movements. */
export interface NonMovementFacts {
  /** abs_score of the best convoy with a listed plate; 0: none. */
  readonly convoy: number;
  /** Fewest reads to discard so that one vehicle can have made the rest (analysis design, part 5). */
  readonly discarded: number;
  readonly isFirstSeen: boolean;
  readonly isForeign: boolean;
  readonly isUninsured: boolean;
  readonly isUninspected: boolean;
  readonly looksMisread: boolean;
}

const MIN_CONVOY_SCORE = 100;

/** Points for rarity: 100 for one plate in ten, 200 for one in a hundred. */
const rarityPoints = ({ plates, of }: ExcessShare): number => -100 * Math.log10(Math.min(1, plates / of));

function excessPoints(
  feature: Movement,
  excess: number,
  { passages }: MovementFacts,
  share: ExcessShare,
  weights: SuspectWeights,
): number {
  const worth = Math.min(weights[feature], rarityPoints(share), POINTS_EACH[feature] * excess);
  const part = PASSAGE_MOVEMENTS.has(feature) ? Math.min(1, (FULL_POINTS_ONE_IN * excess) / Math.max(1, passages)) : 1;
  return Math.round(part * worth);
}

function movementPoints(facts: MovementFacts, shares: ExcessShares, weights: SuspectWeights): FeaturePoints[] {
  return MOVEMENT_FEATURES.flatMap((feature): FeaturePoints[] => {
    const excess = shares.computeExcess(feature, facts);
    if (excess <= 0) return [];
    const share = shares.getExcessShare(feature, excess);
    const points = excessPoints(feature, excess, facts, share, weights);
    if (points <= 0) return [];
    const alike = shares.usualExcess(feature, facts.reads);
    const counted = { value: facts.value[feature], habit: facts.habit[feature], alike: alike.limit, alikeOf: alike.of };
    return [{ feature, points, ...counted, rarity: toOneIn(share), ...share, most: weights[feature] }];
  });
}

/** Whether the plate's points change between the passages in the window and those on the days the window touches. */
export const dependsOnPassages = (facts: MovementFacts, shares: ExcessShares): boolean =>
  MOVEMENT_FEATURES.some((movement) => {
    const excess = PASSAGE_MOVEMENTS.has(movement) ? shares.computeExcess(movement, facts) : 0;
    return excess > 0 && FULL_POINTS_ONE_IN * excess < facts.reads;
  });

const toOneIn = ({ plates, of }: ExcessShare): number => Math.round(1 / Math.min(1, plates / of));

const createFactItem = (
  feature: FeaturePoints['feature'],
  points: number,
  value: number,
  most: number | null = null,
): FeaturePoints => ({
  feature,
  points,
  value,
  habit: null,
  alike: null,
  alikeOf: null,
  rarity: null,
  plates: null,
  of: null,
  most,
});

/** The facts that give points for status. */
export type StatusFacts = Pick<NonMovementFacts, 'isFirstSeen' | 'isForeign' | 'isUninsured' | 'isUninspected'>;

/** Points for status of a plate that is not a likely misread. */
export const computeStatusPoints = (facts: StatusFacts, weights: SuspectWeights): number =>
  statusPoints(facts, weights).reduce((sum, { points }) => sum + points, 0);

function statusPoints(facts: StatusFacts, weights: SuspectWeights): FeaturePoints[] {
  let left = STATUS_CAP;
  return (
    [
      ['first_seen', facts.isFirstSeen],
      ['foreign', facts.isForeign],
      ['uninsured', facts.isUninsured],
      ['uninspected', facts.isUninspected],
    ] as const
  ).flatMap(([feature, is]) => {
    const points = is ? Math.min(left, weights[feature]) : 0;
    left -= points;
    return points === 0 ? [] : [createFactItem(feature, points, 1)];
  });
}

export interface SuspectScore {
  /** 0 to 999: the points, plus the jump for strong evidence. */
  readonly score: number;
  readonly items: readonly FeaturePoints[];
  /** Bit set of the features that gave or took points. */
  readonly code: number;
}

/** Converts a sum of points to a score: adds the jump for strong evidence and caps it at the maximum. */
export const toSuspectScore = (sum: number): number =>
  sum < STRONG_POINTS ? sum : SCORE_GAP + Math.min(sum, MAX_POINTS);

const convoyPoints = (convoy: number, weights: SuspectWeights): number =>
  Math.round(convoy < MIN_CONVOY_SCORE ? 0 : Math.min(weights.convoy, convoy));

const clonePoints = (discarded: number, weights: SuspectWeights): number =>
  discarded === 0 ? 0 : discarded === 1 ? weights.clone_single : weights.clone;

/**
 * Points for the movements of a plate, without the items that explain them. Cheap enough to preselect the plates to
 * examine among very many.
 */
export function computeMovementPoints(movement: MovementFacts, shares: ExcessShares, weights: SuspectWeights): number {
  let sum = 0;
  for (const feature of MOVEMENT_FEATURES) {
    const excess = shares.computeExcess(feature, movement);
    if (excess > 0) sum += excessPoints(feature, excess, movement, shares.getExcessShare(feature, excess), weights);
  }
  return sum;
}

/** Points for everything that is neither movement nor status. */
export const computeNonMovementPoints = (
  { convoy, discarded }: Pick<NonMovementFacts, 'convoy' | 'discarded'>,
  weights: SuspectWeights,
): number => convoyPoints(convoy, weights) + clonePoints(discarded, weights);

/** The score of a plate with the points of each feature; the items add up to it. */
export function computeSuspectScore(
  movement: MovementFacts,
  other: NonMovementFacts,
  shares: ExcessShares,
  weights: SuspectWeights,
): SuspectScore {
  const items = movementPoints(movement, shares, weights);
  const convoy = convoyPoints(other.convoy, weights);
  if (convoy > 0) items.push(createFactItem('convoy', convoy, Math.round(other.convoy), weights.convoy));
  const clone = clonePoints(other.discarded, weights);
  if (clone > 0) items.push(createFactItem('clone', clone, other.discarded));
  // Status alone never lists a plate.
  if (items.reduce((sum, { points }) => sum + points, 0) <= 0) return { score: 0, items: [], code: 0 };
  if (!other.looksMisread) items.push(...statusPoints(other, weights));
  else if (weights.misread > 0) items.push(createFactItem('misread', -weights.misread, 1));
  const sum = Math.max(
    0,
    items.reduce((total, { points }) => total + points, 0),
  );
  const input = new Set<string>(items.map(({ feature }) => feature));
  const code = SUSPECT_FEATURES.reduce((bits, feature, bit) => (input.has(feature) ? bits | (1 << bit) : bits), 0);
  if (sum < STRONG_POINTS) return { score: sum, items, code };
  const strong = createFactItem('strong', SCORE_GAP, sum);
  // The scale ends at 999: points beyond it are taken off again, so that the items still add up.
  const beyond = sum - MAX_POINTS;
  const limit = createFactItem('limit', -beyond, beyond);
  const all = beyond > 0 ? [...items, strong, limit] : [...items, strong];
  return { score: toSuspectScore(sum), items: all, code };
}

/** T 3.12: the code in hexadecimal, as shown. */
export const formatSuspectCode = (code: number): string => `0x${code.toString(16).toUpperCase().padStart(3, '0')}`;

/**
 * Readings TA34: how many rows, best first, are of high interest: those before the first drop of 300 or more. Without
 * such a drop, all of them if they have the jump for strong evidence, else none.
 */
export function countHighInterest(scores: readonly number[]): number {
  const drop = scores.findIndex((score, index) => index > 0 && (scores[index - 1] ?? 0) - score >= SCORE_GAP);
  if (drop > 0) return drop;
  return (scores[0] ?? 0) >= SCORE_GAP + STRONG_POINTS ? scores.length : 0;
}
