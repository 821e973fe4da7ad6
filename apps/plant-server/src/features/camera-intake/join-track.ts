import type { NewRead, PictureHashes } from '../ingest/ingest.public.ts';
import { attachPictures, fillTransit, raiseTrackAlerts, readTransitPlates } from '../ingest/ingest.public.ts';
import { foldPlate } from '@varco/domain/plates/normalise-plate.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { isBetterRead, toStageNumber } from './better-read.ts';
import { type EventRow, storeEvent } from './camera-events.repository.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import type { IntakeCamera } from './cameras.repository.ts';
import { writeCameraCorrection } from './correct-track.repository.ts';
import { type JoinedRead, markReadChosen, type ReadOrigin, recordJoinedRead } from './joined-reads.repository.ts';
import { EVENT_HASH_BYTES, type PlannedVehicle } from './plan-reads.ts';
import { findMainPicture } from './store-pictures.ts';

type Seen = PlannedVehicle['seen'];
interface FirstTransit {
  readonly plate: string;
  readonly id: string;
}

export const hashEventPlate = ({ key }: Pick<CameraIntakeDeps, 'key'>, camera: number, plate: string): string =>
  key.mac('camera-event', `${camera}\n${foldPlate(plate)}`);
const hashBestPlate = ({ key }: Pick<CameraIntakeDeps, 'key'>, camera: number, plate: string): string =>
  key.mac('camera-event', `${camera}\nbest\n${plate}`);

/** The event of messages that have only the plate in common. Keyed, because all plates can be tried. */
export const toPlateEvent = ({ key }: Pick<CameraIntakeDeps, 'key'>, camera: number, plate: string): Buffer =>
  Buffer.from(key.mac('camera-event', `${camera}\npassage\n${foldPlate(plate)}`), 'base64url').subarray(
    0,
    EVENT_HASH_BYTES,
  );

/** What is kept of the first read of an event. */
export const toEventRow = (
  deps: CameraIntakeDeps,
  camera: IntakeCamera,
  seen: Seen,
  { plate, at, id }: { readonly plate: string; readonly at: string; readonly id: string },
): EventRow => ({
  at,
  transit: id,
  plate: hashEventPlate(deps, camera.id, plate),
  best_plate: null,
  confidence: seen.confidence,
  stage: toStageNumber(seen.stage),
});

/** A read of a camera as it is stored with the transit that it was joined into. */
export const toJoinedRead = (
  { now }: Pick<CameraIntakeDeps, 'now'>,
  camera: Pick<IntakeCamera, 'id'>,
  seen: Seen,
  { plate, at, confidence, direction }: Pick<NewRead, 'plate' | 'at' | 'confidence' | 'direction'>,
  { rule, isChosen = false, picture }: Pick<JoinedRead, 'rule' | 'picture'> & { readonly isChosen?: boolean },
): JoinedRead => ({
  ...{ at, plate, rule, isChosen, picture, camera: camera.id },
  arrivedAt: now().toISOString(),
  confidence: confidence ?? null,
  direction: direction ?? 0,
  stage: toStageNumber(seen.stage),
});

/** Who made the transit of an event, if its first message did; null: another camera of the gate. */
function findOrigin(camera: IntakeCamera, first: EventRow): ReadOrigin | null {
  const isOwn = parseTransitIdMs(first.transit) === parseInstantMs(first.at);
  return isOwn ? { camera: camera.id, stage: first.stage } : null;
}

/**
 * Adds a later message of an event to its transit: the read itself, pictures that the transit lacks, what the first one did not
 * state of the vehicle, and a better plate. That one is a correction by the camera: the first read stays, a search finds both, and lists raise their alerts.
 */
export async function joinToTransit(
  deps: CameraIntakeDeps,
  camera: IntakeCamera,
  { seen, event, isJoinedByPlate }: PlannedVehicle,
  later: NewRead,
  first: EventRow,
  pictures: PictureHashes,
): Promise<void> {
  const { store } = deps;
  const plates = await readTransitPlates(store.runner, first.transit, camera.gate);
  const plate = plates.find((one) => hashEventPlate(deps, camera.id, one) === first.plate);
  // Retention or a change of gate: nothing to add to.
  if (plate === undefined) return;
  const transit = { plate, id: first.transit };
  const rule = isJoinedByPlate ? 'passage' : seen.stage === null ? 'event' : 'track';
  const joined = toJoinedRead(deps, camera, seen, later, { rule, picture: findMainPicture(pictures) });
  await recordJoinedRead(store.runner, transit, joined, findOrigin(camera, first));
  if (Object.keys(pictures).length > 0) await attachPictures(store.runner, [{ ...transit, pictures }]);
  const isSameVehicle = isJoinedByPlate || (event !== null && (seen.stage !== null || later.plate === plate));
  if (isSameVehicle) await fillTransit(store, transit, later);
  if (seen.stage === null || event === null) return;
  if (later.plate !== '') await correctTrack(deps, camera, { seen, event, joined }, { first, transit });
}

async function correctTrack(
  deps: CameraIntakeDeps,
  camera: IntakeCamera,
  { seen, event, joined }: { readonly seen: Seen; readonly event: Uint8Array; readonly joined: JoinedRead },
  { first, transit }: { readonly first: EventRow; readonly transit: FirstTransit },
): Promise<void> {
  const { plate } = joined;
  const hash = hashBestPlate(deps, camera.id, plate);
  const isBest = first.best_plate === null ? plate === transit.plate : first.best_plate === hash;
  const stage = toStageNumber(seen.stage);
  // Only the number of unread characters of the best plate counts, and of a corrected one there is none left to read.
  const best = {
    plate: first.best_plate === null ? transit.plate : '',
    confidence: first.confidence,
    stage: first.stage,
  };
  if (!isBest && !isBetterRead(best, { plate, confidence: seen.confidence, stage })) return;
  const confidence = isBest ? Math.max(first.confidence ?? 0, seen.confidence ?? 0) : (seen.confidence ?? null);
  const row = {
    ...first,
    best_plate: isBest ? first.best_plate : hash,
    confidence: isBest && first.confidence === null && seen.confidence === null ? null : confidence,
    stage: Math.max(first.stage, stage),
  };
  if (isBest) return storeEvent(deps.store.runner, camera.id, event, row);
  const [matched] = await deps.alerts.matchLists([{ plate }]);
  const alerts = plate === transit.plate ? [] : (matched?.alerts ?? []);
  const madeAt = deps.now().toISOString();
  const stated = seen.confidence === null ? '' : `, ${seen.confidence} %`;
  const correction = { corrected: plate, camera: camera.uuid, madeAt, reason: `telecamera: lettura migliore${stated}` };
  await inTransaction(deps.pool, async (runner) => {
    const isTaken = await writeCameraCorrection(runner, transit, correction);
    // The plate on the alert is the one read first, so the hit is told as that of a misread plate.
    if (isTaken) await markReadChosen(runner, transit, joined);
    if (isTaken && alerts.length > 0)
      await raiseTrackAlerts(
        runner,
        transit,
        alerts.map((alert) => ({ ...alert, closeness: 'misread' })),
      );
    await storeEvent(runner, camera.id, event, row);
  });
  if (alerts.length > 0) deps.alerts.requestPublish();
}
