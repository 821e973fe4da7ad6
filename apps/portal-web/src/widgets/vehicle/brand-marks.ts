/** Logo picture of a brand under `/images/car-brands/` (T 7.6), and the two letters drawn on it. */
export interface BrandMarkImage {
  readonly image: string;
  readonly letters: string;
}

/** The 31 car makes with a logo (P 9), by their name in capitals without accents, spaces and dashes. */
const CARS: Readonly<Record<string, string>> = {
  ALFAROMEO: 'AR',
  AUDI: 'AU',
  BMW: 'BW',
  CITROEN: 'CI',
  DACIA: 'DA',
  FIAT: 'FI',
  FORD: 'FO',
  HONDA: 'HO',
  HYUNDAI: 'HY',
  JEEP: 'JE',
  KIA: 'KI',
  LANCIA: 'LA',
  LANDROVER: 'LR',
  MAZDA: 'MA',
  MERCEDES: 'MB',
  MINI: 'MI',
  MITSUBISHI: 'MT',
  NISSAN: 'NI',
  OPEL: 'OP',
  PEUGEOT: 'PE',
  PORSCHE: 'PO',
  RENAULT: 'RE',
  SEAT: 'SE',
  SKODA: 'SK',
  SMART: 'SM',
  SUBARU: 'SB',
  SUZUKI: 'SZ',
  TESLA: 'TE',
  TOYOTA: 'TO',
  VOLKSWAGEN: 'VW',
  VOLVO: 'VO',
};

/** Further makes with a logo: rarer cars, lorries, motorcycles, trailers, other spellings. */
const OTHERS: Readonly<Record<string, string>> = {
  APRILIA: 'AP',
  BENELLI: 'BE',
  CUPRA: 'CU',
  DAF: 'DF',
  DR: 'DR',
  DUCATI: 'DU',
  HARLEYDAVIDSON: 'HD',
  IRISBUS: 'IB',
  ISUZU: 'IS',
  IVECO: 'IV',
  JAGUAR: 'JA',
  KAWASAKI: 'KW',
  KRONE: 'KR',
  KTM: 'KT',
  KYMCO: 'KY',
  LEXUS: 'LE',
  MAN: 'MN',
  MERCEDESBENZ: 'MB',
  MG: 'MG',
  MOTOGUZZI: 'MG',
  PIAGGIO: 'PI',
  SCANIA: 'SC',
  SCHMITZ: 'SH',
  SETRA: 'ST',
  SYM: 'SY',
  VW: 'VW',
  YAMAHA: 'YA',
};

const buildBrandMarks = (letters: Readonly<Record<string, string>>) =>
  Object.entries(letters).map(
    ([name, drawn]) => [name, { image: `${name.toLowerCase()}.png`, letters: drawn }] as const,
  );

export const CAR_MARKS: ReadonlyMap<string, BrandMarkImage> = new Map(buildBrandMarks(CARS));
export const BRAND_MARKS: ReadonlyMap<string, BrandMarkImage> = new Map([...CAR_MARKS, ...buildBrandMarks(OTHERS)]);

/** Finds the logo of a brand as written by a plant; null: none, use the neutral one. */
export function findBrandMark(brand: string): BrandMarkImage | null {
  const name = brand
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase();
  return BRAND_MARKS.get(name) ?? null;
}
