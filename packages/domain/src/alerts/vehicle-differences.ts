/** Brand and colour of a vehicle, as seen by a camera or as registered; empty: unknown. */
export interface VehicleAppearance {
  readonly brand: string;
  readonly colour: string;
}

const normaliseText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Colours by the codes of the closed list, including the spellings that cameras use. */
const COLOURS: Readonly<Record<string, string>> = {
  BIANCO: 'WHITE',
  NERO: 'BLACK',
  ROSSO: 'RED',
  MARRONE: 'BROWN',
  VIOLA: 'PURPLE',
  GIALLO: 'YELLOW',
  VERDE: 'GREEN',
  GRIGIO: 'GREY',
  GRAY: 'GREY',
  SILVER: 'GREY',
  ARGENTO: 'GREY',
  BLU: 'BLUE',
  AZZURRO: 'BLUE',
};
const normaliseColour = (text: string): string => COLOURS[normaliseText(text)] ?? normaliseText(text);

/**
 * Short brand names, so that `VW` and `Volkswagen`, or `Mercedes` and `Mercedes-Benz`, are not reported as different.
 */
const BRAND_ALIASES: Readonly<Record<string, string>> = {
  VW: 'VOLKSWAGEN',
  MERCEDES: 'MERCEDESBENZ',
  ALFA: 'ALFAROMEO',
};
const normaliseBrand = (text: string): string => BRAND_ALIASES[normaliseText(text)] ?? normaliseText(text);

const isUnknown = (text: string): boolean => text === '' || text.toLowerCase() === 'undefined';

/**
 * Fields in which the registered vehicle differs from the one the camera saw: a sign of a changed or cloned plate, or
 * of a misread. Unknown values on either side are not differences.
 */
export function findVehicleDifferences(
  seen: VehicleAppearance,
  registered: VehicleAppearance,
): readonly ('brand' | 'colour')[] {
  const differs = (key: 'brand' | 'colour', of: (text: string) => string): boolean =>
    !isUnknown(seen[key]) && !isUnknown(registered[key]) && of(seen[key]) !== of(registered[key]);
  return [
    ...(differs('brand', normaliseBrand) ? (['brand'] as const) : []),
    ...(differs('colour', normaliseColour) ? (['colour'] as const) : []),
  ];
}
