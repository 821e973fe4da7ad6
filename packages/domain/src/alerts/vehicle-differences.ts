/** What the camera saw of a vehicle, and what the registry knows; empty: not said. */
export interface SeenVehicle {
  readonly brand: string;
  readonly colour: string;
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Colours by the codes of the closed list, also as cameras write them. */
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
const colourOf = (text: string): string => COLOURS[plain(text)] ?? plain(text);

/** `VW` and `Volkswagen`, `Mercedes` and `Mercedes-Benz` are no difference. */
const SHORT: Readonly<Record<string, string>> = { VW: 'VOLKSWAGEN', MERCEDES: 'MERCEDESBENZ', ALFA: 'ALFAROMEO' };
const brandOf = (text: string): string => SHORT[plain(text)] ?? plain(text);

const isUnsaid = (text: string): boolean => text === '' || text.toLowerCase() === 'undefined';

/**
 * Where the registry's vehicle is not the one the camera saw: a changed or cloned plate, or a misread. What either side
 * does not say is no difference.
 */
export function vehicleDifferences(seen: SeenVehicle, registered: SeenVehicle): readonly ('brand' | 'colour')[] {
  const differs = (key: 'brand' | 'colour', of: (text: string) => string): boolean =>
    !isUnsaid(seen[key]) && !isUnsaid(registered[key]) && of(seen[key]) !== of(registered[key]);
  return [
    ...(differs('brand', brandOf) ? (['brand'] as const) : []),
    ...(differs('colour', colourOf) ? (['colour'] as const) : []),
  ];
}
