import { findVehicleDifferences } from './vehicle-differences.ts';
import { findDifferingPosition } from '../plates/plate-neighbours.ts';

/** Version of the formula; sent with every answer. */
export const MISREAD_ODDS_VERSION = 'lettura-2';

/** Below this probability the read is called a likely error. */
export const LIKELY_ERROR_BELOW = 0.5;

/** A vehicle as seen, as registered, or as usually seen; empty: unknown. */
export interface ComparedVehicle {
  readonly brand: string;
  readonly model: string;
  readonly colour: string;
  readonly class: string;
}

/** Another plate, one confused character away, that passed at this plant before. */
export interface PlateNeighbour {
  readonly plate: string;
  /** Earlier passages at the gate of the alert, and at the whole plant. */
  readonly atGate: number;
  readonly atPlant: number;
  /** The vehicle of its newest earlier passage. */
  readonly vehicle: ComparedVehicle;
  /** Corrections of the read plate's pair of characters at this gate in 30 days; null: not counted. */
  readonly corrections: number | null;
}

/** Facts about the read behind an alert. Null: unknown; such a fact contributes nothing. */
export interface ReadFacts {
  readonly plate: string;
  /** Mean confidence of the read, 0 to 1, and of each character; empty: unknown. */
  readonly confidence: number | null;
  readonly characters: readonly number[];
  readonly isFormValid: boolean | null;
  /** The list names another plate, which the read resembles. */
  readonly isApproximate: boolean;
  readonly seen: ComparedVehicle;
  /** The registered vehicle, else the one usually seen with this plate. */
  readonly expected: { readonly from: 'registry' | 'passages'; readonly vehicle: ComparedVehicle } | null;
  /** Earlier passages of the read plate itself. */
  readonly earlier: { readonly atGate: number; readonly atPlant: number } | null;
  readonly neighbours: readonly PlateNeighbour[] | null;
  /** Ended alerts at this gate whose plate was right or wrong. */
  readonly outcomes: { readonly right: number; readonly wrong: number } | null;
  readonly isNight: boolean | null;
}

export const ODDS_TERMS = [
  'gate',
  'approximate',
  'confidence',
  'character',
  'form',
  'brand',
  'model',
  'colour',
  'class',
  'earlier',
  'neighbour',
  'corrections',
  'light',
] as const;
export type OddsTerm = (typeof ODDS_TERMS)[number];

/** One contribution: `logOdds` is exactly what it adds (natural logarithm, 2 decimals). */
export interface OddsReason {
  readonly term: OddsTerm;
  readonly state: 'for' | 'against' | 'neutral' | 'unknown';
  readonly logOdds: number;
}

export interface MisreadOdds {
  /** Sum of the contributions; positive: the read is rather right. */
  readonly logOdds: number;
  /** Probability that the read is right, 0 to 1. */
  readonly probability: number;
  readonly isLikelyError: boolean;
  /** The plate that was most plausibly there instead; null: none is known. */
  readonly neighbour: PlateNeighbour | null;
  /** The two characters, read first, such as `8/B`; empty: none. */
  readonly pair: string;
  /** Every term once, in the order of `ODDS_TERMS`. */
  readonly reasons: readonly OddsReason[];
}

/** How often a fact is seen with a read that is right, and with one that is wrong. Estimates, stated in the model card. */
interface Rates {
  readonly right: number;
  readonly wrong: number;
}

/**
 * The vehicle seen differs from the one expected. With a right read that is an error of the camera or of the register, or a
 * cloned plate; with a wrong one it is another car, which agrees only by chance.
 */
const DIFFERS = {
  brand: { right: 0.12, wrong: 0.8 },
  /** Of two vehicles of one brand. */
  model: { right: 0.12, wrong: 0.75 },
  colourByDay: { right: 0.15, wrong: 0.72 },
  colourAtNight: { right: 0.3, wrong: 0.76 },
  class: { right: 0.06, wrong: 0.2 },
} as const satisfies Record<string, Rates>;

/** Share of right reads that are of cloned plates. There all of the vehicle differs, so together it cannot say more than this. */
const CLONED = 0.1;

/**
 * A character in doubt: `clear` when it is as certain as others, less by `DOUBT_EACH` for each logit beyond `from`, at least `doubtful`.
 * `alone`: without a neighbour any of the characters may be the weakest, so it says less.
 */
const DOUBT_EACH = 1.6;
const DOUBT = {
  alone: { from: 0.6, clear: 0.65, doubtful: -1.3 },
  atNeighbour: { from: 0.3, clear: 1.2, doubtful: -1.8 },
} as const;

