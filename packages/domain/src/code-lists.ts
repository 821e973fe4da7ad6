/** Closed lists of codes (P 9, T 9) as stored and sent; their texts are in the language files. */

/** Vehicle classes: light truck up to 75 q, heavy truck from 120 q. */
export const VEHICLE_CLASSES = [
  'car',
  'bus',
  'light_truck',
  'heavy_truck',
  'motorbike',
  'moped',
  'trailer',
  'van',
  'undefined',
] as const;
export type VehicleClass = (typeof VEHICLE_CLASSES)[number];

/** Nine colours plus `undefined` (readings TA50). */
export const COLOURS = [
  'white',
  'black',
  'red',
  'brown',
  'purple',
  'yellow',
  'green',
  'grey',
  'blue',
  'undefined',
] as const;
export type Colour = (typeof COLOURS)[number];

export const ADR_CLASSES = ['1', '2', '3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1', '6.2', '7', '8', '9'] as const;
export type AdrClass = (typeof ADR_CLASSES)[number];

/** Infringement and list codes of the filter (readings TA10). */
export const INFRINGEMENTS = ['NA', 'NR', 'RUB', 'BL', 'PN', 'WL'] as const;
export type Infringement = (typeof INFRINGEMENTS)[number];

/** Foreign nations most frequent on Italian roads (P 9), by international code; the filter offers them first. */
export const FREQUENT_FOREIGN_NATIONS = [
  'RO',
  'D',
  'F',
  'CH',
  'A',
  'PL',
  'BG',
  'SLO',
  'HR',
  'E',
  'NL',
  'CZ',
  'H',
  'GB',
  'UA',
  'AL',
] as const;

/** The forty nations of the lists (P 9). Plates of other nations are also labelled and can be filtered. */
export const NATIONS = [
  'I',
  ...FREQUENT_FOREIGN_NATIONS,
  'B',
  'BIH',
  'BY',
  'DK',
  'EST',
  'FIN',
  'GR',
  'IRL',
  'L',
  'LT',
  'LV',
  'MA',
  'MD',
  'MNE',
  'N',
  'NMK',
  'P',
  'RKS',
  'RSM',
  'S',
  'SK',
  'SRB',
  'TR',
] as const;
