import type { VehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import type { IsoDate } from './instants.ts';
import { registryRecord } from './registry-data.ts';

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
