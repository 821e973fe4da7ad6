import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { batchCalls } from '@varco/server-kit/process/batch-calls.ts';
import type { NewRead } from '../ingest/ingest.public.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import { type EventKey, type EventRow, readEvents, storeEvents } from './camera-events.repository.ts';
import type { MessageCounts } from './camera-tally.ts';
import type { IntakeCamera } from './cameras.repository.ts';
import { hashEventPlate, joinToTransit, toEventRow, toJoinedRead, toPlateEvent } from './join-track.ts';
import { EVENT_SPAN_MS, PASSAGE_SPAN_MS, type PlannedVehicle } from './plan-reads.ts';
import { replaceUnread } from './replace-unread.ts';
import { createSerialise } from './serialise.ts';
import { createStorePassage } from './store-passage.ts';
import { storePictures, toHashes } from './store-pictures.ts';

const BATCH_OPTIONS = { maxConcurrent: 2, maxBatchSize: 100 };
/** Reads below this are counted as uncertain, percent. */
const LOW_CONFIDENCE = 70;

/** What became of the vehicles of a message. */
export interface StoredVehicles {
  readonly counts: Required<
    Pick<MessageCounts, 'reads' | 'no_plate' | 'low_confidence' | 'repeated' | 'joined' | 'refused'>
  >;
  /** Why reads were refused; null: none was. */
  readonly refusal: string | null;
}

/**
 * Stores the vehicles of a message as transits, with pictures, list matches and alerts, like the reads of an engine. All
 * are durable when it resolves. Rejects when the store refuses; repeating the message then stores each transit once.
 */
export type StoreVehicles = (camera: IntakeCamera, vehicles: readonly PlannedVehicle[]) => Promise<StoredVehicles>;

type Outcome = 'stored' | 'repeated' | 'joined' | 'no_plate' | 'undecided' | { readonly refused: string };

export function createStoreVehicles(deps: CameraIntakeDeps): StoreVehicles {
  const { store } = deps;
  const serialise = createSerialise();
  const storePassage = createStorePassage(deps, serialise);
  // Events of messages that arrive together are read and stored together; of one event only one is under way.
  const findEvent = batchCalls(BATCH_OPTIONS, (keys: readonly EventKey[]) => readEvents(store.runner, keys));
  const recordEvent = batchCalls(BATCH_OPTIONS, async (rows: Parameters<typeof storeEvents>[1]) => {
    await storeEvents(store.runner, rows);
    return rows;
  });

  async function storeOne(camera: IntakeCamera, vehicle: PlannedVehicle): Promise<Outcome> {
    const { seen, validated, event } = vehicle;
    if (typeof validated.validation === 'string') return { refused: validated.validation };
    const read = validated.validation;
    const known = event === null ? null : await findEvent({ camera: camera.id, event });
    const isFirstUnread = known?.plate === hashEventPlate(deps, camera.id, '');
    const first = known !== null && isSameVehicle(deps, camera, vehicle, read, known) ? known : null;
    if (first !== null && (read.plate === '' || !isFirstUnread)) {
      // The pictures of a later message belong to the vehicle; a transit that has some keeps them.
      const pictures = toHashes(await storePictures(deps, seen));
      await joinToTransit(deps, camera, vehicle, read, first, pictures);
      if (isFirstUnread && seen.stage === 'lost') return 'no_plate';
      return parseInstantMs(first.at) === parseInstantMs(read.at) ? 'repeated' : 'joined';
    }
    const { state, id, picture } = await storePassage(camera, vehicle, read);
    if (event !== null && id !== undefined) {
      if (first !== null) {
        const own = toJoinedRead(deps, camera, seen, read, { rule: 'track', isChosen: true, picture });
        const transit = { plate: read.plate, id };
        await replaceUnread(deps, camera.gate, first, transit, {
          own,
          first: { camera: camera.id, stage: first.stage },
        });
      }
      await recordEvent({ camera: camera.id, event, first: toEventRow(deps, camera, seen, { ...read, id }) });
    }
    if (state !== 'stored') return state === 'joined' ? 'joined' : 'repeated';
    if (read.plate !== '') return 'stored';
    // A track may still get its plate; only its end says that none was read.
    return seen.stage === 'new' || seen.stage === 'update' ? 'undecided' : 'no_plate';
  }

  return async (camera, vehicles) => {
    const counts = { reads: 0, no_plate: 0, low_confidence: 0, repeated: 0, joined: 0, refused: 0 };
    let refusal: string | null = null;
    for (const planned of vehicles) {
      const vehicle = withPlateEvent(deps, camera, planned);
      const { event } = vehicle;
      // Messages about one event may arrive together; the first decides.
      const outcome =
        event === null
          ? await storeOne(camera, vehicle)
          : await serialise(`${camera.id} ${Buffer.from(event).toString('hex')}`, () => storeOne(camera, vehicle));
      if (typeof outcome === 'object') {
        counts.refused += 1;
        refusal = outcome.refused;
      } else if (outcome === 'stored') {
        counts.reads += 1;
        if ((vehicle.seen.confidence ?? 100) < LOW_CONFIDENCE) counts.low_confidence += 1;
      } else if (outcome !== 'undecided') counts[outcome] += 1;
    }
    return { counts, refusal };
  };
}

/** The vehicle with the event by which a family without ids joins its messages, if it is of one and has a plate. */
function withPlateEvent(
  deps: Pick<CameraIntakeDeps, 'key'>,
  camera: Pick<IntakeCamera, 'id'>,
  vehicle: PlannedVehicle,
): PlannedVehicle {
  const { validation } = vehicle.validated;
  if (!vehicle.isJoinedByPlate || typeof validation === 'string' || validation.plate === '') return vehicle;
  return { ...vehicle, event: toPlateEvent(deps, camera.id, validation.plate) };
}

/** Whether a message is about the vehicle that the first one of its event was about. */
function isSameVehicle(
  deps: CameraIntakeDeps,
  camera: IntakeCamera,
  { seen, isJoinedByPlate }: Pick<PlannedVehicle, 'seen' | 'isJoinedByPlate'>,
  { plate, at }: Pick<NewRead, 'plate' | 'at'>,
  first: EventRow,
): boolean {
  // A track keeps its id while its plate gets better. Without a track another plate may be the next vehicle.
  const plates = [plate, ''].map((one) => hashEventPlate(deps, camera.id, one));
  const isSame = seen.stage !== null || plate === '' || plates.includes(first.plate);
  const spanMs = isJoinedByPlate ? PASSAGE_SPAN_MS : EVENT_SPAN_MS;
  return isSame && Math.abs(parseInstantMs(at) - parseInstantMs(first.at)) <= spanMs;
}
