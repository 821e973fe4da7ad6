/** Version of rules and thresholds; every reviewed case says with which it was computed. */
export const REVIEW_VERSION = 'revisione-1';

/**
 * Rules of the review. Each counts one thing, `n`; its points are `each` for every one above `free`, rounded down, and at
 * most `most`. This table is all there is to tune, and the score is the sum.
 */
export const REVIEW_RULES = {
  // Days on which the plate looked at most often was looked at again, without anything that followed.
  same_plate: { free: 4, each: 8, most: 64 },
  // Further plates of that kind.
  few_plates: { free: 0, each: 12, most: 48 },
  // Short sessions at hours in which the person did not work in the three months before.
  own_hours: { free: 1, each: 8, most: 32 },
  // Stretches of work longer than a double shift, and days of work beyond 26.
  no_rest: { free: 0, each: 12, most: 60 },
  // Days on which the account was used from two addresses, beyond colleagues.
  two_places: { free: 3, each: 2, most: 20 },
  // Hundredths of consultations with an empty reason or one copied from plate to plate, beyond colleagues.
  copied_reason: { free: 20, each: 0.2, most: 12 },
  // Different plates, as a multiple of what colleagues of the same job look at.
  beyond_peers: { free: 2, each: 8, most: 24 },
  // Searches for one plate over the longest period possible, beyond colleagues.
  look_back: { free: 3, each: 2, most: 16 },
  // Days on which a plate of a declared household was looked at.
  household: { free: 0, each: 40, most: 120 },
  // Look-ups in a register for a plate of which no transit was looked at, beyond colleagues.
  no_transit: { free: 5, each: 2, most: 16 },
  // Exports and prints without a case number and without an alert, beyond colleagues.
  bare_export: { free: 2, each: 4, most: 24 },
  // Case numbers that are not in the list of the body.
  unknown_case: { free: 1, each: 10, most: 40 },
} as const;
export type ReviewRule = keyof typeof REVIEW_RULES;
export const REVIEW_RULE_NAMES = Object.keys(REVIEW_RULES) as readonly ReviewRule[];

/** A case with this score is put before a reviewer; one rule alone reaches it only when it is far exceeded. */
export const FLAG_POINTS = 36;
/** Cases of a month that a reviewer gets by score. */
export const MAX_CASES = 20;

/** Points of a rule for its count. */
export function computePoints(rule: ReviewRule, n: number): number {
  const { free, each, most } = REVIEW_RULES[rule];
  // A rounded product: 0.4 times 5 must not become 1.
  return Math.min(most, Math.max(0, Math.floor(Math.round(each * (n - free) * 1_000) / 1_000)));
}

/** Position of an entry in its log. */
export interface EntryPosition {
  readonly epoch: number;
  readonly seq: number;
}

/** What a rule found, with the numbers of its sentence and the entries it rests on. */
export interface Finding {
  readonly rule: ReviewRule;
  readonly points: number;
  /** `n` is the count of the table; the others complete the sentence. */
  readonly numbers: Readonly<Record<string, number>>;
  /** The plate that the sentence names; null: none. */
  readonly plate: string | null;
  /** The newest ones; `total` says how many there are. */
  readonly entries: readonly EntryPosition[];
  readonly total: number;
}

/** The score of a case: the sum of the points of its findings. */
export const sumPoints = (findings: readonly Pick<Finding, 'points'>[]): number =>
  findings.reduce((sum, { points }) => sum + points, 0);
