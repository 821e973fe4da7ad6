import { type ExcessShare, type ExcessShares, type Movement, MOVEMENTS, type MovementFacts } from './excess-shares.ts';

/** Formula of the suspect score; stored with every answer (analysis design, part 3; ADR 0105). */
export const SUSPECT_VERSION = 'suspect-6';

/** The named features, in the order of the bits of `code`. */
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

/** Most points of each feature. A plant's administrator may change them within `WEIGHT_BOUNDS`. */
export type SuspectWeights = Readonly<Record<Weight, number>>;
export const WEIGHTS = [
  ...MOVEMENTS,
  'convoy',
  'clone_single',
  'clone',
  'first_seen',
  'foreign',
  'uninsured',
  'uninspected',
  'misread',
] as const;
export type Weight = (typeof WEIGHTS)[number];

export const USUAL_WEIGHTS: SuspectWeights = {
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
 * What an administrator may set. Points of status stay small: together they are worth 40 at most (`STATUS_CAP`), and none of
 * them alone more than twice its usual value, or whole groups of innocent people would be listed (analysis design, part 6).
 */
export const WEIGHT_BOUNDS: Readonly<Record<Weight, { readonly min: number; readonly max: number }>> = {
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
 * Points for each passage, night, round or gate beyond the usual, however rare it is: one drive home past three gates is rare and says little, and a
 * round says more than a passage.
 */
export const POINTS_EACH: Readonly<Record<Movement, number>> = {
  night: 40,
  night_days: 40,
  loops: 60,
  night_loops: 40,
  gates: 10,
};

/**
 * Full points from so many passages on, of those a plate made in the window: one in five. Ten nights more or less in a hundred and fifty passages of a
 * taxi say less than ten in twenty, and points are then in proportion. Nights and gates of a day are no passages.
 */
export const FULL_ONE_IN = 5;
const PASSAGES: ReadonlySet<Movement> = new Set(['night', 'loops', 'night_loops']);

/** T 9, readings TA34: the drop that separates vehicles of high interest from the others. */
export const SCORE_GAP = 300;
/** Points from which the jump is given, and from which a plate is listed. */
export const STRONG_POINTS = 400;
export const LISTED_POINTS = 100;
const MOST_POINTS = 699;

export interface FeaturePoints {
  readonly feature: SuspectFeature | 'strong' | 'limit';
  readonly points: number;
  /** In numbers: what was counted, its habit, and how many plates reach as much. */
  readonly value: number;
  readonly habit: number | null;
  /** By how much plates read about as often exceed their habits anyway, and how many those are; null: not compared. */
  readonly alike: number | null;
  readonly alikeOf: number | null;
  readonly rarity: number | null;
  /** Plates that exceed the usual as much or more, and those compared: read on the days of the window; null: not counted. */
  readonly plates: number | null;
  readonly of: number | null;
  /** Most points the plant gives for it; null: it is worth always the same. */
  readonly most: number | null;
}

/** Everything that may give points beside movements. */
export interface OtherFacts {
  /** abs_score of the best convoy with a listed plate; 0: none. */
  readonly convoy: number;
  /** Fewest reads to discard so that one car can have made the rest (analysis design, part 5). */
  readonly discarded: number;
  readonly isFirstSeen: boolean;
  readonly isForeign: boolean;
  readonly isUninsured: boolean;
  readonly isUninspected: boolean;
  readonly looksMisread: boolean;
}

const LEAST_CONVOY = 100;

/** Points for the rarity of something: 100 for one plate in ten, 200 for one in a hundred. */
const pointsOf = ({ plates, of }: ExcessShare): number => -100 * Math.log10(Math.min(1, plates / of));

function pointsOfExcess(
  feature: Movement,
  excess: number,
  { passages }: MovementFacts,
  share: ExcessShare,
  weights: SuspectWeights,
): number {
  const worth = Math.min(weights[feature], pointsOf(share), POINTS_EACH[feature] * excess);
  const part = PASSAGES.has(feature) ? Math.min(1, (FULL_ONE_IN * excess) / Math.max(1, passages)) : 1;
  return Math.round(part * worth);
}

function movementPoints(facts: MovementFacts, shares: ExcessShares, weights: SuspectWeights): FeaturePoints[] {
  return MOVEMENTS.flatMap((feature): FeaturePoints[] => {
    const excess = shares.excessOf(feature, facts);
    if (excess <= 0) return [];
    const share = shares.shareOf(feature, excess);
    const points = pointsOfExcess(feature, excess, facts, share, weights);
    if (points <= 0) return [];
    const alike = shares.usualExcess(feature, facts.reads);
    const counted = { value: facts.value[feature], habit: facts.habit[feature], alike: alike.limit, alikeOf: alike.of };
    return [{ feature, points, ...counted, rarity: rarityOf(share), ...share, most: weights[feature] }];
  });
}

/** Whether the points of a plate can be others for as many passages in the window as it made on the days the window touches. */
export const dependsOnPassages = (facts: MovementFacts, shares: ExcessShares): boolean =>
  MOVEMENTS.some((movement) => {
    const excess = PASSAGES.has(movement) ? shares.excessOf(movement, facts) : 0;
    return excess > 0 && FULL_ONE_IN * excess < facts.reads;
  });

const rarityOf = ({ plates, of }: ExcessShare): number => Math.round(1 / Math.min(1, plates / of));

const fact = (
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

/** What points of status are given for. */
export type StatusFacts = Pick<OtherFacts, 'isFirstSeen' | 'isForeign' | 'isUninsured' | 'isUninspected'>;

/** Points of status of a plate that does not look misread. */
export const statusWorth = (facts: StatusFacts, weights: SuspectWeights): number =>
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
    return points === 0 ? [] : [fact(feature, points, 1)];
  });
}

