import type { VehicleClass } from '@varco/domain/code-lists.ts';
import { drawForeignNation, type SimNation } from './nations.ts';
import { unscatter, scatter } from './permutation.ts';
import { ITALIAN_LETTERS, buildTemplatePlate, type PlateTemplate } from './plate-template.ts';
import { hashText, mixHash, hashToUnit } from './random.ts';

/** Vehicle classes of the field, as sent on the wire. */
export type VehicleKind = VehicleClass;

/** Series a plate can be drawn from; the number is the upper part of a `VehicleRef`. */
export const SERIES = {
  car: 0,
  van: 1,
  lightTruck: 2,
  heavyTruck: 3,
  bus: 4,
  motorbike: 5,
  moped: 6,
  trailer: 7,
  visitorCar: 8,
  foreignCar: 9,
  foreignVan: 10,
  foreignTruck: 11,
  foreignBus: 12,
  foreignMotorbike: 13,
} as const;
export type Series = (typeof SERIES)[keyof typeof SERIES];

/** Reference to a simulated vehicle: series in the upper 5 bits, serial in the lower 27. Fits a Uint32Array. */
export type VehicleRef = number;

export const buildVehicleRef = (series: Series, serial: number): VehicleRef =>
  ((series << 27) | (serial & 0x7ffffff)) >>> 0;
export const getSeries = (ref: VehicleRef): number => ref >>> 27;
export const getSerial = (ref: VehicleRef): number => ref & 0x7ffffff;

/**
 * Vehicle kinds and their ranges within one hundred consecutive serials of the AA000AA series, so that the plate
 * alone determines the kind.
 */
const KIND_RANGES: readonly (readonly [VehicleKind, number, number])[] = [
  ['car', 0, 79],
  ['van', 79, 9],
  ['light_truck', 88, 4],
  ['heavy_truck', 92, 6],
  ['bus', 98, 2],
];

/** Two leading letters in use, CA to GZ (registered 2003 to today); EE is reserved for visitors. */
const LETTER_PAIRS: readonly string[] = [...'CDEFG']
  .flatMap((a) => [...ITALIAN_LETTERS].map((b) => a + b))
  .filter((pair) => pair !== 'EE');
const PER_PAIR = 1000 * 22 * 22;
const CAR_SIZE = LETTER_PAIRS.length * PER_PAIR;

const MOTORBIKE: PlateTemplate = { heads: [...'ABCDEF'], tail: 'L00000' };
const MOPED: PlateTemplate = { heads: ['X'], tail: 'MMMMM' };
const TRAILER: PlateTemplate = { heads: ['XA', 'XB', 'XC'], tail: '000LL' };
const VISITOR: PlateTemplate = { heads: ['EE'], tail: '000LL' };

/** The plate of a four-wheeled Italian vehicle. */
function buildItalianPlate(kind: VehicleKind, serial: number, seed: number): string {
  const [, base, width] = KIND_RANGES.find(([k]) => k === kind) ?? ['car', 0, 79];
  const inSeries = Math.floor(serial / width) * 100 + base + (serial % width);
  let place = scatter(inSeries, CAR_SIZE, mixHash(seed, 11));
  const last = ITALIAN_LETTERS.charAt(place % 22);
  place = Math.floor(place / 22);
  const beforeLast = ITALIAN_LETTERS.charAt(place % 22);
  place = Math.floor(place / 22);
  return `${LETTER_PAIRS[Math.floor(place / 1000)] ?? 'GA'}${String(place % 1000).padStart(3, '0')}${beforeLast}${last}`;
}

export interface Registration {
  readonly plate: string;
  readonly nation: string;
  readonly kind: VehicleKind;
}

