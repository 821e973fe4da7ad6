import { drawLoad } from '@varco/sim/adr.ts';
import { drawForeignNation } from '@varco/sim/nations.ts';
import { ITALIAN_LETTERS, buildTemplatePlate, type PlateTemplate } from '@varco/sim/plate-template.ts';
import { mixHash, hashToUnit, createWeightedDraw } from '@varco/sim/random.ts';
import { drawColour, drawModel } from '@varco/sim/vehicle-models.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Frequency of a vehicle: 1 % drive daily, 9 % often, the others rarely. */
export type Habit = 'daily' | 'often' | 'seldom';

/** Attributes of a vehicle; words are their numbers in {@link Words}. */
export interface Vehicle {
  readonly plate: string;
  readonly nation: number;
  readonly province: number;
  readonly brand: number;
  readonly model: number;
  readonly colour: number;
  readonly vclass: number;
  /** EURO class 0 to 6, -1 unknown. */
  readonly euro: number;
  /** '' and 0 without a panel. */
  readonly adrKemler: string;
  readonly adrUn: number;
  readonly adrClass: string;
  /** 1 yes, 2 no, 4 not checked: positions in the domain's list of check values. */
  readonly insured: number;
  readonly inspected: number;
  readonly stolen: number;
  /** Position in the domain's list of alarms. */
  readonly alarm: number;
}

const HOME: PlateTemplate = {
  heads: [...'CDEFG'].flatMap((a) => [...ITALIAN_LETTERS].map((b) => a + b)),
  tail: '000LL',
};
const FOREIGN_SHARE = { daily: 0.03, often: 0.072, seldom: 0.12 } as const;
const drawClassAt = createWeightedDraw([
  ['car', 790],
  ['van', 90],
  ['light_truck', 40],
  ['heavy_truck', 55],
  ['bus', 10],
  ['motorbike', 15],
] as const);
/** Share of heavy trucks with dangerous goods; results in 0.26 % of all rows. */
const ADR_SHARE = 0.042;
const PROVINCES = 'FC RA RN BO FE MO RE PR PC MI TO RM FI AN PU VE PD VR'.split(' ');

/** Habit of the index-th of `total` vehicles. */
export function findHabit(index: number, total: number): Habit {
  if (index < total * 0.01) return 'daily';
  return index < total * 0.1 ? 'often' : 'seldom';
}

/** The index-th vehicle: a pure function of seed and index. */
export function buildVehicleAt(seed: number, index: number, habit: Habit, words: Vocabulary): Vehicle {
  const draw = (what: number): number => hashToUnit(mixHash(seed, index, what, 0x7e1c));
  const kind = drawClassAt(draw(1));
  const isForeign = draw(2) < FOREIGN_SHARE[habit];
  const by = kind === 'heavy_truck' ? 'trucks' : kind === 'bus' ? 'buses' : 'cars';
  const nation = isForeign ? drawForeignNation[by](draw(3)) : null;
  const { brand, model } = drawModel(kind, draw(4));
  const load = kind === 'heavy_truck' && draw(5) < ADR_SHARE ? drawLoad(draw(6)) : null;
  return {
    plate: buildTemplatePlate(nation?.template ?? HOME, index, seed % 1_000_003),
    nation: words.getNumber('nation', nation?.code ?? 'I'),
    province: isForeign || draw(7) < 0.6 ? 0 : words.getNumber('province', PROVINCES[Math.floor(draw(8) * 18)] ?? ''),
    brand: words.getNumber('brand', brand),
    model: words.getNumber('model', model),
    colour: words.getNumber('colour', drawColour(kind, draw(9))),
    vclass: words.getNumber('class', kind),
    euro: Math.floor(draw(10) * 8) - 1,
    adrKemler: load?.kemler ?? '',
    adrUn: Number(load?.un ?? 0),
    adrClass: load?.adrClass ?? '',
    insured: isForeign ? 4 : draw(11) < 0.04 ? 2 : 1,
    inspected: isForeign ? 4 : draw(12) < 0.07 ? 2 : 1,
    stolen: isForeign ? 4 : draw(13) < 0.0002 ? 1 : 2,
    alarm: draw(14) < 0.0025 ? 1 : 0,
  };
}
