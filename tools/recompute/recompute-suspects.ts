import {
  AnswerError,
  readFlag,
  readList,
  readNumber,
  readRows,
  readText,
  toFields,
  type Fields,
  type RecomputedRow,
} from './read-fields.ts';

/**
 * The formula `suspect-7` written a second time, from docs/models/sospetti.md alone: nothing here imports the product's
 * scoring, so that a mistake there is not repeated here.
 */

const VERSION = 'suspect-7';
/** Smallest value that counts, points for each one beyond the usual, and whether it is counted in passages. */
const MOVEMENTS = new Map([
  ['night', { least: 3, each: 40, isOfPassages: true }],
  ['night_days', { least: 2, each: 40, isOfPassages: false }],
  ['loops', { least: 3, each: 60, isOfPassages: true }],
  ['night_loops', { least: 1, each: 40, isOfPassages: true }],
  ['gates', { least: 8, each: 10, isOfPassages: false }],
]);
const STATUS = ['first_seen', 'foreign', 'uninsured', 'uninspected'];
/** In the order of the bits of `code`. */
const FEATURES = ['night', 'night_days', 'loops', 'night_loops', 'gates', 'convoy', 'clone', ...STATUS, 'misread'];
/** Points that the rows do not show; a plant that changed them shows its own in "Come si calcola". */
const DEFAULT_WEIGHTS: Fields = {
  clone_single: 60,
  clone: 420,
  first_seen: 20,
  foreign: 10,
  uninsured: 20,
  uninspected: 10,
  misread: 100,
};
const MAX_STATUS = 40;
const ONE_IN = 5;
const MIN_PARTNER_POINTS = 100;
const [STRONG_FROM, STRONG_POINTS, HIGHEST_SUM] = [400, 300, 699];
/** Sums of floating-point numbers that are a half in exact numbers may lie just beside it. */
const EXACT = 1e-9;

/** Whether `shown` is `exact` rounded to a whole number. */
const isRounded = (shown: number, exact: number): boolean => Math.abs(shown - exact) <= 0.5 + EXACT;

/** Points of a movement before rounding, from the numbers of its line. */
function movementPoints(item: Fields, name: string, passages: number): number {
  const rule = MOVEMENTS.get(name);
  if (rule === undefined) throw new AnswerError(`unknown feature ${name}`);
  const value = readNumber(item, 'value');
  if (value < rule.least) return 0;
  const habit = readNumber(item, 'habit');
  const ownVariation = name === 'gates' ? 0 : 2 * Math.sqrt(habit);
  const excess = value - habit - Math.max(ownVariation, readNumber(item, 'alike'));
  if (excess <= 0) return 0;
  const part = rule.isOfPassages ? Math.min(1, (ONE_IN * excess) / Math.max(1, passages)) : 1;
  const rarity = 100 * Math.log10(Math.max(1, readNumber(item, 'of') / readNumber(item, 'plates')));
  return part * Math.min(readNumber(item, 'most'), rarity, rule.each * excess);
}

/** Points of a line that is neither movement nor status, before rounding. @param sum of all lines before it */
function fixedPoints(item: Fields, name: string, weights: Fields, sum: number): number {
  const value = readNumber(item, 'value');
  if (name === 'convoy') return value < MIN_PARTNER_POINTS ? 0 : Math.min(value, readNumber(item, 'most'));
  if (name === 'clone') return readNumber(weights, value === 1 ? 'clone_single' : 'clone');
  if (name === 'misread') return -readNumber(weights, 'misread');
  if (name === 'strong') return sum >= STRONG_FROM ? STRONG_POINTS : 0;
  if (name === 'limit') return Math.min(0, HIGHEST_SUM + STRONG_POINTS - sum);
  throw new AnswerError(`unknown feature ${name}`);
}

interface Recomputed {
  readonly sum: number;
  readonly differences: readonly string[];
}

