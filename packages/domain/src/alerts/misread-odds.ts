import { findVehicleDifferences } from './vehicle-differences.ts';
import { findDifferingPosition } from '../plates/plate-neighbours.ts';

/** Version of the formula; sent with every answer. */
export const MISREAD_ODDS_VERSION = 'lettura-1';

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

/** Weights in log-odds. Chosen by hand; the bench of misreads measures them (model card). */
const WEIGHTS = {
  /** Outcomes assumed before any is known at a gate. */
  priorRight: 6,
  priorWrong: 3,
  approximate: -2,
  /** Share of the logit of a confidence relative to `usualConfidence`. */
  confidence: 0.35,
  character: 0.6,
  usualConfidence: 0.9,
  form: { yes: 0.2, no: -1.5 },
  brand: { yes: 1.6, no: -2.2 },
  model: { yes: 1, no: -0.8 },
  colour: { yes: 0.6, no: -0.9 },
  class: { yes: 0.2, no: -1.2 },
  neverSeen: -0.5,
  earlierEach: 0.5,
  noNeighbour: 0.7,
  neighbourEach: -0.4,
  /** A neighbour that looks like the vehicle seen, or surely not. */
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
const compareConfidence = (value: number | null | undefined, weight: number): number | null =>
  isKnown(value) ? clamp(weight * (logit(value) - logit(WEIGHTS.usualConfidence)), -LIMIT, 1) : null;

const choose = (is: boolean | null, { yes, no }: { readonly yes: number; readonly no: number }): number | null =>
  is === null ? null : is ? yes : no;

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
  return Math.max(-LIMIT, often) + (looksAlike(seen, one.vehicle) ? WEIGHTS.neighbourAlike : 0);
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
function scoreVehicle({ seen, expected }: ReadFacts): Record<'brand' | 'model' | 'colour' | 'class', number | null> {
  const of = (key: keyof ComparedVehicle): number | null =>
    expected === null ? null : choose(agrees(key, seen, expected.vehicle), WEIGHTS[key]);
  const brand = of('brand');
  return { brand, model: brand !== null && brand < 0 ? null : of('model'), colour: of('colour'), class: of('class') };
}

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
  const weak = position === null ? null : facts.characters[position];
  const values: Record<OddsTerm, number | null> = {
    gate: scoreGate(facts.outcomes),
    approximate: facts.isApproximate ? WEIGHTS.approximate : 0,
    confidence: compareConfidence(facts.confidence, WEIGHTS.confidence),
    character: compareConfidence(weak, WEIGHTS.character),
    form: choose(facts.isFormValid, WEIGHTS.form),
    ...scoreVehicle(facts),
    earlier: scoreEarlier(facts.earlier),
    neighbour:
      facts.neighbours === null
        ? null
        : neighbour === null
          ? WEIGHTS.noNeighbour
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
