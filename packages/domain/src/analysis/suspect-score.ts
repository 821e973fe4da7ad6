/** Formula of the suspect score; stored with every answer (analysis design, part 3). */
export const SUSPECT_VERSION = 'suspect-2';

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

/** Features of movement: their points follow from how rare the excess is. */
export const MOVEMENTS = ['night', 'night_days', 'loops', 'night_loops', 'gates'] as const;
export type Movement = (typeof MOVEMENTS)[number];

/** Least excess that counts; fixed, because it says what the word means. */
export const LEAST_EXCESS: Readonly<Record<Movement, number>> = {
  night: 3,
  night_days: 2,
  loops: 3,
  night_loops: 2,
  gates: 8,
};

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
  night: 100,
  night_days: 80,
  loops: 200,
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
  night: { min: 0, max: 150 },
  night_days: { min: 0, max: 120 },
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

/** T 9, readings TA34: the drop that separates vehicles of high interest from the others. */
export const SCORE_GAP = 300;
/** Points from which the jump is given, and from which a plate is listed. */
export const STRONG_POINTS = 400;
export const LISTED_POINTS = 100;
const MOST_POINTS = 699;

/** What a plate did in the window, and its habit: the same over equally long times before (median of up to four). */
export interface MovementFacts {
  readonly value: Readonly<Record<Movement, number>>;
  readonly habit: Readonly<Record<Movement, number>>;
  /** On the road all day, as taxis and deliveries are: it is rare only if it is so among those too. */
  readonly isBusy: boolean;
}

/** Reads on a day with something to tell, on average, from which a vehicle counts as on the road all day. */
export const BUSY_READS_A_DAY = 12;

/** So many of them are compared with each other; the first of ten is one in ten whatever he did. */
const LEAST_EQUALS = 30;

/** Nights are counted as they are; passages and loops vary by themselves, so that a habit must be exceeded by two deviations. */
export function excessOf(movement: Movement, value: number, habit: number): number {
  const own = movement === 'gates' || movement === 'night_days' ? habit : habit + 2 * Math.sqrt(habit);
  return Math.max(0, value - own);
}

type Excesses = Readonly<Record<Movement, number[]>>;

const noExcesses = (): Excesses => ({ night: [], night_days: [], loops: [], night_loops: [], gates: [] });

/** So many plates of so many exceed their habit as much or more. */
export interface ExcessShare {
  readonly plates: number;
  readonly of: number;
}

/**
 * How many plates of the window exceed their habit by so much or more: of all, and of those that are on the road all day. Whoever is read
 * twenty times a day turns round more often than others one week and less the next, without meaning anything by it.
 */
export class ExcessShares {
  readonly #all = noExcesses();
  readonly #busy = noExcesses();
  readonly #active: number;
  readonly #busyActive: number;