/** No plate with one confused character passed here before. */
const NO_NEIGHBOUR: Rates = { right: 0.9, wrong: 0.45 };

/** Weights in log-odds of facts that are no rates. Chosen by hand; the bench of misreads measures them (model card). */
const WEIGHTS = {
  /** Outcomes assumed before any is known at a gate. */
  priorRight: 6,
  priorWrong: 4,
  approximate: -2,
  /** Share of the logit of a confidence relative to `usualConfidence`. */
  confidence: 0.3,
  usualConfidence: 0.9,
  form: { yes: 0.2, no: -1.5 },
  neverSeen: -0.3,
  earlierEach: 0.5,
  neighbourEach: -0.4,
  neighbourAlike: -1.8,
  correctionEach: -0.6,
  night: -0.2,
  day: 0.1,
} as const;

const LIMIT = 2;
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const round = (value: number): number => Math.round(value * 100) / 100 + 0;
/** Logit of a confidence kept off 0 and 1, where it would be infinite. */
const logit = (share: number): number => {
  const inside = clamp(share, 0.01, 0.999);
  return Math.log(inside / (1 - inside));
};
/** Grows with the count, ever more slowly; a count below 0 counts as 0. */
const grow = (count: number): number => Math.log1p(Math.max(0, count));

const isKnown = (value: number | null | undefined): value is number =>
  typeof value === 'number' && !Number.isNaN(value);

/** Logit of a confidence against a usual one, or null for an unknown one. */
const scoreConfidence = (value: number | null): number | null =>
  isKnown(value) ? clamp(WEIGHTS.confidence * (logit(value) - logit(WEIGHTS.usualConfidence)), -LIMIT, 1) : null;

const choose = (is: boolean | null, { yes, no }: { readonly yes: number; readonly no: number }): number | null =>
  is === null ? null : is ? yes : no;

/** What a fact that is there, or not, says for the read: the logarithm of the ratio of its rates. */
const scoreRates = (is: boolean | null, { right, wrong }: Rates): number | null =>
  choose(is, { yes: Math.log(right / wrong), no: Math.log((1 - right) / (1 - wrong)) });

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
const isUnknownText = (text: string): boolean => fold(text) === '' || fold(text) === 'UNDEFINED';

/** Whether one field of two vehicles agrees; null: unknown on either side. */
function agrees(key: keyof ComparedVehicle, a: ComparedVehicle, b: ComparedVehicle): boolean | null {
  if (isUnknownText(a[key]) || isUnknownText(b[key])) return null;
  if (key === 'brand' || key === 'colour') return !findVehicleDifferences(a, b).includes(key);
  if (key === 'class') return fold(a[key]) === fold(b[key]);
  // Registries write the trim after the model: "PANDA 1.2" and "PANDA" agree.
  const [one, other] = [fold(a[key]), fold(b[key])];
  return one.startsWith(other) || other.startsWith(one);
}

const looksAlike = (a: ComparedVehicle, b: ComparedVehicle): boolean =>
  agrees('brand', a, b) === true && agrees('colour', a, b) !== false && agrees('class', a, b) !== false;

/** What a neighbour adds; always at most 0. */
const scoreNeighbour = (seen: ComparedVehicle, one: PlateNeighbour): number => {
  if (agrees('brand', seen, one.vehicle) === false) return 0;
  const often = WEIGHTS.neighbourEach * (grow(one.atGate) + grow(one.atPlant) / 2);
  const isThere = scoreRates(false, NO_NEIGHBOUR) ?? 0;
  return isThere + Math.max(-LIMIT, often) + (looksAlike(seen, one.vehicle) ? WEIGHTS.neighbourAlike : 0);
};

/** The neighbour that speaks most against the read; of equal ones the first by plate, whatever their order. */
function chooseNeighbour({ seen, neighbours }: ReadFacts): PlateNeighbour | null {
  const scored = (neighbours ?? []).map((one) => ({
    one,
    weight: scoreNeighbour(seen, one) + scoreCorrections(one),
  }));
  const [best] = scored.toSorted((a, b) => a.weight - b.weight || (a.one.plate < b.one.plate ? -1 : 1));
  return best?.one ?? null;
}

const scoreCorrections = ({ corrections }: PlateNeighbour): number =>
  corrections === null ? 0 : Math.max(-LIMIT, WEIGHTS.correctionEach * grow(corrections));

