import { drawLoad, type AdrLoad } from './adr.ts';
import { deriveRegistration, deriveRegistrationYear, type VehicleKind, type VehicleRef } from './plate-series.ts';
import { hashText, mixHash, hashToUnit } from './random.ts';
import { drawColour, drawModel, type Body, type SimColour } from './vehicle-models.ts';

export interface SimVehicle {
  readonly plate: string;
  /** Distinguishing sign of the nation: I, D, RO ... */
  readonly nation: string;
  readonly kind: VehicleKind;
  readonly brand: string;
  readonly model: string;
  readonly body: Body;
  readonly colour: SimColour;
  readonly year: number;
  /** EURO class 0 to 6. */
  readonly euro: number;
  /** The orange panel of a vehicle with dangerous goods, otherwise null. */
  readonly adr: AdrLoad | null;
}

/** Share of lorries that carry dangerous goods; also the share of those that always do. */
const ADR_SHARE = 0.11;

/** Derives the vehicle of a reference. Pure: millions of vehicles need no table. */
export function deriveVehicle(ref: VehicleRef, seed: number): SimVehicle {
  const { plate, nation, kind } = deriveRegistration(ref, seed);
  return describeVehicle(plate, nation, kind, seed);
}

/** Attributes of a vehicle as a function of its plate alone, so that registry and camera agree. */
export function describeVehicle(plate: string, nation: string, kind: VehicleKind, seed: number): SimVehicle {
  const hash = hashText(seed, plate);
  const year = deriveRegistrationYear(plate, seed);
  return {
    plate,
    nation,
    kind,
    ...drawModel(kind, hashToUnit(mixHash(hash, 1))),
    colour: drawColour(kind, hashToUnit(mixHash(hash, 2))),
    year,
    euro: computeEuroClass(year, kind),
    adr:
      kind === 'heavy_truck' && hashToUnit(mixHash(hash, 3)) < ADR_SHARE
        ? drawLoad(hashToUnit(mixHash(hash, 4)))
        : null,
  };
}

/** EURO class in force when the vehicle was registered. */
function computeEuroClass(year: number, kind: VehicleKind): number {
  if (kind === 'trailer') return 0;
  if (kind === 'motorbike' || kind === 'moped') return year >= 2021 ? 5 : year >= 2017 ? 4 : year >= 2007 ? 3 : 2;
  return year >= 2015 ? 6 : year >= 2010 ? 5 : year >= 2006 ? 4 : 3;
}

/** A bounded cache of derived vehicles: most reads are of vehicles seen before. */
export function createVehicleCache(seed: number, limit = 400_000): (ref: VehicleRef) => SimVehicle {
  const known = new Map<VehicleRef, SimVehicle>();
  return (ref) => {
    const hit = known.get(ref);
    if (hit !== undefined) return hit;
    if (known.size >= limit) known.clear();
    const made = deriveVehicle(ref, seed);
    known.set(ref, made);
    return made;
  };
}