/** Plate, nation and kind of a vehicle. Pure. */
export function deriveRegistration(ref: VehicleRef, seed: number): Registration {
  const serial = getSerial(ref);
  const shift = mixHash(seed, 12);
  switch (getSeries(ref)) {
    case SERIES.van:
      return { plate: buildItalianPlate('van', serial, seed), nation: 'I', kind: 'van' };
    case SERIES.lightTruck:
      return { plate: buildItalianPlate('light_truck', serial, seed), nation: 'I', kind: 'light_truck' };
    case SERIES.heavyTruck:
      return { plate: buildItalianPlate('heavy_truck', serial, seed), nation: 'I', kind: 'heavy_truck' };
    case SERIES.bus:
      return { plate: buildItalianPlate('bus', serial, seed), nation: 'I', kind: 'bus' };
    case SERIES.motorbike:
      return { plate: buildTemplatePlate(MOTORBIKE, serial, shift), nation: 'I', kind: 'motorbike' };
    case SERIES.moped:
      return { plate: buildTemplatePlate(MOPED, serial, shift), nation: 'I', kind: 'moped' };
    case SERIES.trailer:
      return { plate: buildTemplatePlate(TRAILER, serial, shift), nation: 'I', kind: 'trailer' };
    case SERIES.visitorCar:
      return { plate: buildTemplatePlate(VISITOR, serial, shift), nation: 'I', kind: 'car' };
    case SERIES.foreignCar:
      return buildForeign(drawForeignNation.cars, 'car', ref, shift);
    case SERIES.foreignVan:
      return buildForeign(drawForeignNation.cars, 'van', ref, shift);
    case SERIES.foreignTruck:
      return buildForeign(drawForeignNation.trucks, 'heavy_truck', ref, shift);
    case SERIES.foreignBus:
      return buildForeign(drawForeignNation.buses, 'bus', ref, shift);
    case SERIES.foreignMotorbike:
      return buildForeign(drawForeignNation.cars, 'motorbike', ref, shift);
    default:
      return { plate: buildItalianPlate('car', serial, seed), nation: 'I', kind: 'car' };
  }
}

function buildForeign(draw: (u: number) => SimNation, kind: VehicleKind, ref: VehicleRef, shift: number): Registration {
  const nation = draw(hashToUnit(mixHash(ref, shift, 3)));
  // All kinds of one nation share its template, so the serials are interleaved to avoid duplicates.
  return {
    plate: buildTemplatePlate(nation.template, getSerial(ref) * 5 + (getSeries(ref) - 9), shift),
    nation: nation.code,
    kind,
  };
}

/**
 * Kind of an Italian vehicle, from the form of the plate and, for AA000AA, from its position in the series. `null`:
 * not an Italian form.
 */
export function findItalianKind(plate: string, seed: number): VehicleKind | null {
  if (/^[A-Z]{2}\d{5}$/u.test(plate)) return 'motorbike';
  if (/^X[A-Z]\d{3}[A-Z]{2}$/u.test(plate)) return 'trailer';
  if (/^X[2-9B-Z]{5}$/u.test(plate)) return 'moped';
  if (!/^[A-HJ-NPR-TV-Z]{2}\d{3}[A-HJ-NPR-TV-Z]{2}$/u.test(plate)) return null;
  if (plate.startsWith('EE')) return 'car';
  const inBlock = buildSeriesPlate(plate, seed) % 100;
  return KIND_RANGES.find(([, base, width]) => inBlock >= base && inBlock < base + width)?.[0] ?? 'car';
}

function buildSeriesPlate(plate: string, seed: number): number {
  const pair = LETTER_PAIRS.indexOf(plate.slice(0, 2));
  if (pair < 0) return hashText(seed, plate) % 100;
  const letters = ITALIAN_LETTERS.indexOf(plate.charAt(5)) * 22 + ITALIAN_LETTERS.indexOf(plate.charAt(6));
  return unscatter((pair * 1000 + Number(plate.slice(2, 5))) * 484 + letters, CAR_SIZE, mixHash(seed, 11));
}

/** Year of first registration from the leading letters: CA 2003 to GZ today. Other series: 2004 to 2025, by hash. */
export function deriveRegistrationYear(plate: string, seed: number): number {
  const pair = LETTER_PAIRS.indexOf(plate.slice(0, 2));
  if (pair < 0 || !/^..\d{3}..$/u.test(plate)) return 2004 + (hashText(seed, plate) % 22);
  return Math.min(2025, 2003 + Math.floor((pair / LETTER_PAIRS.length) ** 0.9 * 23.5));
}
