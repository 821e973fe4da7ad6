import type { ComparedVehicle, PlateNeighbour, ReadFacts } from '@varco/domain/alerts/misread-odds.ts';
import { hasFormOfNation, listPlateNeighbours } from '@varco/domain/plates/plate-neighbours.ts';
import { createWeightedDraw, Rng } from '@varco/sim/random.ts';

/** What really happened behind a generated alert. */
export type TrueCause = 'misread' | 'clone' | 'hit';
export interface GeneratedAlert {
  readonly cause: TrueCause;
  readonly facts: ReadFacts;
}

// Chances of this world. None is taken from the weights of the score, nor the confusions from its pairs.
const GATES = 12;
const RESIDENTS = 6_000;
const BRANDS = createWeightedDraw([
  ...([
    ['FIAT', 24],
    ['VOLKSWAGEN', 11],
    ['FORD', 9],
    ['RENAULT', 9],
    ['PEUGEOT', 8],
    ['TOYOTA', 8],
  ] as const),
  ...([
    ['OPEL', 8],
    ['BMW', 6],
    ['AUDI', 6],
    ['MERCEDES-BENZ', 6],
    ['LANCIA', 5],
  ] as const),
]);
const COLOURS = createWeightedDraw([
  ...([
    ['bianco', 27],
    ['grigio', 30],
    ['nero', 18],
    ['blu', 11],
    ['rosso', 9],
    ['verde', 3],
    ['giallo', 2],
  ] as const),
]);
const CLASSES = createWeightedDraw([
  ['car', 88],
  ['van', 9],
  ['truck', 3],
] as const);
const LETTERS = 'ABCDEFGHJKLMNPRSTVWXYZ';
/** Confusions as photographs of Italian plates show them: by position, with chances that differ from pair to pair. */
const LETTER_SLIPS: Readonly<Record<string, string>> = {
  B: 'RRPEDS',
  C: 'GGL',
  D: 'BPL',
  E: 'FFBL',
  F: 'EEPT',
  G: 'CCS',
  H: 'MMNWA',
  J: 'LD',
  K: 'XXRH',
  L: 'JTC',
  M: 'NNHW',
  N: 'MMHW',
  P: 'RRFB',
  R: 'PPBK',
  S: 'BGZ',
  T: 'YJF',
  V: 'YYWX',
  W: 'VVMN',
  X: 'KKY',
  Y: 'VVTX',
  Z: 'SEJ',
  A: 'RHM',
};
const DIGIT_SLIPS: Readonly<Record<string, string>> = {
  '0': '886',
  '1': '774',
  '2': '771',
  '3': '8895',
  '4': '419',
  '5': '6663',
  '6': '5508',
  '7': '112',
  '8': '0336',
  '9': '3304',
};
/** Share of alerts by cause, and of confusions that are no look-alike at all. */
const CAUSES = createWeightedDraw<TrueCause>([
  ['misread', 40],
  ['clone', 8],
  ['hit', 52],
]);
const ODD_SLIP = 0.1;

interface Resident {
  readonly plate: string;
  readonly vehicle: ComparedVehicle;
  readonly home: number;
  /** Passages in the months that the plant keeps. */
  readonly passages: number;
}

const drawPlate = (rng: Rng): string => {
  const letter = (): string => LETTERS.charAt(rng.int(LETTERS.length));
  const first = 'CDEFG'.charAt(rng.int(5));
  return `${first}${letter()}${String(rng.int(1000)).padStart(3, '0')}${letter()}${letter()}`;
};

const drawVehicle = (rng: Rng): ComparedVehicle => {
  const brand = BRANDS(rng.next());
  return { brand, model: `${brand} ${1 + rng.int(6)}`, colour: COLOURS(rng.next()), class: CLASSES(rng.next()) };
};

const drawResident = (rng: Rng): Resident => ({
  plate: drawPlate(rng),
  vehicle: drawVehicle(rng),
  home: rng.int(GATES),
  passages: Math.floor(60 * rng.next() ** 3) + Number(rng.chance(0.6)),
});

/** A wrong read of a plate: one character, mostly one of similar shape. */
function slipPlate(plate: string, rng: Rng): { readonly read: string; readonly at: number } {
  const at = rng.int(plate.length);
  const sign = plate.charAt(at);
  const isDigit = /\d/.test(sign);
  const all = isDigit ? '0123456789' : LETTERS;
  const slips = rng.chance(ODD_SLIP) ? all : ((isDigit ? DIGIT_SLIPS[sign] : LETTER_SLIPS[sign]) ?? all);
  const other = slips.charAt(rng.int(slips.length));
  if (other === sign) return slipPlate(plate, rng);
  return { read: plate.slice(0, at) + other + plate.slice(at + 1), at };
}

