import { COLOURS, VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';

const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const buildVocabulary = (lines: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(lines).flatMap(([code, words]) => words.split(' ').map((word) => [word, code] as const)));

const COLOUR_CODES = buildVocabulary({
  white: 'white bianco bianca blanco weiss blanc w',
  black: 'black nero nera negro schwarz noir',
  red: 'red rosso rossa rojo rot rouge',
  brown: 'brown marrone marron braun',
  purple: 'purple viola violet morado lila violett',
  yellow: 'yellow giallo gialla amarillo gelb jaune',
  green: 'green verde grun gruen vert',
  grey: 'grey gray grigio grigia gris grau silver argento silber argent plata',
  blue: 'blue blu azzurro azul blau bleu',
});

const CLASS_CODES = buildVocabulary({
  car: 'car auto autovettura automobile vettura coche pkw voiture sedan suv',
  bus: 'bus autobus pullman autocar',
  light_truck: 'lighttruck autocarroleggero camioncino',
  heavy_truck: 'truck heavytruck camion autocarro lkw lorry tir autoarticolato',
  motorbike: 'motorbike motorcycle moto motociclo motorrad motocicletta',
  moped: 'moped ciclomotore scooter ciclomotor',
  trailer: 'trailer rimorchio anhanger remorque remolque',
  van: 'van furgone furgoneta transporter fourgon camionnette',
});

/** Nation codes by ISO code and name for the most common foreign vehicles; other values are kept unchanged. */
const NATION_CODES = buildVocabulary({
  I: 'it ita italia italy italien italie',
  D: 'de deu ger germania germany deutschland allemagne alemania',
  F: 'fr fra francia france frankreich',
  E: 'es esp spagna spain espana spanien espagne',
  A: 'at aut austria osterreich autriche',
  CH: 'che svizzera switzerland schweiz suisse',
  RSM: 'sm smr sanmarino',
  SLO: 'si svn slovenia',
  HR: 'hrv croazia croatia',
  RO: 'rou romania',
  PL: 'pol polonia poland',
  NL: 'nld paesibassi netherlands',
  B: 'be bel belgio belgium',
  GB: 'gbr uk regnounito unitedkingdom',
  BG: 'bgr bulgaria',
  H: 'hu hun ungheria hungary',
  CZ: 'cze repubblicaceca czechia',
  AL: 'alb albania',
  UA: 'ukr ucraina ukraine',
});

const DIRECTION_CODES = buildVocabulary({
  1: '1 in entrata ingresso entry entrada einfahrt entree inbound',
  2: '2 out uscita exit salida ausfahrt sortie outbound',
  3: '3 approaching avvicinamento avvicina',
  4: '4 receding away allontanamento allontana movingaway',
  0: '0 nd unknown',
});

const isCode = (codes: readonly string[], text: string): boolean => codes.includes(text);

/** Colour code, or the text unchanged. */
export const parseColour = (text: string): string =>
  isCode(COLOURS, text) ? text : (COLOUR_CODES.get(foldText(text)) ?? text);

export const parseVehicleClass = (text: string): string =>
  isCode(VEHICLE_CLASSES, text) ? text : (CLASS_CODES.get(foldText(text)) ?? text);

export const parseNation = (text: string): string => NATION_CODES.get(foldText(text)) ?? text.toUpperCase();

/** Direction 0 to 4; undefined when the text is unknown. */
export function parseDirection(text: string): number | undefined {
  const found = DIRECTION_CODES.get(foldText(text));
  return found === undefined ? undefined : Number(found);
}
