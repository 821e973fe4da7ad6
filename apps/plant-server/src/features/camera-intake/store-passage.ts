import type { ReadResult } from '@varco/contract/plant/ingest.ts';
import { batchCalls } from '@varco/server-kit/process/batch-calls.ts';
import {
  attachPictures,
  createStoreReads,
  findSamePassages,
  type NewRead,
  type Passage,
  storeValidatedReads,
} from '../ingest/ingest.public.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import type { IntakeCamera } from './cameras.repository.ts';
import { toJoinedRead } from './join-track.ts';
import { recordJoinedRead } from './joined-reads.repository.ts';
import { PASSAGE_SPAN_MS, type PlannedVehicle, toIngestKey } from './plan-reads.ts';
import type { Serialise } from './serialise.ts';
import { findMainPicture, storePictures, toHashes } from './store-pictures.ts';

const BATCH_OPTIONS = { maxConcurrent: 2, maxBatchSize: 100 };

/** `joined`: another camera of the gate made the transit of this passage. */
export interface StoredPassage {
  readonly state: ReadResult['state'] | 'joined';
  readonly id?: string | undefined;
  /** Hash of its own picture; empty: none. */
  readonly picture: string;
}

/** Stores a valid read as a transit, or adds its pictures to the one that another camera of the gate made. */
export type StorePassage = (camera: IntakeCamera, vehicle: PlannedVehicle, read: NewRead) => Promise<StoredPassage>;

export function createStorePassage(deps: CameraIntakeDeps, serialise: Serialise): StorePassage {
  const { store, ingestTally } = deps;
  const storeNewReads = createStoreReads(deps);
  const findPassage = batchCalls(BATCH_OPTIONS, (passages: readonly Passage[]) =>
    findSamePassages(store.runner, passages, PASSAGE_SPAN_MS),
  );

  async function storeRead(camera: IntakeCamera, { seen, validated }: PlannedVehicle): Promise<StoredPassage> {
    const byName = await storePictures(deps, seen);
    const pictures = Object.fromEntries([...byName.keys()].map((name) => [name, name]));
    const named = { ...validated, read: { ...validated.read, pictures } };
    const [result] = await storeValidatedReads({ store, storeNewReads }, [named], { byName, alreadyStored: new Set() });
    if (result === undefined) throw new Error('a read without a result');
    ingestTally.count(toIngestKey(camera).id, [result]);
    return { ...result, picture: findMainPicture(toHashes(byName)) };
  }

  return async (camera, vehicle, read) => {
    const { plate, at } = read;
    if (plate === '' || !camera.shares_gate) return storeRead(camera, vehicle);
    // Of two cameras that read at once the first decides.
    return serialise(`passage ${camera.gate} ${plate}`, async () => {
      const known = await findPassage({ gate: camera.gate, plate, at });
      if (known === null) return storeRead(camera, vehicle);
      const pictures = toHashes(await storePictures(deps, vehicle.seen));
      if (Object.keys(pictures).length > 0) await attachPictures(store.runner, [{ plate, id: known, pictures }]);
      const picture = findMainPicture(pictures);
      const joined = toJoinedRead(deps, camera, vehicle.seen, read, { rule: 'passage', picture });
      await recordJoinedRead(store.runner, { plate, id: known }, joined, null);
      return { state: 'joined', id: known, picture };
    });
  };
}
