import { deriveHome, type Home } from './homes.ts';
import type { IsoDate } from './instants.ts';
import { itemAt, hashText, mixHash, hashToUnit } from './random.ts';
import { buildTaxCode, buildVatNumber } from './tax-codes.ts';

export interface SimPerson {
  readonly kind: 'person';
  readonly surname: string;
  readonly name: string;
  readonly isWoman: boolean;
  readonly born: IsoDate;
  readonly bornAt: string;
  readonly taxCode: string;
  readonly address: string;
  readonly home: Home;
}

export interface SimCompany {
  readonly kind: 'company';
  readonly name: string;
  readonly vatNumber: string;
  readonly address: string;
  readonly home: Home;
}

export type SimOwner = SimPerson | SimCompany;

const splitList = (text: string): readonly string[] => text.split(' ');

const SURNAMES = splitList(
  'Albertazzi Amadori Baldisserri Balzani Bandini Bassetti Benvenuti Bertaccini Biondelli Boschetti Brandolini Calderoni Camporesi Casadio Castellucci Cavallucci Cimatti Corbara Dallara Drudini Emiliani Fabbrini Farneti Foschini Gardelli Ghinassi Giunchini Gramellini Lombardini Lucchini Magnanini Maltonini Mambelli Mazzottini Melandri Minardini Montanari Morgantini Neri Orselli Pasini Piraccini Placucci Raggini Ravaioli Ricciarelli Rosettini Sabbatini Sansavini Savorani Severini Spadoni Tassinari Tisselli Turchini Valbonesi Vernocchi Zaccarini Zanellini Zoffoli',
);
const MALE_NAMES = splitList(
  'Alberto Andrea Angelo Bruno Carlo Cesare Daniele Davide Enrico Fabio Federico Gabriele Giorgio Giovanni Lorenzo Luca Marco Matteo Maurizio Michele Nicola Paolo Pietro Renato Roberto Sauro Stefano Tommaso Valerio',
);
const FEMALE_NAMES = splitList(
  'Alessandra Anna Barbara Beatrice Carla Catia Chiara Claudia Cristina Daniela Elena Elisa Federica Francesca Giulia Ilaria Laura Lucia Manuela Margherita Maria Monica Paola Roberta Sara Silvia Sofia Tiziana',
);
const STREETS = [
  'Via dei Gelsi',
  'Via dei Tigli',
  'Via della Fornace',
  'Via del Vento',
  'Via Cipressi',
  'Via Fontanelle',
  'Via delle Saline',
  'Via Ponte Rosso',
  'Via del Mulino Vecchio',
  'Via Pineta',
  'Viale delle Acacie',
  'Via Terra Nuova',
  'Via Case Sparse',
  'Via Orti',
  'Piazza delle Erbe',
  'Via San Lazzaro',
];
const TRADES = [
  'Trasporti',
  'Autonoleggi',
  'Ortofrutta',
  'Edilizia',
  'Impianti',
  'Spedizioni',
  'Costruzioni',
  'Alimentari',
  'Servizi',
];
const COMPANY_FORMS = ['srl', 'snc', 'spa', 'sas'];

const padTwoDigits = (n: number): string => String(n).padStart(2, '0');

/** Builds an invented adult from a hash (pure). `todayYear` keeps the age between 19 and 83. */
export function buildPerson(hash: number, home: Home, todayYear: number): SimPerson {
  const isWoman = hashToUnit(mixHash(hash, 1)) < 0.45;
  const surname = itemAt(SURNAMES, mixHash(hash, 2));
  const name = itemAt(isWoman ? FEMALE_NAMES : MALE_NAMES, mixHash(hash, 3));
  const born = `${todayYear - 20 - (mixHash(hash, 4) % 63)}-${padTwoDigits(1 + (mixHash(hash, 5) % 12))}-${padTwoDigits(1 + (mixHash(hash, 6) % 28))}`;
  const bornAt = hashToUnit(mixHash(hash, 7)) < 0.7 ? home.municipality : deriveHome(String(hash), 99).municipality;
  return {
    kind: 'person',
    surname,
    name,
    isWoman,
    born,
    bornAt,
    taxCode: buildTaxCode(surname, name, born, isWoman),
    address: buildAddress(hash),
    home,
  };
}

const buildAddress = (hash: number): string => `${itemAt(STREETS, mixHash(hash, 8))} ${1 + (mixHash(hash, 9) % 180)}`;

/** Share of vehicles that belong to a company. */
const COMPANY_SHARE = { private: 0.12, work: 0.93 } as const;

/**
 * Derives the owner of an Italian vehicle. A few people own hundreds, which is what the figurehead alarms (nominee
 * owner, "prestanome") look for.
 */
export function deriveOwner(plate: string, isWorkVehicle: boolean, seed: number, todayYear: number): SimOwner {
  const hash = hashText(mixHash(seed, 81), plate);
  const home = deriveHome(plate, seed);
  if (hashToUnit(mixHash(hash, 10)) < COMPANY_SHARE[isWorkVehicle ? 'work' : 'private'])
    return buildCompany(mixHash(hash, 11), home);
  // One vehicle in four hundred belongs to one of twelve people who own hundreds each.
  const person = hashToUnit(mixHash(hash, 12)) < 0.0025 ? mixHash(seed, 82, hash % 12) : mixHash(hash, 13);
  return buildPerson(person, person === mixHash(hash, 13) ? home : deriveHome(String(person), seed), todayYear);
}

function buildCompany(hash: number, home: Home): SimCompany {
  // Fleets: a company has about forty vehicles.
  const company = mixHash(home.municipality.length, hash % 9000);
  const name = `${itemAt(SURNAMES, mixHash(company, 1))} ${itemAt(TRADES, mixHash(company, 2))} ${itemAt(COMPANY_FORMS, mixHash(company, 3))}`;
  return {
    kind: 'company',
    name,
    vatNumber: buildVatNumber(mixHash(company, 4) % 10_000_000),
    address: buildAddress(company),
    home,
  };
}
