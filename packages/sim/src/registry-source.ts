import type { VehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import type { IsoDate } from './instants.ts';
import { registrationOf } from './plate-series.ts';
import { registryRecord } from './registry-data.ts';
import { memberOf, POOLS } from './roster.ts';

/** Record source of the registry stand-in: the vehicles of the simulated world of a seed. */
export function openRegistrySource(seed: number): (plate: string, today: IsoDate) => VehicleFacts | null {
  return (plate, today) => {
    const record = registryRecord(seed, plate, today);
    if (record === null) return null;
    const { vehicle, insurance, inspection } = record;
    return {
      class: vehicle.kind,
      brand: vehicle.brand,
      model: vehicle.model,
      colour: vehicle.colour,
      euro: vehicle.kind === 'trailer' ? null : vehicle.euro,
      first_registration: record.firstRegistration,
      insurance:
        insurance === null
          ? null
          : {
              company: insurance.company,
              policy: insurance.policy,
              from: insurance.from,
              to: insurance.to,
              grace_until: insurance.graceUntil,
            },
      inspection,
      stolen_since: record.stolenSince,
      list_a1: record.isListedA1,
      list_c: record.isListedC,
    };
  };
}

/** Vehicles of each pool looked through for their owners: those that drive in a world of the demo's sizes. */
const LOOKED_THROUGH = 6_000;

/** Owner source of the registry stand-in: made at the first question, in a second or two. */
export function openOwnerSource(seed: number): (owner: string, today: IsoDate) => readonly string[] {
  let byOwner: Map<string, string[]> | null = null;
  return (owner, today) => (byOwner ??= platesByOwner(seed, today)).get(owner) ?? [];
}

function platesByOwner(seed: number, today: IsoDate): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const pool of Object.values(POOLS))
    for (let i = 0; i < LOOKED_THROUGH; i++) {
      const { plate } = registrationOf(memberOf(pool, i, seed), seed);
      const owner = registryRecord(seed, plate, today)?.owner;
      if (owner === undefined) continue;
      const code = owner.kind === 'person' ? owner.taxCode : owner.vatNumber;
      const plates = found.get(code) ?? [];
      if (!plates.includes(plate)) plates.push(plate);
      found.set(code, plates);
    }
  return found;
}
