/** A brand's own picture under `/images/car-brands/` (T 7.6) and the two letters drawn on it. */
export interface BrandMarkImage {
  readonly image: string;
  readonly letters: string;
}

/** Brands with a mark, by their name in capitals without accents, spaces and dashes. */
const LETTERS: Readonly<Record<string, string>> = {
  ALFAROMEO: 'AR',
  APRILIA: 'AP',
  AUDI: 'AU',
  BENELLI: 'BE',
  BMW: 'BW',
  CITROEN: 'CI',
  CUPRA: 'CU',
  DACIA: 'DA',
  DAF: 'DF',
  DR: 'DR',
  DUCATI: 'DU',
  FIAT: 'FI',
  FORD: 'FO',
  HARLEYDAVIDSON: 'HD',
  HONDA: 'HO',
  HYUNDAI: 'HY',
  IRISBUS: 'IB',
  ISUZU: 'IS',
  IVECO: 'IV',
  JAGUAR: 'JA',
  JEEP: 'JE',
  KAWASAKI: 'KW',
  KIA: 'KI',
  KRONE: 'KR',
  KTM: 'KT',
  KYMCO: 'KY',
  LANCIA: 'LA',
  LANDROVER: 'LR',
  LEXUS: 'LE',
  MAN: 'MN',
  MAZDA: 'MA',
  MERCEDES: 'MB',
  MERCEDESBENZ: 'MB',
  MG: 'MG',
  MINI: 'MI',
  MITSUBISHI: 'MT',
  MOTOGUZZI: 'MG',
  NISSAN: 'NI',
  OPEL: 'OP',
  PEUGEOT: 'PE',
  PIAGGIO: 'PI',
  PORSCHE: 'PO',
  RENAULT: 'RE',
  SCANIA: 'SC',
  SCHMITZ: 'SH',
  SEAT: 'SE',
  SETRA: 'ST',
  SKODA: 'SK',
  SMART: 'SM',
  SUBARU: 'SB',
  SUZUKI: 'SZ',
  SYM: 'SY',
  TESLA: 'TE',
  TOYOTA: 'TO',
  VOLKSWAGEN: 'VW',
  VOLVO: 'VO',
  VW: 'VW',
  YAMAHA: 'YA',
};

export const BRAND_MARKS: ReadonlyMap<string, BrandMarkImage> = new Map(
  Object.entries(LETTERS).map(([name, letters]) => [name, { image: `${name.toLowerCase()}.png`, letters }]),
);

/** The mark of a brand as a plant writes it; null: none, a neutral one stands for it. */
export function brandMarkOf(brand: string): BrandMarkImage | null {
  const name = brand
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase();
  return BRAND_MARKS.get(name) ?? null;
}
