import { randomUUID } from 'node:crypto';
import type { CameraMessage, CameraResult, FamilyId } from '@varco/cameras/camera-types.ts';
import { FAMILIES } from '@varco/cameras/families.ts';
import type { FamilyReply } from '@varco/cameras/family-info.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import { insertMessage } from './camera-messages.repository.ts';
import type { IntakeCamera } from './cameras.repository.ts';
import { planMessage, type PlannedMessage } from './plan-reads.ts';
import { sealMessage } from './seal-message.ts';
import type { StoreVehicles } from './store-vehicles.ts';

const DEFAULT_REPLY: FamilyReply = { status: 200, type: 'text/plain; charset=utf-8', body: 'OK' };
/** What the path of a message says about it. */
export interface MessagePath {
  /** It only tells that the camera is alive. */
  readonly isContact: boolean;
  /** Family whose path it is; null: anybody's. */
  readonly family: FamilyId | null;
  /** What is no read says that the camera is alive: a connection carries everything that the camera reports. */
  readonly areOtherEventsContact?: boolean;
}

/** Bytes that count like one read in the rate of a camera: pictures cost what they weigh. */
const BYTES_PER_READ = 256 * 1024;

/** Counts what the body of a message weighs, once the message itself was counted. Throws `rate_limit_exceeded`. */
export function spendBody(
  { ingestRates }: Pick<CameraIntakeDeps, 'ingestRates'>,
  { uuid }: Pick<IntakeCamera, 'uuid'>,
  bytes: number,
): void {
  const reads = Math.floor(bytes / BYTES_PER_READ);
  if (reads > 0) ingestRates.spend(uuid, reads);
}

/** Counts a message of this size against the rate of its camera. Throws `rate_limit_exceeded`. */
export const spendReads = (
  { ingestRates }: Pick<CameraIntakeDeps, 'ingestRates'>,
  { uuid }: Pick<IntakeCamera, 'uuid'>,
  bytes: number,
): void => ingestRates.spend(uuid, 1 + Math.floor(bytes / BYTES_PER_READ));

/** The test button of a camera sends nothing; that is a contact and no fault, as is what its path says to be one. */
function isContact(result: CameraResult, { isContact: isByPath, areOtherEventsContact = false }: MessagePath): boolean {
  if (result.kind === 'heartbeat') return true;
  if (result.kind !== 'refused') return false;
  return isByPath || result.reason === 'empty_body' || (areOtherEventsContact && result.reason === 'not_a_read');
}

/**
 * Takes a message of a camera and returns the reply that its family expects. What the message contains is durable then: its
 * transits, or in trial and when something was refused the message itself, for seven days. Rejects when the store refuses,
 * so that the camera sends again.
 */
export async function receiveMessage(
  deps: CameraIntakeDeps,
  storeVehicles: StoreVehicles,
  camera: IntakeCamera,
  message: CameraMessage,
  path: MessagePath,
): Promise<FamilyReply> {
  const { cameraTally, ingestFacts } = deps;
  const arrival = deps.now().toISOString();
  const planned = planMessage(message, camera, await ingestFacts.get([camera.gate]), arrival);
  const { result } = planned;
  const clockErrors = measureClock(planned, arrival);
  const keep = (state: 'trial' | 'refused', reason: string | null): Promise<void> =>
    keepMessage(deps, camera, message, { state, reason, family: result.family, arrival });

  const isOfOthers = result.kind === 'reads' && planned.vehicles.length === 0;
  if (isOfOthers || isContact(result, path)) cameraTally.count(camera.id, { heartbeats: 1 });
  else if (result.kind === 'refused') {
    await keep('refused', result.reason);
    cameraTally.count(camera.id, { refused: 1 });
  } else if (camera.is_trial) {
    await keep('trial', null);
    cameraTally.count(camera.id, { clockErrors });
  } else {
    const { counts, refusal } = await storeVehicles(camera, planned.vehicles);
    if (refusal !== null) await keep('refused', refusal);
    cameraTally.count(camera.id, { ...counts, clockErrors });
  }
  return findReply(result.family ?? path.family ?? camera.family);
}

/** What the camera waits for, by its family as declared or recognised. */
export const findReply = (family: string): FamilyReply =>
  FAMILIES.find(({ id }) => id === family)?.reply ?? DEFAULT_REPLY;

/** Arrival minus stated time of each read, milliseconds. */
const measureClock = ({ vehicles }: PlannedMessage, arrival: string): readonly number[] =>
  vehicles.flatMap(({ seen }) => (seen.at === null ? [] : [parseInstantMs(arrival) - parseInstantMs(seen.at)]));

/**
 * Keeps a message for a week that could not be stored as what it says, and counts it as refused.
 * @param bytes of the whole message, where only its beginning is kept
 */
export async function keepRefused(
  deps: CameraIntakeDeps,
  camera: IntakeCamera,
  message: CameraMessage,
  reason: string,
  bytes = message.body.length,
): Promise<void> {
  await keepMessage(deps, camera, message, {
    ...{ state: 'refused', reason, family: null, bytes },
    arrival: deps.now().toISOString(),
  });
  deps.cameraTally.count(camera.id, { refused: 1 });
}

async function keepMessage(
  { store, key }: CameraIntakeDeps,
  camera: IntakeCamera,
  message: CameraMessage,
  kept: {
    readonly state: 'trial' | 'refused';
    readonly reason: string | null;
    readonly family: string | null;
    readonly arrival: string;
    /** Of the whole message; absent: of its body. */
    readonly bytes?: number;
  },
): Promise<void> {
  const id = randomUUID();
  await insertMessage(store.runner, {
    id,
    camera: camera.id,
    received_at: kept.arrival,
    state: kept.state,
    reason: kept.reason,
    family: kept.family,
    size: kept.bytes ?? message.body.length,
    sealed: sealMessage(key, id, message),
  });
}