/** The model adds nothing of its own when the brand already differs. */
function scoreVehicle({
  seen,
  expected,
  isNight,
}: ReadFacts): Record<'brand' | 'model' | 'colour' | 'class', number | null> {
  const of = (key: keyof ComparedVehicle, rates: Rates): number | null => {
    const same = expected === null ? null : agrees(key, seen, expected.vehicle);
    return scoreRates(same === null ? null : !same, rates);
  };
  let room = -Math.log(CLONED);
  const limit = (value: number | null): number | null => {
    if (value === null || value > 0) return value;
    const limited = Math.max(value, -room);
    room += limited;
    return limited;
  };
  const brand = limit(of('brand', DIFFERS.brand));
  return {
    brand,
    model: brand !== null && brand < 0 ? null : limit(of('model', DIFFERS.model)),
    colour: limit(of('colour', isNight === true ? DIFFERS.colourAtNight : DIFFERS.colourByDay)),
    class: limit(of('class', DIFFERS.class)),
  };
}

/**
 * Whether the character in which the neighbour differs was read with less confidence than the middle one of the plate; without a
 * neighbour, whether one character stands out below all others. A camera that is unsure of all characters says nothing of one.
 */
function scoreCharacter(characters: readonly number[], position: number | null): number | null {
  const known = characters.filter(isKnown).toSorted((a, b) => a - b);
  const [weakest, next, middle] = [known[0], known[1], known[Math.floor(known.length / 2)]];
  if (weakest === undefined || next === undefined || middle === undefined) return null;
  if (position === null) return scoreDoubt(logit(next) - logit(weakest), DOUBT.alone);
  const doubted = characters[position];
  return isKnown(doubted) ? scoreDoubt(logit(middle) - logit(doubted), DOUBT.atNeighbour) : null;
}

const scoreDoubt = (gap: number, { from, clear, doubtful }: (typeof DOUBT)[keyof typeof DOUBT]): number =>
  clamp(clear - DOUBT_EACH * (gap - from), doubtful, clear);

function scoreEarlier(earlier: ReadFacts['earlier']): number | null {
  if (earlier === null) return null;
  if (earlier.atPlant <= 0) return WEIGHTS.neverSeen;
  return Math.min(LIMIT, WEIGHTS.earlierEach * (grow(earlier.atGate) / 2 + grow(earlier.atPlant) / 2));
}

const scoreGate = (outcomes: ReadFacts['outcomes']): number => {
  const right = WEIGHTS.priorRight + Math.max(0, outcomes?.right ?? 0);
  return clamp(Math.log(right / (WEIGHTS.priorWrong + Math.max(0, outcomes?.wrong ?? 0))), -LIMIT, LIMIT);
};

/**
 * How likely the read behind an alert is right: a sum of contributions in log-odds, each rounded to two decimals before
 * it is added, so that a reader can add them up. An unknown fact adds nothing and says so. Never throws; a confidence
 * that is not a number counts as unknown.
 */
export function computeMisreadOdds(facts: ReadFacts): MisreadOdds {
  const neighbour = chooseNeighbour(facts);
  const position = neighbour === null ? null : findDifferingPosition(facts.plate, neighbour.plate);
  const values: Record<OddsTerm, number | null> = {
    gate: scoreGate(facts.outcomes),
    approximate: facts.isApproximate ? WEIGHTS.approximate : 0,
    confidence: scoreConfidence(facts.confidence),
    character: scoreCharacter(facts.characters, position),
    form: choose(facts.isFormValid, WEIGHTS.form),
    ...scoreVehicle(facts),
    earlier: scoreEarlier(facts.earlier),
    neighbour:
      facts.neighbours === null
        ? null
        : neighbour === null
          ? scoreRates(true, NO_NEIGHBOUR)
          : scoreNeighbour(facts.seen, neighbour),
    corrections: neighbour === null || neighbour.corrections === null ? null : scoreCorrections(neighbour),
    light: facts.isNight === null ? null : facts.isNight ? WEIGHTS.night : WEIGHTS.day,
  };
  const reasons = ODDS_TERMS.map((term) => toReason(term, values[term]));
  const logOdds = round(reasons.reduce((sum, reason) => sum + reason.logOdds, 0));
  const probability = 1 / (1 + Math.exp(-logOdds));
  const pair = position === null ? '' : `${facts.plate.charAt(position)}/${neighbour?.plate.charAt(position) ?? ''}`;
  return { logOdds, probability, isLikelyError: probability < LIKELY_ERROR_BELOW, neighbour, pair, reasons };
}

function toReason(term: OddsTerm, value: number | null): OddsReason {
  if (value === null) return { term, state: 'unknown', logOdds: 0 };
  const logOdds = round(value);
  return { term, state: logOdds > 0 ? 'for' : logOdds < 0 ? 'against' : 'neutral', logOdds };
}
