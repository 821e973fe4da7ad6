import type { RegistryLookUpRequest, LookUpRecord } from '@varco/contract/registry/look-up.ts';
import type { RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import type { IsoDate } from './instants.ts';
import { decodeChassis } from './chassis.ts';
import { RegisterPeople } from './register-people.ts';
import {
  buildCoverSections,
  buildDocumentSections,
  buildInfractionSections,
  buildLicenceSections,
  buildOwnerSections,
  buildVehicleSections,
} from './register-sections.ts';
import { buildRegistryRecord, type SimRegistryRecord } from './registry-data.ts';

/** Record source of the simulated registry: the vehicles of the world with this seed. */
export function openRegistrySource(seed: number): (plate: string, today: IsoDate) => RegistryVehicleFacts | null {
  return (plate, today) => {
    const record = buildRegistryRecord(seed, plate, today);
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

/** One register of people per seed, shared by all sources of a process. */
const registerBySeed = new Map<number, RegisterPeople>();

function getRegister(seed: number): RegisterPeople {
  const known = registerBySeed.get(seed) ?? new RegisterPeople(seed);
  registerBySeed.set(seed, known);
  return known;
}

/** Owner source of the simulated registry. The register is built on first use, which takes a second or two. */
export const openOwnerSource =
  (seed: number): ((owner: string, today: IsoDate) => readonly string[]) =>
  (owner, today) =>
    getRegister(seed).findHolding(owner, today)?.plates ?? [];

/** Look-up source of the simulated registry: the same vehicles and people, limited to the requested sections. */
export const openLookUpSource =
  (seed: number): ((question: RegistryLookUpRequest, today: IsoDate) => LookUpRecord | null) =>
  (question, today) => {
    const { kind, key } = question;
    if (kind === 'licence' || kind === 'infractions') return findDriver(seed, kind, key, today);
    if (key.kind === 'licence-number') return null;
    if (key.kind === 'tax-code') return findHoldings(seed, key.value, today);
    const plate = key.kind === 'plate' ? key.value : decodeChassis(key.value, seed);
    const record = plate === null ? null : buildRegistryRecord(seed, plate, today);
    return record === null ? null : findVehicleRecord(seed, kind, record, today);
  };

function findVehicleRecord(
  seed: number,
  kind: RegistryLookUpRequest['kind'],
  record: SimRegistryRecord,
  today: IsoDate,
): LookUpRecord {
  const names = { plate: record.vehicle.plate, chassis: record.chassis };
  const isOwner = kind === 'owner' || kind === 'owner-full' || kind === 'booklet';
  if (isOwner) getRegister(seed).remember(record.owner, record.vehicle.plate, today);
  return {
    ...names,
    ...(kind === 'owner' ? {} : buildCoverSections(record, today)),
    ...buildVehicleSections(record, kind === 'vehicle' || kind === 'booklet'),
    ...(kind === 'booklet' ? buildDocumentSections(record) : {}),
    ...(isOwner ? buildOwnerSections(record.owner, record.firstRegistration) : {}),
  };
}

/** A person or company with all vehicles registered to it. */
function findHoldings(seed: number, code: string, today: IsoDate): LookUpRecord | null {
  const holding = getRegister(seed).findHolding(code, today);
  if (holding === null) return null;
  const lines = holding.plates.slice(0, 200).map((plate) => {
    const vehicle = buildRegistryRecord(seed, plate, today)?.vehicle;
    return [plate, vehicle?.brand, vehicle?.model].join(' ');
  });
  return { plate: null, chassis: null, ...buildOwnerSections(holding.owner, null), lines };
}

function findDriver(
  seed: number,
  kind: 'licence' | 'infractions',
  key: RegistryLookUpRequest['key'],
  today: IsoDate,
): LookUpRecord | null {
  if (key.kind !== 'licence-number' && key.kind !== 'tax-code') return null;
  const code = key.kind === 'tax-code' ? key.value : getRegister(seed).findTaxCodeByLicence(key.value, today);
  const owner = code === null ? undefined : getRegister(seed).findHolding(code, today)?.owner;
  if (code === null || owner?.kind !== 'person') return null;
  const licence = buildLicenceSections(code, seed, today);
  if (licence === null) return null;
  const sections = kind === 'licence' ? licence : { ...licence, ...buildInfractionSections(code, seed, today) };
  return { plate: null, chassis: null, ...buildOwnerSections(owner, null), ...sections };
}
