import { homeOf, type Home } from './homes.ts';
import type { IsoDate } from './instants.ts';
import { at, hashText, mix, unit } from './random.ts';
import { taxCode, vatNumber } from './tax-codes.ts';

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

const list = (text: string): readonly string[] => text.split(' ');

const SURNAMES = list(
  'Albertazzi Amadori Baldisserri Balzani Bandini Bassetti Benvenuti Bertaccini Biondelli Boschetti Brandolini Calderoni Camporesi Casadio Castellucci Cavallucci Cimatti Corbara Dallara Drudini Emiliani Fabbrini Farneti Foschini Gardelli Ghinassi Giunchini Gramellini Lombardini Lucchini Magnanini Maltonini Mambelli Mazzottini Melandri Minardini Montanari Morgantini Neri Orselli Pasini Piraccini Placucci Raggini Ravaioli Ricciarelli Rosettini Sabbatini Sansavini Savorani Severini Spadoni Tassinari Tisselli Turchini Valbonesi Vernocchi Zaccarini Zanellini Zoffoli',
);
const MEN = list(
  'Alberto Andrea Angelo Bruno Carlo Cesare Daniele Davide Enrico Fabio Federico Gabriele Giorgio Giovanni Lorenzo Luca Marco Matteo Maurizio Michele Nicola Paolo Pietro Renato Roberto Sauro Stefano Tommaso Valerio',
);
const WOMEN = list(
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

const pad = (n: number): string => String(n).padStart(2, '0');

/** Builds an invented adult from a hash (pure). `todayYear` keeps the age between 19 and 83. */
export function personOf(hash: number, home: Home, todayYear: number): SimPerson {
  const isWoman = unit(mix(hash, 1)) < 0.45;
  const surname = at(SURNAMES, mix(hash, 2));
  const name = at(isWoman ? WOMEN : MEN, mix(hash, 3));
  const born = `${todayYear - 20 - (mix(hash, 4) % 63)}-${pad(1 + (mix(hash, 5) % 12))}-${pad(1 + (mix(hash, 6) % 28))}`;
  const bornAt = unit(mix(hash, 7)) < 0.7 ? home.municipality : homeOf(String(hash), 99).municipality;
  return {
    kind: 'person',
    surname,
    name,
    isWoman,
    born,
    bornAt,
    taxCode: taxCode(surname, name, born, isWoman),
    address: addressOf(hash),
    home,
  };
}

const addressOf = (hash: number): string => `${at(STREETS, mix(hash, 8))} ${1 + (mix(hash, 9) % 180)}`;

/** Share of vehicles that belong to a company. */
const COMPANY_SHARE = { private: 0.12, work: 0.93 } as const;

/**
 * Derives the owner of an Italian vehicle. A few people own hundreds, which is what the figurehead alarms (nominee
 * owner, "prestanome") look for.
 */
export function ownerOf(plate: string, isWorkVehicle: boolean, seed: number, todayYear: number): SimOwner {
  const hash = hashText(mix(seed, 81), plate);
  const home = homeOf(plate, seed);
  if (unit(mix(hash, 10)) < COMPANY_SHARE[isWorkVehicle ? 'work' : 'private']) return companyOf(mix(hash, 11), home);
  // One vehicle in four hundred belongs to one of twelve people who own hundreds each.
  const person = unit(mix(hash, 12)) < 0.0025 ? mix(seed, 82, hash % 12) : mix(hash, 13);
  return personOf(person, person === mix(hash, 13) ? home : homeOf(String(person), seed), todayYear);
}

function companyOf(hash: number, home: Home): SimCompany {
  // Fleets: a company has about forty vehicles.
  const company = mix(home.municipality.length, hash % 9000);
  const name = `${at(SURNAMES, mix(company, 1))} ${at(TRADES, mix(company, 2))} ${at(COMPANY_FORMS, mix(company, 3))}`;
  return {
    kind: 'company',
    name,
    vatNumber: vatNumber(mix(company, 4) % 10_000_000),
    address: addressOf(company),
    home,
  };
}