function recomputeItems(items: readonly Fields[], passages: number, weights: Fields): Recomputed {
  const differences: string[] = [];
  let [sum, statusLeft] = [0, MAX_STATUS];
  for (const item of items) {
    const [name, shown] = [readText(item, 'feature'), readNumber(item, 'points')];
    let exact = 0;
    if (MOVEMENTS.has(name)) exact = movementPoints(item, name, passages);
    else if (STATUS.includes(name)) {
      exact = Math.min(statusLeft, readNumber(weights, name));
      statusLeft -= exact;
    } else exact = fixedPoints(item, name, weights, sum);
    if (!isRounded(shown, exact)) differences.push(`${name}: ${shown} shown, ${exact.toFixed(2)} recomputed`);
    // A half may be rounded either way; where the line is right, what it shows is added.
    sum += isRounded(shown, exact) ? shown : Math.round(exact);
  }
  return { sum, differences };
}

/** Lines that must follow from the others, and what the marks of the row must be. */
function checkRow(row: Fields, items: readonly Fields[], sum: number): readonly string[] {
  const differences: string[] = [];
  const names = items.map((item) => readText(item, 'feature'));
  if (new Set(names).size < names.length) differences.push('a feature is listed twice');
  const before = items
    .filter((item) => !['strong', 'limit'].includes(readText(item, 'feature')))
    .reduce((all, item) => all + readNumber(item, 'points'), 0);
  if (before >= STRONG_FROM !== names.includes('strong')) differences.push('strong: missing, or without 400 points');
  if (before > HIGHEST_SUM !== names.includes('limit')) differences.push('limit: missing, or without need');
  if (names.length > 0 && names.every((name) => STATUS.includes(name))) differences.push('listed for its status alone');
  const score = readNumber(row, 'score');
  if (score !== Math.max(0, sum)) differences.push(`score: ${score} shown, ${Math.max(0, sum)} recomputed`);
  const code = FEATURES.reduce((bits, name, bit) => (names.includes(name) ? bits + 2 ** bit : bits), 0);
  if (readNumber(row, 'code') !== code) differences.push(`code: ${readNumber(row, 'code')} shown, ${code} recomputed`);
  return differences;
}

/** Rows of high interest: those before the first drop of 300; without one all, if the first has 700 or more. */
function countHigh(scores: readonly number[]): number {
  const drop = scores.findIndex((score, at) => at > 0 && (scores[at - 1] ?? 0) - score >= STRONG_POINTS);
  if (drop > 0) return drop;
  return (scores[0] ?? 0) >= STRONG_FROM + STRONG_POINTS ? scores.length : 0;
}

/**
 * Recomputes an answer of `GET` or `POST /api/v2/lpr/suspects`. Throws `AnswerError`.
 * @param weights of the plant, as `/api/v2/lpr/suspects/weights` answers; null: those of the formula
 */
export function recomputeSuspects(answer: Fields, weights: Fields | null): readonly RecomputedRow[] {
  const version = readText(answer, 'versione');
  if (version !== VERSION) throw new AnswerError(`formula ${version} is unknown; this program knows ${VERSION}`);
  const used = weights === null ? DEFAULT_WEIGHTS : toFields(weights['weights'], 'weights');
  const rows = readRows(answer, 'objects');
  const high = countHigh(rows.map((row) => readNumber(row, 'score')));
  return rows.map((row, index) => {
    const items = readList(row, 'items').map((item) => toFields(item, 'item'));
    const { sum, differences } = recomputeItems(items, readNumber(row, 'plate_count'), used);
    const isHigh = readFlag(row, 'high_interest');
    return {
      plate: readText(toFields(row['transit'], 'transit'), 'targa'),
      shown: readNumber(row, 'score'),
      recomputed: Math.max(0, sum),
      differences: [
        ...differences,
        ...checkRow(row, items, sum),
        ...(isHigh === index < high ? [] : [`high interest: ${isHigh} shown, ${!isHigh} recomputed`]),
      ],
    };
  });
}
