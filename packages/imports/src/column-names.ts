/**
 * Possible meanings of a column. `date` and `clock` together form the time of a read; either alone contains the full
 * time.
 */
export const MEANINGS = [
  'plate',
  'time',
  'date',
  'clock',
  'gate',
  'lat',
  'lon',
  'nation',
  'speed',
  'confidence',
  'colour',
  'make',
  'model',
  'class',
  'direction',
  'lane',
  'kemler',
  'un',
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** Column index (from 0) of each meaning. */
export type Mapping = ReadonlyMap<Meaning, number>;

/**
 * Column names found in exports of cameras and engines, in Italian, English, Spanish, German and French, normalised
 * by `foldName`.
 */
const NAMES_BY_MEANING: Readonly<Record<Meaning, string>> = {
  plate:
    'targa plate matricula kennzeichen immatriculation licenseplate licenceplate lpn platenumber plateno numplate numerotarga targaletta platetext plaque placa patente nummernschild registration vrm lp targhe licenseplatenumber licenceplatenumber vehicleplate vehicleregistration registrationnumber regno regnumber platenum anprplate ocrtext kfzkennzeichen plaquedimmatriculation plaqueimmatriculation numerodimmatriculation numeroimmatriculation numeroditarga numerodematricula',
  time: 'timestamp datetime dt eventdt readdt eventdatetime readdatetime capturedatetime readtimestamp capturedat readat detectedat seenat occurredat instant dataora oradata datatransito dataoratransito datapassaggio fechahora zeitstempel horodatage ts eventtime capturetime readtime passagetime transittime detectiontime dateheure datumzeit datumuhrzeit epoch unixtime utctime istante momento dataeora dataeoratransito dateandtime fechayhora dateetheure datumunduhrzeit',
  date: 'data date fecha datum jour giorno day',
  clock: 'ora time hora uhrzeit zeit heure orario oratransito',
  gate: 'varco gate camera device site telecamera postazione nomevarco cameraname gatename devicename sitename portale sito location station kamera standort camara dispositivo puesto emplacement poste luogo impianto sensor sensore channel siteid siteno cam camid cameraid camerano deviceid reader readerid readername checkpoint locationname gateid idvarco codicevarco',
  lat: 'lat latitude latitudine latitud breitengrad breite gpslat y',
  lon: 'lon lng long longitude longitudine longitud langengrad laenge lange gpslon gpslng x',
  nation: 'nazione country nation paese pais land pays countrycode nazionalita stato nationality countryiso state',
  speed: 'speed velocita velocity velocidad geschwindigkeit vitesse kmh speedkmh velocitakmh',
  confidence:
    'confidence confidenza affidabilita conf score accuracy confianza konfidenz confiance reliability qualita platescore',
  colour: 'colore color colour farbe couleur vehiclecolor vehiclecolour',
  make: 'marca make brand marke marque manufacturer vehiclemake casa',
  model: 'modello model modelo modell modele vehiclemodel',
  class:
    'classe class tipo type vehicletype vehicleclass tipoveicolo category categoria clase klasse categorie fahrzeugtyp',
  direction: 'direzione direction direccion richtung sens senso verso dir',
  lane: 'corsia lane carril spur fahrspur voie',
  kemler: 'kemler adrkemler hazard',
  un: 'un onu adrun adrunno unnumber numeroonu',
};

const MEANING_BY_NAME: ReadonlyMap<string, Meaning> = new Map(
  MEANINGS.flatMap((meaning) => NAMES_BY_MEANING[meaning].split(' ').map((name) => [name, meaning] as const)),
);

/** A column name without accents, case, spaces and punctuation. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** A zone in a title: `timestamp_utc`, `local_time`, `Time (GMT)`. */
const ZONE_IN_NAME = /^(?:utc|gmt|local)|(?:utc|gmt|zulu|local)$/;
const isTimeMeaning = (meaning: Meaning | undefined): boolean =>
  meaning === 'time' || meaning === 'date' || meaning === 'clock';

/** Meaning of a column name, or null when unknown. */
export function findMeaning(name: string): Meaning | null {
  // Units in brackets are ignored: "Velocità (km/h)".
  const folded = foldName(name.replace(/\(.*\)|\[.*\]/g, ''));
  const known = MEANING_BY_NAME.get(folded);
  if (known !== undefined) return known;
  const zoneless = MEANING_BY_NAME.get(folded.replace(ZONE_IN_NAME, ''));
  return isTimeMeaning(zoneless) ? (zoneless ?? null) : null;
}

/** True when the title of a column says that its times are in UTC. */
export const isUtcName = (name: string): boolean => /^(?:utc|gmt)|(?:utc|gmt|zulu)$/.test(foldName(name));

/** Maps the columns of a header; the first column of a meaning is used, but a time in UTC before one that may be local. */
export function mapHeader(header: readonly string[]): Mapping {
  const mapping = new Map<Meaning, number>();
  for (const [index, name] of header.entries()) {
    const meaning = findMeaning(name);
    if (meaning === null) continue;
    const earlier = header[mapping.get(meaning) ?? -1];
    const isBetter = meaning === 'time' && earlier !== undefined && isUtcName(name) && !isUtcName(earlier);
    if (earlier === undefined || isBetter) mapping.set(meaning, index);
  }
  return mapping;
}

const isMeaning = (text: string): text is Meaning => MEANINGS.some((meaning) => meaning === text);

/** Parses the `meaning=column` pairs of `--map`. */
const parsePairs = (
  input: string,
): readonly { readonly pair: string; readonly meaning: string; readonly column: string }[] =>
  input.split(',').map((pair) => {
    const [meaning = '', column = ''] = pair.split('=').map((part) => part.trim());
    return { pair, meaning, column };
  });

/** Index of a named column; -1 when there is none. */
const findColumn = (header: readonly string[], column: string): number =>
  header.findIndex((name) => foldName(name) === foldName(column) && foldName(column) !== '');

/** True when `--map` refers to a column by a cell of this line, which is then the header whatever it looks like. */
export const mapRefersTo = (line: readonly string[], input: string): boolean =>
  parsePairs(input).some(({ column }) => !/^\d+$/.test(column) && findColumn(line, column) >= 0);

/**
 * The mapping overridden by `--map` text such as `plate=COL,time=COL`; a column is a header name or a number from 1.
 * Returns the faulty part of the text when it is invalid.
 */
export function applyMapOption(mapping: Mapping, header: readonly string[], input: string): Mapping | string {
  const merged = new Map(mapping);
  const taken: [Meaning, number][] = [];
  for (const { pair, meaning, column } of parsePairs(input)) {
    const named = findColumn(header, column);
    const index = /^\d+$/.test(column) && named < 0 ? Number(column) - 1 : named;
    if (!isMeaning(meaning) || index < 0 || index >= header.length) return pair;
    taken.push([meaning, index]);
  }
  // An explicit `time` replaces the detected `date` and `clock` columns.
  if (taken.some(([meaning]) => meaning === 'time')) for (const part of ['date', 'clock'] as const) merged.delete(part);
  if (taken.some(([meaning]) => meaning === 'date')) merged.delete('time');
  for (const [meaning, index] of taken) merged.set(meaning, index);
  return merged;
}
