import type { LookUpQuestion, LookUpRecord } from '@varco/contract/registry/look-up.ts';
import type { VehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import type { IsoDate } from './instants.ts';
import { plateOfChassis } from './chassis.ts';
import { RegisterPeople } from './register-people.ts';
import {
  coverSections,
  documentSections,
  infractionSections,
  licenceSections,
  ownerSections,
  vehicleSections,
} from './register-sections.ts';
import { registryRecord, type SimRegistryRecord } from './registry-data.ts';

/** Record source of the simulated registry: the vehicles of the world with this seed. */
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

/** One register of people per seed, shared by all sources of a process. */
const people = new Map<number, RegisterPeople>();

function peopleOf(seed: number): RegisterPeople {
  const known = people.get(seed) ?? new RegisterPeople(seed);
  people.set(seed, known);
  return known;
}

/** Owner source of the simulated registry. The register is built on first use, which takes a second or two. */
export const openOwnerSource =
  (seed: number): ((owner: string, today: IsoDate) => readonly string[]) =>
  (owner, today) =>
    peopleOf(seed).holding(owner, today)?.plates ?? [];

/** Look-up source of the simulated registry: the same vehicles and people, limited to the requested sections. */
export const openLookUpSource =
  (seed: number): ((question: LookUpQuestion, today: IsoDate) => LookUpRecord | null) =>
  (question, today) => {
    const { kind, key } = question;
    if (kind === 'licence' || kind === 'infractions') return driver(seed, kind, key, today);
    if (key.kind === 'licence-number') return null;
    if (key.kind === 'tax-code') return holdings(seed, key.value, today);
    const plate = key.kind === 'plate' ? key.value : plateOfChassis(key.value, seed);
    const record = plate === null ? null : registryRecord(seed, plate, today);
    return record === null ? null : vehicleRecord(seed, kind, record, today);
  };

function vehicleRecord(
  seed: number,
  kind: LookUpQuestion['kind'],
  record: SimRegistryRecord,
  today: IsoDate,
): LookUpRecord {
  const names = { plate: record.vehicle.plate, chassis: record.chassis };
  const isOwner = kind === 'owner' || kind === 'owner-full' || kind === 'booklet';
  if (isOwner) peopleOf(seed).remember(record.owner, record.vehicle.plate, today);
  return {
    ...names,
    ...(kind === 'owner' ? {} : coverSections(record, today)),
    ...vehicleSections(record, kind === 'vehicle' || kind === 'booklet'),
    ...(kind === 'booklet' ? documentSections(record) : {}),
    ...(isOwner ? ownerSections(record.owner, record.firstRegistration) : {}),
  };
}

/** A person or company with all vehicles registered to it. */
function holdings(seed: number, code: string, today: IsoDate): LookUpRecord | null {
  const holding = peopleOf(seed).holding(code, today);
  if (holding === null) return null;
  const lines = holding.plates.slice(0, 200).map((plate) => {
    const vehicle = registryRecord(seed, plate, today)?.vehicle;
    return [plate, vehicle?.brand, vehicle?.model].join(' ');
  });
  return { plate: null, chassis: null, ...ownerSections(holding.owner, null), lines };
}

function driver(
  seed: number,
  kind: 'licence' | 'infractions',
  key: LookUpQuestion['key'],
  today: IsoDate,
): LookUpRecord | null {
  if (key.kind !== 'licence-number' && key.kind !== 'tax-code') return null;
  const code = key.kind === 'tax-code' ? key.value : peopleOf(seed).ofLicence(key.value, today);
  const owner = code === null ? undefined : peopleOf(seed).holding(code, today)?.owner;
  if (code === null || owner?.kind !== 'person') return null;
  const licence = licenceSections(code, seed, today);
  if (licence === null) return null;
  const sections = kind === 'licence' ? licence : { ...licence, ...infractionSections(code, seed, today) };
  return { plate: null, chassis: null, ...ownerSections(owner, null), ...sections };
}
