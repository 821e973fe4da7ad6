import { MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import * as api from '@varco/contract/plant/camera-messages.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { buildTransitScope, type PlantViewer } from '../../auth/plant-viewer.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { parseProfile } from './camera-fields.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import * as messages from './camera-messages.repository.ts';
import { readCamera, type CameraRow } from './cameras.repository.ts';
import { planMessage } from './plan-reads.ts';
import { toMessage, toReading } from './reading.view.ts';
import { openMessage } from './seal-message.ts';
import { createStoreVehicles } from './store-vehicles.ts';

const DAY_MS = 86_400_000;
/** A body that is tried belongs to no camera. */
const NO_CAMERA = { uuid: '00000000-0000-0000-0000-000000000000', name: '' };

/** Messages are kept for seven days, and never longer than transits. Oldest instant kept, ISO. */
export async function getRetainedSince({ store }: Pick<CameraIntakeDeps, 'store'>, nowMs: number): Promise<string> {
  const { retention_days: days } = await readPlantSettings(store.runner);
  return toIsoInstant(nowMs - Math.min(days, api.CAMERA_MESSAGE_DAYS) * DAY_MS);
}

/** A message shows plates of the camera's gate. Throws `no_perms` for an administrator who may not see those. */
function requireMessageRights(viewer: PlantViewer, gate: number): void {
  const { gates, seesPlates } = buildTransitScope(viewer);
  if (!seesPlates) throw new AppError('no_perms', { sub: 'level' });
  if (gates !== null && !gates.includes(gate)) throw new AppError('no_perms', { sub: 'gate_not_allowed' });
}

/**
 * What cameras sent in trial, or what was refused: administrators look at it, try it again, or try a body of their own (ADR
 * 0030). The content of a message is a consultation.
 */
export function cameraMessageRoutes(app: PlantApp, deps: CameraIntakeDeps): void {
  const { store } = deps;
  implement(app, api.listCameraMessages, async ({ params }, ctx) => {
    const camera = await requireCamera(deps, params.id);
    const since = await getRetainedSince(deps, parseInstantMs(ctx.now()));
    const rows = await messages.readMessages(store.runner, camera.id, since, api.MAX_LISTED_MESSAGES);
    return { objects: rows.map(toMessage) };
  });

  implement(app, api.getCameraMessage, async ({ params }, ctx) => {
    const camera = await requireCamera(deps, params.id);
    requireMessageRights(ctx.viewer, camera.gate);
    const { row, message } = await requireMessage(deps, camera, params.message, ctx.now());
    const planned = planMessage(message, camera, await deps.ingestFacts.get([camera.gate]), row.received_at);
    await ctx.audit({ count: planned.vehicles.length, detail: { camera: camera.id, message: row.id } });
    return { message: toMessage(row), lettura: toReading(message, planned) };
  });

  implement(app, api.tryCameraMessage, async ({ body }, ctx) => {
    const camera = { ...parseProfile(body), ...NO_CAMERA, gate: body.varco_id };
    const bytes = Buffer.from(body.corpo, 'base64');
    if (bytes.length > MAX_CAMERA_BODY_BYTES) throw new AppError('payload_too_large');
    const message = { contentType: body.tipo, fileName: body.nome_file, query: body.query, body: bytes };
    const planned = planMessage(message, camera, await deps.ingestFacts.get([camera.gate]), ctx.now());
    await ctx.audit({ count: planned.vehicles.length, detail: { family: planned.result.family, bytes: bytes.length } });
    return toReading(message, planned);
  });
  registerRetry(app, deps);
}

function registerRetry(app: PlantApp, deps: CameraIntakeDeps): void {
  const { store, cameraTally } = deps;
  const storeVehicles = createStoreVehicles(deps);
  implement(app, api.retryCameraMessage, async ({ params }, ctx) => {
    const camera = await requireCamera(deps, params.id);
    if (camera.revoked_at !== null) throw new AppError('conflict');
    const { row, message } = await requireMessage(deps, camera, params.message, ctx.now());
    // Measured against its arrival: a message without a time happened then, not now.
    const planned = planMessage(message, camera, await deps.ingestFacts.get([camera.gate]), row.received_at);
    await ctx.audit({ count: planned.vehicles.length, detail: { camera: camera.id, message: row.id } });
    if (planned.result.kind === 'refused')
      return { memorizzate: 0, ripetute: 0, senza_targa: 0, rifiutate: 0, motivo: planned.result.reason };
    const { counts, refusal } = await storeVehicles(camera, planned.vehicles);
    cameraTally.count(camera.id, { ...counts, messages: 0, refused: 0 });
    if (refusal === null) await messages.deleteMessage(store.runner, camera.id, row.id);
    return {
      memorizzate: counts.reads,
      ripetute: counts.repeated + counts.joined,
      senza_targa: counts.no_plate,
      rifiutate: counts.refused,
      motivo: refusal,
    };
  });
}

async function requireCamera({ store }: CameraIntakeDeps, id: number): Promise<CameraRow> {
  const row = await readCamera(store.runner, id);
  if (row === null) throw new AppError('not_found');
  return row;
}

async function requireMessage(deps: CameraIntakeDeps, camera: CameraRow, id: string, now: string) {
  const since = await getRetainedSince(deps, parseInstantMs(now));
  const row = await messages.readMessage(deps.store.runner, camera.id, id, since);
  if (row === null) throw new AppError('not_found');
  return { row, message: openMessage(deps.key, row.id, row.sealed) };
}
