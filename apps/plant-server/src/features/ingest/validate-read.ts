import type { Read } from '@varco/contract/plant/ingest.ts';
import type { ImportRead } from '@varco/contract/plant/file-imports.ts';
import { isNoPlate } from '@varco/domain/plates/no-plate.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { isTransitTime } from '@varco/domain/transits/transit-id.ts';
import type { IngestKey } from '../../auth/ingest-authenticator.ts';
import type { IngestFacts } from './ingest-facts.ts';
import type { NewRead } from './new-read.ts';

/** Why a read is refused; this code is returned to the sender. */
export type ReadRefusal = 'future_time' | 'too_old' | 'unknown_gate' | 'gate_not_allowed' | 'plate_unreadable';

/** A camera's clock may be ahead by this much. */
const MAX_CLOCK_AHEAD_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/** Validates the instant of a read; null: valid. Older reads would be deleted by retention right after they are stored. */
export function validateReadTime(atMs: number, retentionDays: number, nowMs: number): ReadRefusal | null {
  if (atMs > nowMs + MAX_CLOCK_AHEAD_MS) return 'future_time';
  return atMs < nowMs - retentionDays * DAY_MS || !isTransitTime(atMs) ? 'too_old' : null;
}

const isGateAllowed = (key: IngestKey, gate: number): boolean => key.gates === null || key.gates.includes(gate);

/** The plate of a read in its stored form: empty when none was read, or a word for "not read" was sent. */
export function parseReadPlate(sent: string): { readonly plate: string } | 'plate_unreadable' {
  if (isNoPlate(sent)) return { plate: '' };
  const plate = normalisePlate(sent);
  return plate === null ? 'plate_unreadable' : { plate };
}

/** Validates a read. Returns the values to store, or the reason why it is refused. `nowMs`: current time. */
export function validateRead(read: Read, key: IngestKey, facts: IngestFacts, nowMs: number): NewRead | ReadRefusal {
  // Checked first, so that a key learns nothing about other gates.
  if (!isGateAllowed(key, read.varco_id)) return 'gate_not_allowed';
  const gate = facts.gates.get(read.varco_id);
  if (gate === undefined) return 'unknown_gate';
  const plate = parseReadPlate(read.targa);
  if (typeof plate !== 'object') return plate;
  const refusal = validateReadTime(Date.parse(read.data), facts.settings.retention_days, nowMs);
  if (refusal !== null) return refusal;
  // The gate's direction is used when the camera sends none.
  return { direction: gate.direction, ...toNewRead(read, read.varco_id, plate.plate) };
}

const optionalField = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: V });

/** Converts API fields to store fields. `plate` is normalised, `gate` known. */
export function toNewRead(read: Read | ImportRead, gate: number, plate: string): NewRead {
  const hasPosition = read.gps_lat !== undefined && read.gps_lon !== undefined;
  return {
    gate,
    plate,
    at: read.data,
    ...optionalField('nation', read.nazione),
    ...optionalField('province', read.provincia),
    ...optionalField('comune', read.comune),
    ...optionalField('brand', read.marca),
    ...optionalField('model', read.modello),
    ...optionalField('colour', read.colore),
    ...optionalField('vehicleClass', read.class),
    ...optionalField('direction', read.direction),
    ...optionalField('lane', read.lane),
    ...optionalField('speed', read.speed),
    ...optionalField('euro', read.euro),
    ...optionalField('confidence', read.confidence),
    ...optionalField('confidenceChars', read.confidence_chars),
    // An incomplete position is ignored; the gate's position is used.
    ...(hasPosition ? { ...optionalField('lat', read.gps_lat), ...optionalField('lon', read.gps_lon) } : {}),
    ...optionalField('adrKemler', read.adr_kemler),
    ...optionalField('adrUn', read.adr_un_no),
    ...optionalField('adrClass', read.adr_class),
  };
}
