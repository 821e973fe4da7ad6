import type { VehicleKind } from './plate-series.ts';
import { createWeightedDraw } from './random.ts';

export type SimColour = 'white' | 'grey' | 'black' | 'blue' | 'red' | 'brown' | 'green' | 'yellow' | 'purple';

/** Body shape that the simulator draws. */
export type Body =
  | 'small'
  | 'saloon'
  | 'estate'
  | 'suv'
  | 'van'
  | 'box'
  | 'lorry'
  | 'coach'
  | 'bike'
  | 'scooter'
  | 'trailer';

export interface SimModel {
  readonly brand: string;
  readonly model: string;
  readonly body: Body;
}

type ModelRow = readonly [brand: string, share: number, models: string];

/** Makes and models; after the slash the body: s small, l saloon, e estate, u SUV. The 31 makes of the logo list. */
const CARS: readonly ModelRow[] = [
  ['FIAT', 150, 'Panda/s 500/s Tipo/e Punto/s 500X/u'],
  ['VOLKSWAGEN', 75, 'Golf/e Polo/s T-Roc/u Tiguan/u Passat/e'],
  ['FORD', 62, 'Fiesta/s Puma/u Focus/e Kuga/u'],
  ['TOYOTA', 58, 'Yaris/s Aygo/s C-HR/u Corolla/e'],
  ['RENAULT', 52, 'Clio/s Captur/u Megane/e Twingo/s'],
  ['PEUGEOT', 50, '208/s 2008/u 308/e 3008/u'],
  ['OPEL', 48, 'Corsa/s Astra/e Mokka/u'],
  ['CITROEN', 45, 'C3/s C4/e C5/u'],
  ['DACIA', 44, 'Sandero/s Duster/u Spring/s'],
  ['AUDI', 42, 'A3/e A4/l A6/e Q3/u Q5/u'],
  ['BMW', 40, 'Serie1/e Serie3/l Serie5/l X1/u X3/u'],
  ['MERCEDES', 40, 'ClasseA/e ClasseC/l ClasseB/e GLA/u'],
  ['JEEP', 36, 'Renegade/u Compass/u Avenger/u'],
  ['LANCIA', 34, 'Ypsilon/s Musa/s Delta/e'],
  ['HYUNDAI', 30, 'i10/s i20/s Tucson/u'],
  ['NISSAN', 28, 'Micra/s Juke/u Qashqai/u'],
  ['KIA', 27, 'Picanto/s Sportage/u Ceed/e'],
  ['SUZUKI', 24, 'Swift/s Ignis/s Vitara/u'],
  ['ALFAROMEO', 22, 'Giulietta/e MiTo/s Stelvio/u Giulia/l'],
  ['SKODA', 18, 'Fabia/s Octavia/e Kodiaq/u'],
  ['SEAT', 16, 'Ibiza/s Leon/e Arona/u'],
  ['SMART', 15, 'Fortwo/s Forfour/s'],
  ['MINI', 14, 'Cooper/s Countryman/u'],
  ['VOLVO', 10, 'XC40/u XC60/u V60/e'],
  ['MAZDA', 8, 'Mazda2/s CX-5/u'],
  ['MG', 8, 'MG3/s ZS/u'],
  ['HONDA', 7, 'Jazz/s CR-V/u'],
  ['TESLA', 7, 'Model3/l ModelY/u'],
  ['LANDROVER', 6, 'Evoque/u Defender/u'],
  ['CUPRA', 4, 'Formentor/u'],
  ['PORSCHE', 3, 'Macan/u 911/l'],
];