export interface SuspectScore {
  /** 0 to 999: the points, with the jump for strong evidence. */
  readonly score: number;
  readonly items: readonly FeaturePoints[];
  /** Bit set of the features that gave or took points. */
  readonly code: number;
}

/** Score of so many points: with the jump for strong evidence, and the end of the scale. */
export const scoreOfSum = (sum: number): number => (sum < STRONG_POINTS ? sum : SCORE_GAP + Math.min(sum, MOST_POINTS));

const convoyPoints = (convoy: number, weights: SuspectWeights): number =>
  Math.round(convoy < LEAST_CONVOY ? 0 : Math.min(weights.convoy, convoy));

const clonePoints = (discarded: number, weights: SuspectWeights): number =>
  discarded === 0 ? 0 : discarded === 1 ? weights.clone_single : weights.clone;

/** Points of the movements of a plate, without what explains them: enough to tell which of very many plates are worth looking at. */
export function pointsOfMovements(movement: MovementFacts, shares: ExcessShares, weights: SuspectWeights): number {
  let sum = 0;
  for (const feature of MOVEMENTS) {
    const excess = shares.excessOf(feature, movement);
    if (excess > 0) sum += pointsOfExcess(feature, excess, movement, shares.shareOf(feature, excess), weights);
  }
  return sum;
}

/** Points of what is neither movement nor status. */
export const pointsOfOthers = (
  { convoy, discarded }: Pick<OtherFacts, 'convoy' | 'discarded'>,
  weights: SuspectWeights,
): number => convoyPoints(convoy, weights) + clonePoints(discarded, weights);

/** The score of a plate, with what each feature gave: the items add up to it. */
export function suspectScore(
  movement: MovementFacts,
  other: OtherFacts,
  shares: ExcessShares,
  weights: SuspectWeights,
): SuspectScore {
  const items = movementPoints(movement, shares, weights);
  const convoy = convoyPoints(other.convoy, weights);
  if (convoy > 0) items.push(fact('convoy', convoy, Math.round(other.convoy), weights.convoy));
  const clone = clonePoints(other.discarded, weights);
  if (clone > 0) items.push(fact('clone', clone, other.discarded));
  // Status alone never lists a plate.
  if (items.reduce((sum, { points }) => sum + points, 0) <= 0) return { score: 0, items: [], code: 0 };
  if (!other.looksMisread) items.push(...statusPoints(other, weights));
  else if (weights.misread > 0) items.push(fact('misread', -weights.misread, 1));
  const sum = Math.max(
    0,
    items.reduce((total, { points }) => total + points, 0),
  );
  const given = new Set<string>(items.map(({ feature }) => feature));
  const code = SUSPECT_FEATURES.reduce((bits, feature, bit) => (given.has(feature) ? bits | (1 << bit) : bits), 0);
  if (sum < STRONG_POINTS) return { score: sum, items, code };
  const strong = fact('strong', SCORE_GAP, sum);
  // The scale ends at 999: what is beyond is taken off again, so that the items still add up.
  const beyond = sum - MOST_POINTS;
  const limit = fact('limit', -beyond, beyond);
  const all = beyond > 0 ? [...items, strong, limit] : [...items, strong];
  return { score: scoreOfSum(sum), items: all, code };
}

/** T 3.12: the code as it is written. */
export const codeText = (code: number): string => `0x${code.toString(16).toUpperCase().padStart(3, '0')}`;

/**
 * Readings TA34: how many rows, best first, are of high interest: those before the first drop of 300 or more. Without such a
 * drop all of them when they are beyond the jump, else none.
 */
export function highInterestCount(scores: readonly number[]): number {
  const drop = scores.findIndex((score, index) => index > 0 && (scores[index - 1] ?? 0) - score >= SCORE_GAP);
  if (drop > 0) return drop;
  return (scores[0] ?? 0) >= SCORE_GAP + STRONG_POINTS ? scores.length : 0;
}
