import type { NewRead } from '../../apps/plant-server/src/features/ingest/new-read.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { hashText, hashToUnit } from '@varco/sim/random.ts';
import { buildRegistryRecord, type SimRegistryRecord } from '@varco/sim/registry-data.ts';
import type { Passage } from '@varco/sim/reads.ts';
import { WORLD_SEED } from './layout.ts';

/** Shares of plates on the demo's lists, and of checks that failed. */
const BLACKLISTED_SHARE = 0.0025;
const FIGUREHEAD_SHARE = 0.001;
const NO_SERVICE_SHARE = 0.004;
const CONGESTED_SHARE = 0.006;

const records = new Map<string, SimRegistryRecord | null>();
const MAX_RECORDS = 200_000;

/** Registry record of a plate on a day; cached, because commuters pass every day. */
function findRecord(plate: string, day: string): SimRegistryRecord | null {
  const key = `${plate} ${day}`;
  const known = records.get(key);
  if (known !== undefined) return known;
  if (records.size >= MAX_RECORDS) records.clear();
  const record = buildRegistryRecord(WORLD_SEED, plate, day);
  records.set(key, record);
  return record;
}

/** Values that the plant's checks would have found for a seeded read, from the registry record of that day. */
function computeChecks(plate: string, nation: string, at: string): Partial<NewRead> {
  const day = at.slice(0, 10);
  const alarm = drawListAlarm(plate);
  if (nation !== 'I') return { insured: '--', inspected: '--', stolen: '--', ...alarm };
  const dice = hashToUnit(hashText(WORLD_SEED + 7, `${plate}${at}`));
  if (dice < NO_SERVICE_SHARE) return { insured: 'xx', inspected: 'xx', stolen: '--', ...alarm };
  if (dice < NO_SERVICE_SHARE + CONGESTED_SHARE) return { insured: '<!>', inspected: '<!>', stolen: 'no', ...alarm };
  const record = findRecord(plate, day);
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

function drawListAlarm(plate: string): Pick<NewRead, 'alarm'> {
  const dice = hashToUnit(hashText(WORLD_SEED + 9, plate));
  if (dice < BLACKLISTED_SHARE) return { alarm: 'si' };
  return { alarm: dice < BLACKLISTED_SHARE + FIGUREHEAD_SHARE ? 'pn' : 'no' };
}

/** Converts a simulated passage to a stored read; null when the camera read no plate. */
export function toSeededRead({ read, vehicle }: Passage): NewRead | null {
  const plate = normalisePlate(read.targa);
  if (plate === null) return null;
  return {
    gate: read.varco_id,
    plate,
    at: read.data,
    ...omitUndefined('nation', read.nazione),
    ...omitUndefined('province', read.provincia),
    ...omitUndefined('brand', read.marca),
    ...omitUndefined('model', read.modello),
    ...omitUndefined('colour', read.colore),
    ...omitUndefined('vehicleClass', read.class),
    ...omitUndefined('direction', read.direction),
    ...omitUndefined('lane', read.lane),
    ...omitUndefined('speed', read.speed),
    ...omitUndefined('euro', read.euro),
    ...omitUndefined('confidence', read.confidence),
    ...omitUndefined('confidenceChars', read.confidence_chars),
    ...omitUndefined('adrKemler', read.adr_kemler),
    ...omitUndefined('adrUn', read.adr_un_no),
    ...omitUndefined('adrClass', read.adr_class),
    ...computeChecks(plate, read.nazione === undefined || read.nazione === '' ? '' : vehicle.nation, read.data),
  };
}

const omitUndefined = <K extends keyof NewRead>(name: K, value: NewRead[K] | undefined): Partial<NewRead> =>
  value === undefined ? {} : { [name]: value };
