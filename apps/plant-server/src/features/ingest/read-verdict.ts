import type { ImportRead, Read } from '@varco/contract/plant/ingest.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { isTransitTime } from '@varco/domain/transits/transit-id.ts';
import type { IngestKey } from '../../auth/ingest-authenticator.ts';
import type { IngestFacts } from './ingest-facts.ts';
import type { NewRead } from './new-read.ts';

/** Why a read is refused; this code is returned to the sender. */
export type ReadRefusal = 'future_time' | 'too_old' | 'unknown_gate' | 'gate_not_allowed' | 'plate_unreadable';

/** A camera's clock may be ahead by this much. */
const AHEAD_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/** Validates the instant of a read; null: valid. Older reads would be deleted by retention right after they are stored. */
export function timeRefusal(atMs: number, retentionDays: number, nowMs: number): ReadRefusal | null {
  if (atMs > nowMs + AHEAD_MS) return 'future_time';
  return atMs < nowMs - retentionDays * DAY_MS || !isTransitTime(atMs) ? 'too_old' : null;
}

const isAllowed = (key: IngestKey, gate: number): boolean => key.gates === null || key.gates.includes(gate);

/** Validates a read. Returns the values to store, or the reason why it is refused. `nowMs`: current time. */
export function verdictOn(read: Read, key: IngestKey, facts: IngestFacts, nowMs: number): NewRead | ReadRefusal {
  // Checked first, so that a key learns nothing about other gates.
  if (!isAllowed(key, read.varco_id)) return 'gate_not_allowed';
  const gate = facts.gates.get(read.varco_id);
  if (gate === undefined) return 'unknown_gate';
  const plate = normalisePlate(read.targa);
  if (plate === null) return 'plate_unreadable';
  const refusal = timeRefusal(Date.parse(read.data), facts.settings.retention_days, nowMs);
  if (refusal !== null) return refusal;
  // The gate's direction is used when the camera sends none.
  return { direction: gate.direction, ...newReadOf(read, read.varco_id, plate) };
}

const given = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: V });

/** Converts API fields to store fields. `plate` is normalised, `gate` known. */
export function newReadOf(read: Read | ImportRead, gate: number, plate: string): NewRead {
  const hasPosition = read.gps_lat !== undefined && read.gps_lon !== undefined;
  return {
    gate,
    plate,
    at: read.data,
    ...given('nation', read.nazione),
    ...given('province', read.provincia),
    ...given('comune', read.comune),
    ...given('brand', read.marca),
    ...given('model', read.modello),
    ...given('colour', read.colore),
    ...given('vehicleClass', read.class),
    ...given('direction', read.direction),
    ...given('lane', read.lane),
    ...given('speed', read.speed),
    ...given('euro', read.euro),
    ...given('confidence', read.confidence),
    ...given('confidenceChars', read.confidence_chars),
    // An incomplete position is ignored; the gate's position is used.
    ...(hasPosition ? { ...given('lat', read.gps_lat), ...given('lon', read.gps_lon) } : {}),
    ...given('adrKemler', read.adr_kemler),
    ...given('adrUn', read.adr_un_no),
    ...given('adrClass', read.adr_class),
  };
}