/** What a camera reports of a vehicle: often wrong on colour at night, sometimes silent. */
function see({ brand, model, colour, class: kind }: ComparedVehicle, isNight: boolean, rng: Rng): ComparedVehicle {
  const isBrandWrong = rng.chance(isNight ? 0.06 : 0.03);
  const isSilent = rng.chance(0.12);
  return {
    brand: isSilent ? '' : isBrandWrong ? BRANDS(rng.next()) : brand,
    model: isSilent || isBrandWrong || rng.chance(0.4) ? '' : rng.chance(0.1) ? `${brand} ${1 + rng.int(6)}` : model,
    colour: rng.chance(isNight ? 0.3 : 0.08) ? COLOURS(rng.next()) : rng.chance(0.05) ? '' : colour,
    class: rng.chance(0.04) ? CLASSES(rng.next()) : kind,
  };
}

/** Confidence of each character; a slipped one is usually, not always, less certain. */
function drawCharacters(length: number, slip: number | null, isNight: boolean, rng: Rng): number[] {
  return Array.from({ length }, (_, at) => {
    const usual = rng.chance(isNight ? 0.08 : 0.04) ? 0.7 : 0.95;
    const mean = at === slip && rng.chance(0.75) ? 0.66 : usual;
    return Math.min(1, Math.max(0.05, mean + 0.05 * rng.bell()));
  });
}

/** A plant's world of one seed, and the alerts that its lists raise. */
export function generateAlerts(seed: number, count: number): readonly GeneratedAlert[] {
  const rng = new Rng(seed);
  const residents = Array.from({ length: RESIDENTS }, () => drawResident(rng));
  const byPlate = new Map(residents.map((one) => [one.plate, one]));
  const quality = Array.from({ length: GATES }, () => 0.3 + rng.next());
  return Array.from({ length: count }, () => {
    const cause = CAUSES(rng.next());
    return { cause, facts: buildFacts(cause, { residents, byPlate, quality }, rng) };
  });
}

interface World {
  readonly residents: readonly Resident[];
  readonly byPlate: ReadonlyMap<string, Resident>;
  /** How badly the camera of each gate reads. */
  readonly quality: readonly number[];
}

function buildFacts(cause: TrueCause, { residents, byPlate, quality }: World, rng: Rng): ReadFacts {
  const isNight = rng.chance(0.3);
  const driver = drawDriver(cause, residents, rng);
  const gate = rng.chance(0.6) ? driver.home : rng.int(GATES);
  const slip = cause === 'misread' ? slipPlate(driver.plate, rng) : { read: driver.plate, at: null };
  // The listed plate belongs to a vehicle of its own: after a misread or on a clone that is another one.
  const owner = cause === 'hit' ? driver : { ...drawResident(rng), plate: slip.read };
  const characters = drawCharacters(slip.read.length, slip.at, isNight, rng);
  const ownPassages = rng.chance(0.45) ? owner.passages : 0;
  const badness = quality[gate] ?? 1;
  return {
    plate: slip.read,
    confidence: rng.chance(0.1) ? null : characters.reduce((sum, one) => sum + one, 0) / characters.length,
    characters: rng.chance(0.35) ? [] : characters,
    isFormValid: hasFormOfNation(slip.read, 'I'),
    isApproximate: false,
    seen: see(driver.vehicle, isNight, rng),
    expected: rng.chance(0.15) ? null : { from: 'registry', vehicle: owner.vehicle },
    earlier: { atGate: owner.home === gate ? ownPassages : 0, atPlant: ownPassages },
    neighbours: listPlateNeighbours(slip.read).flatMap((plate): PlateNeighbour[] => {
      const near = plate === driver.plate ? driver : byPlate.get(plate);
      if (near === undefined || near.passages === 0) return [];
      const corrections = rng.int(Math.ceil(3 * badness)) + (cause === 'misread' && near === driver ? rng.int(4) : 0);
      return [
        {
          plate,
          atGate: near.home === gate ? near.passages : 0,
          atPlant: near.passages,
          vehicle: see(near.vehicle, false, rng),
          corrections,
        },
      ];
    }),
    outcomes: { right: rng.int(12), wrong: Math.round(badness * rng.int(8)) },
    isNight,
  };
}

/** A clone and a listed car pass rarely; whoever is misread passes as often as any resident. */
function drawDriver(cause: TrueCause, residents: readonly Resident[], rng: Rng): Resident {
  const resident = residents[rng.int(residents.length)] ?? drawResident(rng);
  if (cause === 'misread') return rng.chance(0.7) ? resident : drawResident(rng);
  return { ...drawResident(rng), passages: cause === 'hit' && rng.chance(0.5) ? resident.passages : 0 };
}
