import { createHash } from 'node:crypto';
import { Read } from '@varco/contract/plant/ingest.ts';
import type { CameraMessage, CameraProfile, CameraRead, CameraResult } from '@varco/cameras/camera-types.ts';
import { FAMILY_IDS } from '@varco/cameras/camera-types.ts';
import { FAMILIES } from '@varco/cameras/families.ts';
import { readCameraMessage } from '@varco/cameras/read-camera-message.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import type { IngestKey } from '../../auth/ingest-authenticator.ts';
import { type IngestFacts, validateReads, type ValidatedRead } from '../ingest/ingest.public.ts';
import type { IntakeCamera } from './cameras.repository.ts';

/** Messages about one event at the camera are one vehicle when they state times at most this far apart. */
export const EVENT_SPAN_MS = 60_000;
/**
 * At a gate with several cameras the same plate within this time is one passage, whichever reads it: front and rear, or two
 * lanes. At a gate with one camera nothing is compared, because that costs a query for each read.
 */
export const PASSAGE_SPAN_MS = 10_000;
/** Length of the hash of an event. */
export const EVENT_HASH_BYTES = 16;

/** One vehicle of a message, and what becomes of it. */
export interface PlannedVehicle {
  readonly seen: CameraRead;
  /** Validated as a read of the camera's gate, with an empty plate when none was read. */
  readonly validated: ValidatedRead;
  /** Hash of the event at the camera; null: the message names none. */
  readonly event: Uint8Array | null;
  /** Its family sends several messages about one vehicle that have only the plate in common: it decides instead of the event. */
  readonly isJoinedByPlate: boolean;
}

export interface PlannedMessage {
  readonly result: CameraResult;
  readonly vehicles: readonly PlannedVehicle[];
}

type DeclaredCamera = Pick<IntakeCamera, 'family' | 'time_zone' | 'speed_unit' | 'mapping'> &
  Partial<Pick<IntakeCamera, 'device_filter'>>;

/** A family that this version does not know (of a later one) is recognised from the message. */
function toProfile(camera: DeclaredCamera): CameraProfile {
  return {
    family: FAMILY_IDS.find((id) => id === camera.family) ?? 'auto',
    timeZone: camera.time_zone,
    speedUnit: camera.speed_unit,
    mapping: camera.mapping,
  };
}

/** The key under which the reads of a camera are validated and counted: its own gate only. */
export const toIngestKey = ({ uuid, name, gate }: Pick<IntakeCamera, 'uuid' | 'name' | 'gate'>): IngestKey => ({
  id: uuid,
  label: name,
  kind: 'camera',
  gates: [gate],
});

const OPTIONAL_FIELDS = Object.keys(Read.shape).filter((key) => !['varco_id', 'targa', 'data'].includes(key));

/**
 * The read of a vehicle, as an engine would send it. A value that the product cannot hold is left out: what a camera adds
 * to plate and time never costs the transit. Null: the plate is no text of a read.
 */
function toRead(seen: CameraRead, gate: number, arrival: string): Read | null {
  const candidate: Readonly<Record<string, unknown>> = {
    nazione: seen.nation,
    confidence: seen.confidence,
    direction: seen.direction,
    lane: seen.lane,
    speed: seen.speedKmh,
    class: seen.vehicleClass,
    marca: seen.brand,
    modello: seen.model,
    colore: seen.colour,
    adr_kemler: seen.adrKemler,
    adr_un_no: seen.adrUn,
    gps_lat: seen.position?.lat,
    gps_lon: seen.position?.lon,
  };
  const shape: Readonly<Record<string, { safeParse(value: unknown): { readonly success: boolean } }>> = Read.shape;
  const held = OPTIONAL_FIELDS.flatMap((key) => {
    const value = candidate[key] ?? undefined;
    return value !== undefined && shape[key]?.safeParse(value).success === true ? [[key, value] as const] : [];
  });
  const parsed = Read.safeParse({
    varco_id: gate,
    targa: seen.plate ?? '',
    data: seen.at ?? arrival,
    ...Object.fromEntries(held),
  });
  return parsed.success ? parsed.data : null;
}

/**
 * The event by which messages about one vehicle are joined: the camera's own id, else, for a message without a time, its
 * bytes, because a repetition arrives at another time.
 */
function hashEvent(seen: CameraRead, message: CameraMessage, index: number): Uint8Array | null {
  const hash = createHash('sha256');
  if (seen.externalId !== null) hash.update(`id\n${seen.externalId}`);
  else if (seen.at === null) hash.update(`body\n${index}\n${message.query}\n`).update(message.body);
  else return null;
  return hash.digest().subarray(0, EVENT_HASH_BYTES);
}

/** Whether a read is of the device that counts, where one sender reports several. */
const isOwnDevice = ({ device }: CameraRead, filter: string): boolean =>
  filter === '' || device?.trim().toLowerCase() === filter.toLowerCase();

/**
 * Reads a message as its camera is declared and validates each vehicle as a read of its gate. Nothing is stored. Never
 * throws. `arrival`: when it was received, ISO; times in the future or beyond the retention are measured against it.
 */
export function planMessage(
  message: CameraMessage,
  camera: DeclaredCamera & Pick<IntakeCamera, 'uuid' | 'name' | 'gate'>,
  facts: IngestFacts,
  arrival: string,
): PlannedMessage {
  const result = readCameraMessage(message, toProfile(camera));
  if (result.kind !== 'reads') return { result, vehicles: [] };
  const key = toIngestKey(camera);
  const nowMs = parseInstantMs(arrival);
  const joinsByPlate = FAMILIES.find(({ id }) => id === result.family)?.joinsByPlate === true;
  const vehicles = result.reads.flatMap((seen, index): readonly PlannedVehicle[] => {
    if (!isOwnDevice(seen, camera.device_filter ?? '')) return [];
    const event = hashEvent(seen, message, index);
    const read = toRead(seen, camera.gate, arrival);
    // The contract holds plates of 32 characters; a longer text is no plate.
    const unreadable = {
      read: { varco_id: camera.gate, targa: '?', data: arrival },
      validation: 'plate_unreadable',
    } as const;
    const validated = (read === null ? null : validateReads([read], key, facts, nowMs)[0]) ?? unreadable;
    return [{ seen, validated, event, isJoinedByPlate: joinsByPlate && seen.plate !== null }];
  });
  return { result, vehicles };
}
