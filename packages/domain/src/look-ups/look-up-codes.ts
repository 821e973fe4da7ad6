/** Wire codes of look-ups (T 3.11), and which of them can be combined (readings TA43). */

export const LOOK_UP_REQUESTS = {
  anagrafica: 0,
  'anagrafica-completa': 1,
  base: 2,
  libretto: 3,
  'dettagli-veicolo': 4,
  'dati-patente': 5,
  'infrazioni-patente': 6,
} as const;
export type LookUpRequest = (typeof LOOK_UP_REQUESTS)[keyof typeof LOOK_UP_REQUESTS];

export const LOOK_UP_KEYS = { targa: 0, 'numero-patente': 1, 'codice-fiscale': 2, 'numero-telaio': 3 } as const;
export type LookUpKey = (typeof LOOK_UP_KEYS)[keyof typeof LOOK_UP_KEYS];

export const LOOK_UP_VEHICLES = { autoveicolo: 0, motoveicolo: 1, rimorchio: 2, ciclomotore: 3 } as const;
export type LookUpVehicle = (typeof LOOK_UP_VEHICLES)[keyof typeof LOOK_UP_VEHICLES];

/** RCA and revision are free of charge; everything with personal data is paid. */
export const isPaidRequest = (request: LookUpRequest): boolean =>
  request !== LOOK_UP_REQUESTS.base && request !== LOOK_UP_REQUESTS['dettagli-veicolo'];

const { targa, 'numero-patente': licence, 'codice-fiscale': taxCode, 'numero-telaio': chassis } = LOOK_UP_KEYS;

const KEYS_BY_REQUEST: Readonly<Record<LookUpRequest, readonly LookUpKey[]>> = {
  0: [targa, taxCode],
  1: [targa, taxCode],
  2: [targa],
  3: [targa, taxCode, chassis],
  4: [targa],
  5: [licence, taxCode],
  6: [licence, taxCode],
};

/** Whether a request can be made with a kind of key. */
export const acceptsLookUpKey = (request: LookUpRequest, key: LookUpKey): boolean =>
  KEYS_BY_REQUEST[request].includes(key);

const KEY_PATTERNS: Readonly<Record<LookUpKey, RegExp>> = {
  0: /^[A-Z0-9]{2,32}$/,
  1: /^[A-Z0-9]{5,15}$/,
  2: /^(?:[A-Z0-9]{16}|\d{11})$/,
  3: /^[A-Z0-9]{5,17}$/,
};

/** Normalises typed text to the form the registers use: upper case, without separators. */
export const normaliseLookUpText = (text: string): string => text.toUpperCase().replaceAll(/[\s.\-/]/gu, '');

/** Whether a normalised text can be a key of this kind. */
export const isLookUpText = (key: LookUpKey, text: string): boolean => KEY_PATTERNS[key].test(text);

/**
 * T 5.4, readings TA44: kind of key while typing in Libretto. 9 and 10 characters keep the present kind, and a
 * chassis number chosen by hand stays.
 */
export function detectLibrettoKey(text: string, present: LookUpKey): LookUpKey {
  if (present === chassis) return chassis;
  const { length } = normaliseLookUpText(text);
  if (length <= 8) return targa;
  return length >= 11 ? taxCode : present;
}

/** T 5.4: in Patente, 16 or more characters are a tax code, fewer a licence number. */
export const detectPatenteKey = (text: string): LookUpKey =>
  normaliseLookUpText(text).length >= 16 ? taxCode : licence;

const VEHICLE_BY_CLASS: Readonly<Record<string, LookUpVehicle>> = { motorbike: 1, trailer: 2, moped: 3 };

/** Vehicle kind of a look-up for the vehicle class of a transit: every four-wheeled class is an autoveicolo. */
export const toLookUpVehicle = (vehicleClass: string): LookUpVehicle => VEHICLE_BY_CLASS[vehicleClass] ?? 0;