const OTHER_MODELS: Readonly<Record<Exclude<VehicleKind, 'car' | 'undefined'>, readonly ModelRow[]>> = {
  van: [
    ['FIAT', 40, 'Ducato/v Doblo/v Fiorino/v'],
    ['FORD', 22, 'Transit/v Custom/v'],
    ['IVECO', 14, 'Daily/v'],
    ['RENAULT', 14, 'Master/v Kangoo/v Trafic/v'],
    ['MERCEDES', 12, 'Sprinter/v Vito/v'],
    ['PEUGEOT', 8, 'Boxer/v Partner/v'],
    ['VOLKSWAGEN', 8, 'Crafter/v Caddy/v'],
  ],
  light_truck: [
    ['IVECO', 40, 'Daily70/b Eurocargo75/b'],
    ['ISUZU', 14, 'N75/b'],
    ['MITSUBISHI', 10, 'Canter/b'],
    ['MAN', 9, 'TGL8/b'],
    ['RENAULT', 8, 'D75/b'],
  ],
  heavy_truck: [
    ['IVECO', 30, 'S-Way/t Stralis/t'],
    ['SCANIA', 20, 'R450/t S500/t'],
    ['VOLVO', 18, 'FH/t FM/t'],
    ['DAF', 16, 'XF/t XG/t'],
    ['MERCEDES', 16, 'Actros/t Arocs/t'],
    ['MAN', 14, 'TGX/t TGS/t'],
    ['RENAULT', 9, 'T480/t'],
  ],
  bus: [
    ['IVECO', 30, 'Crossway/c Urbanway/c'],
    ['MERCEDES', 20, 'Citaro/c Tourismo/c'],
    ['SETRA', 10, 'S415/c S515/c'],
    ['MAN', 10, 'LionsCity/c'],
  ],
  motorbike: [
    ['HONDA', 24, 'SH150/o Transalp/m AfricaTwin/m'],
    ['YAMAHA', 20, 'TMax/o MT-07/m'],
    ['PIAGGIO', 20, 'Beverly/o Vespa125/o'],
    ['BMW', 12, 'R1250GS/m F800/m'],
    ['DUCATI', 12, 'Monster/m Multistrada/m'],
    ['KAWASAKI', 8, 'Z650/m Versys/m'],
  ],
  moped: [
    ['PIAGGIO', 40, 'Liberty50/o Vespa50/o Zip/o'],
    ['APRILIA', 14, 'SR50/o'],
    ['KYMCO', 14, 'Agility/o'],
  ],
  trailer: [
    ['SCHMITZ', 20, 'SCS24/r'],
    ['KRONE', 16, 'SDP27/r'],
    ['VIBERTI', 8, 'PK36/r'],
  ],
};

const BODIES: Readonly<Record<string, Body>> = {
  s: 'small',
  l: 'saloon',
  e: 'estate',
  u: 'suv',
  v: 'van',
  b: 'box',
  t: 'lorry',
  c: 'coach',
  m: 'bike',
  o: 'scooter',
  r: 'trailer',
};

function buildModelTable(rows: readonly ModelRow[]): (u: number) => SimModel {
  const flat: (readonly [SimModel, number])[] = [];
  for (const [brand, share, text] of rows) {
    const models = text.split(' ');
    for (const entry of models) {
      const [model = '', body = 's'] = entry.split('/');
      flat.push([{ brand, model, body: BODIES[body] ?? 'small' }, share / models.length]);
    }
  }
  return createWeightedDraw(flat);
}

const CAR_TABLE = buildModelTable(CARS);
const OTHER_TABLES = {
  van: buildModelTable(OTHER_MODELS.van),
  light_truck: buildModelTable(OTHER_MODELS['light_truck']),
  heavy_truck: buildModelTable(OTHER_MODELS['heavy_truck']),
  bus: buildModelTable(OTHER_MODELS.bus),
  motorbike: buildModelTable(OTHER_MODELS.motorbike),
  moped: buildModelTable(OTHER_MODELS.moped),
  trailer: buildModelTable(OTHER_MODELS.trailer),
};

/** Draws make and model for a kind; the argument is uniform in [0, 1). */
export const drawModel = (kind: VehicleKind, u: number): SimModel =>
  (kind === 'car' || kind === 'undefined' ? CAR_TABLE : OTHER_TABLES[kind])(u);

const PRIVATE_COLOURS = createWeightedDraw<SimColour>([
  ['white', 250],
  ['grey', 330],
  ['black', 190],
  ['blue', 110],
  ['red', 70],
  ['brown', 17],
  ['green', 18],
  ['yellow', 10],
  ['purple', 5],
]);
const WORK_COLOURS = createWeightedDraw<SimColour>([
  ['white', 640],
  ['grey', 120],
  ['red', 80],
  ['blue', 80],
  ['yellow', 35],
  ['green', 25],
  ['black', 20],
]);

/** Draws the colour of a vehicle of the given kind; `u` is uniform in [0, 1). */
export const drawColour = (kind: VehicleKind, u: number): SimColour =>
  (kind === 'car' || kind === 'motorbike' || kind === 'moped' ? PRIVATE_COLOURS : WORK_COLOURS)(u);