  /** @param active plates read in the window; @param facts of all that reach the least excess of something; @param busyActive those on the road all day */
  constructor(active: number, facts: Iterable<MovementFacts>, busyActive = 0) {
    for (const { value, habit, isBusy } of facts)
      for (const movement of MOVEMENTS) {
        const excess = excessOf(movement, value[movement], habit[movement]);
        if (excess < LEAST_EXCESS[movement]) continue;
        this.#all[movement].push(excess);
        if (isBusy) this.#busy[movement].push(excess);
      }
    for (const movement of MOVEMENTS) for (const list of [this.#all, this.#busy]) list[movement].sort((a, b) => a - b);
    this.#active = Math.max(1, active);
    this.#busyActive = busyActive;
  }

  /** One in how many exceeds it as much: among all, for who is on the road all day among those, whichever is commoner. */
  shareOf(movement: Movement, excess: number, isBusy: boolean): ExcessShare {
    const all = { plates: countFrom(this.#all[movement], excess), of: this.#active };
    if (!isBusy || this.#busyActive < LEAST_EQUALS) return all;
    const busy = { plates: countFrom(this.#busy[movement], excess), of: this.#busyActive };
    return busy.plates / busy.of > all.plates / all.of ? busy : all;
  }
}

function countFrom(sorted: readonly number[], excess: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < excess) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, sorted.length - low);
}

export interface FeaturePoints {
  readonly feature: SuspectFeature | 'strong' | 'limit';
  readonly points: number;
  /** In numbers: what was counted, its habit, and how many plates reach as much. */
  readonly value: number;
  readonly habit: number | null;
  readonly rarity: number | null;
  /** Plates of the window that exceed their habit as much or more, and those compared; null: not counted. */
  readonly plates: number | null;
  readonly of: number | null;
  /** Most points the plant gives for it; null: it is worth always the same. */
  readonly most: number | null;
}

/** Everything that may give points beside movements. */
export interface OtherFacts {
  /** abs_score of the best convoy with a listed plate; 0: none. */
  readonly convoy: number;
  /** Fewest reads to discard so that one car can have made the rest (part 5). */
  readonly discarded: number;
  readonly isFirstSeen: boolean;
  readonly isForeign: boolean;
  readonly isUninsured: boolean;
  readonly isUninspected: boolean;
  readonly looksMisread: boolean;
}

const LEAST_CONVOY = 100;

function movementPoints(facts: MovementFacts, shares: ExcessShares, weights: SuspectWeights): FeaturePoints[] {
  return MOVEMENTS.flatMap((feature) => {
    const [value, habit] = [facts.value[feature], facts.habit[feature]];
    const excess = excessOf(feature, value, habit);
    if (excess < LEAST_EXCESS[feature]) return [];
    const { plates, of } = shares.shareOf(feature, excess, facts.isBusy);
    const share = Math.min(1, plates / of);
    const byRarity = -100 * Math.log10(share);
    const most = weights[feature];
    const points = Math.round(
      Math.min(most, feature === 'night_days' ? Math.min(40 * (excess - 1), byRarity) : byRarity),
    );
    const rarity = Math.round(1 / share);
    return points <= 0 ? [] : [{ feature, points, value, habit, rarity, plates, of, most }];
  });
}

const fact = (
  feature: FeaturePoints['feature'],
  points: number,
  value: number,
  most: number | null = null,
): FeaturePoints => ({ feature, points, value, habit: null, rarity: null, plates: null, of: null, most });

function statusPoints(facts: OtherFacts, weights: SuspectWeights): FeaturePoints[] {
  if (facts.looksMisread) return [];
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

/** The score of a plate, with what each feature gave: the items add up to it. */
export function suspectScore(
  movement: MovementFacts,
  other: OtherFacts,
  shares: ExcessShares,
  weights: SuspectWeights,
): SuspectScore {
  const items = movementPoints(movement, shares, weights);
  const convoy = Math.round(other.convoy < LEAST_CONVOY ? 0 : Math.min(weights.convoy, other.convoy));
  if (convoy > 0) items.push(fact('convoy', convoy, Math.round(other.convoy), weights.convoy));
  const clone = other.discarded === 0 ? 0 : other.discarded === 1 ? weights.clone_single : weights.clone;
  if (clone > 0) items.push(fact('clone', clone, other.discarded));
  // Status alone never lists a plate.
  if (items.length === 0) return { score: 0, items: [], code: 0 };
  items.push(...statusPoints(other, weights));
  if (other.looksMisread && weights.misread > 0) items.push(fact('misread', -weights.misread, 1));
  const sum = Math.max(
    0,
    items.reduce((total, { points }) => total + points, 0),
  );
  const code = items.reduce(
    (bits, { feature }) => bits | (1 << SUSPECT_FEATURES.indexOf(feature as SuspectFeature)),
    0,
  );
  if (sum < STRONG_POINTS) return { score: sum, items, code };
  const strong = fact('strong', SCORE_GAP, sum);
  // The scale ends at 999: what is beyond is taken off again, so that the items still add up.
  const beyond = sum - MOST_POINTS;
  const limit = fact('limit', -beyond, beyond);
  const all = beyond > 0 ? [...items, strong, limit] : [...items, strong];
  return { score: SCORE_GAP + Math.min(sum, MOST_POINTS), items: all, code };
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

/** Median of up to four earlier spans; 0 without any. */
export function habitOf(spans: readonly number[]): number {
  const sorted = [...spans].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
