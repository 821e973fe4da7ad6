import type { NewRead } from '../../apps/plant-server/src/features/ingest/new-read.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { hashText, unit } from '@varco/sim/random.ts';
import { registryRecord, type SimRegistryRecord } from '@varco/sim/registry-data.ts';
import type { Passage } from '@varco/sim/reads.ts';
import { WORLD_SEED } from './layout.ts';

/** Shares of plates on the demo's lists, and of checks that failed. */
const BLACKLISTED = 0.0025;
const FIGUREHEAD = 0.001;
const NO_SERVICE = 0.004;
const CONGESTED = 0.006;

const records = new Map<string, SimRegistryRecord | null>();
const MAX_RECORDS = 200_000;

/** Registry record of a plate on a day; cached, because commuters pass every day. */
function recordOf(plate: string, day: string): SimRegistryRecord | null {
  const key = `${plate} ${day}`;
  const known = records.get(key);
  if (known !== undefined) return known;
  if (records.size >= MAX_RECORDS) records.clear();
  const record = registryRecord(WORLD_SEED, plate, day);
  records.set(key, record);
  return record;
}

/** Values that the plant's checks would have found for a seeded read, from the registry record of that day. */
function checksOf(plate: string, nation: string, at: string): Partial<NewRead> {
  const day = at.slice(0, 10);
  const alarm = listAlarm(plate);
  if (nation !== 'I') return { insured: '--', inspected: '--', stolen: '--', ...alarm };
  const dice = unit(hashText(WORLD_SEED + 7, `${plate}${at}`));
  if (dice < NO_SERVICE) return { insured: 'xx', inspected: 'xx', stolen: '--', ...alarm };
  if (dice < NO_SERVICE + CONGESTED) return { insured: '<!>', inspected: '<!>', stolen: 'no', ...alarm };
  const record = recordOf(plate, day);
  if (record === null) return { insured: '--', inspected: '--', stolen: '--', ...alarm };
  const { insurance, inspection, stolenSince } = record;
  return {
    insured: insurance === null ? '--' : insurance.graceUntil >= day ? 'si' : 'no',
    ...(insurance === null ? {} : { insuredUntil: insurance.to }),
    inspected: inspection.next >= day ? 'si' : 'no',
    inspectedUntil: inspection.next,
    stolen: stolenSince !== null && stolenSince <= day ? 'si' : 'no',
    ...alarm,
  };
}

function listAlarm(plate: string): Pick<NewRead, 'alarm'> {
  const dice = unit(hashText(WORLD_SEED + 9, plate));
  if (dice < BLACKLISTED) return { alarm: 'si' };
  return { alarm: dice < BLACKLISTED + FIGUREHEAD ? 'pn' : 'no' };
}

/** Converts a simulated passage to a stored read; null when the camera read no plate. */
export function toSeededRead({ read, vehicle }: Passage): NewRead | null {
  const plate = normalisePlate(read.targa);
  if (plate === null) return null;
  return {
    gate: read.varco_id,
    plate,
    at: read.data,
    ...optional('nation', read.nazione),
    ...optional('province', read.provincia),
    ...optional('brand', read.marca),
    ...optional('model', read.modello),
    ...optional('colour', read.colore),
    ...optional('vehicleClass', read.class),
    ...optional('direction', read.direction),
    ...optional('lane', read.lane),
    ...optional('speed', read.speed),
    ...optional('euro', read.euro),
    ...optional('confidence', read.confidence),
    ...optional('confidenceChars', read.confidence_chars),
    ...optional('adrKemler', read.adr_kemler),
    ...optional('adrUn', read.adr_un_no),
    ...optional('adrClass', read.adr_class),
    ...checksOf(plate, read.nazione === undefined || read.nazione === '' ? '' : vehicle.nation, read.data),
  };
}

const optional = <K extends keyof NewRead>(name: K, value: NewRead[K] | undefined): Partial<NewRead> =>
  value === undefined ? {} : { [name]: value };
