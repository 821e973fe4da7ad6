import {
  AnswerError,
  readFlag,
  readList,
  readNumber,
  readRows,
  readText,
  toNumber,
  type Fields,
  type RecomputedRow,
} from './read-fields.ts';

/**
 * The formula `accomplice-2` written a second time, from docs/models/complici.md alone. The answer shows rounded numbers,
 * so each is taken as the span of all numbers that round to it, and a result is equal when it lies in the span that the
 * formula gives for them.
 */

const VERSION = 'accomplice-2';
const SHARES = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8];
const [READ, MISSED, HEAVIEST] = [0.9, 0.08, 12];
const [SMALLEST_CHANCE, HIGHEST_CHANCE] = [1e-9, 0.95];
const [HIGH_POINTS, HIGH_TRIPS, HIGHEST_SCORE] = [350, 2, 0.99];
/** Strengths at which the verbal scale goes one step up. */
const STEPS = [Math.log10(2), 1, 2, 3, 4, 6];
/** Half of the last shown digit: of four, six and nine places. */
const [FOUR, SIX, NINE] = [5e-5, 5e-7, 5e-10];
const EXACT = 1e-9;

interface Span {
  readonly low: number;
  readonly high: number;
}

const around = (value: number, half: number): Span => ({ low: value - half, high: value + half });
const middle = ({ low, high }: Span): number => (low + high) / 2;
const isWithin = (shown: number, half: number, { low, high }: Span): boolean =>
  shown >= low - half - EXACT && shown <= high + half + EXACT;

/** Weight of a joint trip: log10(0.9 / chance) plus the time together, at most 12. */
function tripWeight(chance: number, together: number): Span {
  const [least, most] = [Math.max(SMALLEST_CHANCE, chance - NINE), Math.min(HIGHEST_CHANCE, chance + NINE)];
  return {
    low: Math.min(HEAVIEST, Math.log10(READ / most) + together - FOUR),
    high: Math.min(HEAVIEST, Math.log10(READ / least) + together + FOUR),
  };
}

/** log10 of the mean, over the assumed shares, of the product over all trips. Rises with every argument. */
function meanFactor(weights: readonly number[], chances: readonly number[]): number {
  const logs = SHARES.map((share) => {
    const joint = weights.map((weight) => Math.log10(1 - share + share * 10 ** weight));
    const apart = chances.map((chance) => Math.log10(1 - share + (share * MISSED) / (1 - chance)));
    return [...joint, ...apart].reduce((sum, log) => sum + log, 0);
  });
  const largest = Math.max(...logs);
  const mean = logs.reduce((sum, log) => sum + 10 ** (log - largest), 0) / SHARES.length;
  return largest + Math.log10(mean);
}

const toScore = (strength: number): number => Math.min(HIGHEST_SCORE, 1 / (1 + 10 ** (-0.6 * (strength - 1.5))));
const toScale = (strength: number): number => STEPS.filter((step) => strength >= step).length;

/** The strength that the trips of a candidate give, and the trips whose weight is not what the formula says. */
function recomputeTrips(candidate: Fields): { readonly factor: Span; readonly differences: readonly string[] } {
  const differences: string[] = [];
  const weights = readRows(candidate, 'viaggi').map((trip) => {
    const shown = readNumber(trip, 'peso');
    const weight = tripWeight(readNumber(trip, 'caso'), readNumber(trip, 'catena'));
    if (!isWithin(shown, FOUR, weight))
      differences.push(
        `peso of trip ${readNumber(trip, 'sessione')}: ${shown} shown, ${middle(weight).toFixed(4)} recomputed`,
      );
    return around(shown, FOUR);
  });
  const chances = readList(candidate, 'senza').map((pair) => {
    const [, chance] = Array.isArray(pair) ? pair : [];
    return around(toNumber(chance, 'senza'), SIX);
  });
  const factor = {
    low: meanFactor(
      weights.map(({ low }) => low),
      chances.map(({ low }) => low),
    ),
    high: meanFactor(
      weights.map(({ high }) => high),
      chances.map(({ high }) => Math.min(HIGHEST_CHANCE, high)),
    ),
  };
  return { factor, differences };
}

/** Every number that follows from the strength. */
function checkStrength(candidate: Fields, strength: Span): readonly string[] {
  const points = { low: Math.max(0, 100 * strength.low), high: Math.max(0, 100 * strength.high) };
  const score = { low: toScore(strength.low), high: toScore(strength.high) };
  const scale = { low: toScale(strength.low), high: toScale(strength.high) };
  return (
    [
      ['forza', FOUR, strength],
      ['abs_score', 0.5, points],
      ['score', FOUR, score],
      ['scala', 0, scale],
    ] as const
  ).flatMap(([name, half, span]) => {
    const shown = readNumber(candidate, name);
    return isWithin(shown, half, span) ? [] : [`${name}: ${shown} shown, ${middle(span).toFixed(4)} recomputed`];
  });
}

function recomputeCandidate(candidate: Fields, compared: number): RecomputedRow {
  const [plate, shown] = [readText(candidate, 'plate2'), readNumber(candidate, 'abs_score')];
  const isMarked = readFlag(candidate, 'alta_probabilita');
  if (readFlag(candidate, 'solo_uno')) {
    const isScored =
      isMarked || ['abs_score', 'score', 'fattore', 'forza'].some((name) => readNumber(candidate, name) !== 0);
    return { plate, shown, recomputed: 0, differences: isScored ? ['one passage together is not scored'] : [] };
  }
  const { factor, differences } = recomputeTrips(candidate);
  const found = [...differences];
  const shownFactor = readNumber(candidate, 'fattore');
  if (!isWithin(shownFactor, FOUR, factor))
    found.push(`fattore: ${shownFactor} shown, ${middle(factor).toFixed(4)} recomputed`);
  const correction = Math.log10(Math.max(1, compared));
  const strength = { low: factor.low - correction, high: factor.high - correction };
  found.push(...checkStrength(candidate, strength));
  const trips = readList(candidate, 'viaggi').length;
  const mayBeMarked = shown >= HIGH_POINTS && trips >= HIGH_TRIPS && readFlag(candidate, 'abitudine_nota');
  if (isMarked !== mayBeMarked) found.push(`alta_probabilita: ${isMarked} shown, ${mayBeMarked} recomputed`);
  return { plate, shown, recomputed: Math.max(0, Math.round(100 * middle(strength))), differences: found };
}

/** Recomputes an answer of `/api/platepartners`. Throws `AnswerError`. */
export function recomputeAccomplices(answer: Fields): readonly RecomputedRow[] {
  const version = readText(answer, 'versione');
  if (version !== VERSION) throw new AnswerError(`formula ${version} is unknown; this program knows ${VERSION}`);
  const compared = readNumber(answer, 'confrontate');
  return readRows(answer, 'candidates').map((candidate) => recomputeCandidate(candidate, compared));
}
