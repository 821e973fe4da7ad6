import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/camera-intake.ts';
import { parseInstantMs, romeDayStart, toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { parseCameraFields } from './camera-fields.ts';
import { sumCameraHours, type CameraSums } from './camera-hours.repository.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import * as queries from './cameras.repository.ts';
import { toCamera, toCameraWithKey, toFamilies } from './cameras.view.ts';
import { createCameraKey, toCameraUser } from './camera-user.ts';
import { buildDigestKeys, sealDigestKeys } from './digest.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Cameras of a plant and their keys (ADR 0031), for its administrators. The log entry is durable before a change; it never
 * contains a key.
 */
export function cameraIntakeRoutes(app: PlantApp, deps: CameraIntakeDeps): void {
  implement(app, api.listCameras, async (_input, ctx) => {
    // This process counts in memory; others are a minute late.
    await deps.cameraTally.flush();
    const rows = await queries.readCameras(deps.store.runner);
    const nowMs = parseInstantMs(ctx.now());
    const sums = await readSums(deps.store.runner, nowMs);
    return { objects: rows.map((row) => toCamera(row, sums.get(row.id) ?? null, nowMs)), famiglie: toFamilies() };
  });
  registerSaveRoutes(app, deps);
  registerKeyRoutes(app, deps);
}

async function readSums(runner: Runner, nowMs: number): Promise<ReadonlyMap<number, CameraSums>> {
  const sums = await sumCameraHours(runner, {
    today: toIsoInstant(romeDayStart(toRomeDay(nowMs))),
    recent: toIsoInstant(Math.floor(nowMs / HOUR_MS) * HOUR_MS - HOUR_MS),
    day: toIsoInstant(nowMs - DAY_MS),
  });
  return new Map(sums.map((row) => [row.camera, row]));
}

/** What is kept of a new key. */
const toSecret = ({ key: server }: CameraIntakeDeps, uuid: string, key: string): queries.CameraSecret => ({
  hash: hashSecretText(key).toString('hex'),
  digest: sealDigestKeys(server, uuid, buildDigestKeys(toCameraUser(uuid), key)),
});

/** What the log tells of a camera. */
const describe = ({
  name,
  gate,
  family,
  time_zone,
  speed_unit,
  mapping,
  networks,
  is_trial,
}: queries.CameraFields) => ({
  ...{ name, gate, family, time_zone, speed_unit, mapping, networks: [...networks], is_trial },
});

async function requireCamera(runner: Runner, id: number): Promise<queries.CameraRow> {
  const row = await queries.readCamera(runner, id);
  if (row === null) throw new AppError('not_found');
  return row;
}

/** The camera for a change; it stays locked. Throws `not_found`, `conflict` for a revoked one. */
async function lockUsedCamera(runner: Runner, id: number): Promise<queries.CameraRow> {
  const row = await queries.lockCamera(runner, id);
  if (row === null) throw new AppError('not_found');
  if (row.revoked_at !== null) throw new AppError('conflict');
  return row;
}

async function viewOne({ store }: CameraIntakeDeps, row: queries.CameraRow, nowMs: number): Promise<api.Camera> {
  return toCamera(row, (await readSums(store.runner, nowMs)).get(row.id) ?? null, nowMs);
}

function registerSaveRoutes(app: PlantApp, deps: CameraIntakeDeps): void {
  const { pool, ingestFacts } = deps;
  implement(app, api.createCamera, async ({ body }, ctx) => {
    const { gates, settings } = await ingestFacts.get([body.varco_id]);
    const fields = parseCameraFields(body, gates);
    const key = createCameraKey();
    const row = await inTransaction(pool, async (runner) => {
      if ((await queries.countCameras(runner)) >= api.MAX_CAMERAS) throw new AppError('conflict');
      const uuid = randomUUID();
      const secret = { uuid, ...toSecret(deps, uuid, key) };
      const author = { at: ctx.now(), by: ctx.viewer.user.username };
      const id = await queries.insertCamera(runner, fields, secret, author);
      if (id === null) throw new AppError('duplicate');
      await ctx.audit({ count: 1, detail: { camera: id, before: null, after: describe(fields) } });
      return requireCamera(runner, id);
    });
    const user = toCameraUser(row.uuid);
    return toCameraWithKey(toCamera(row, null, parseInstantMs(ctx.now())), { key, user }, settings.public_url);
  });

  implement(app, api.updateCamera, async ({ params, body }, ctx) => {
    const fields = parseCameraFields(body, (await ingestFacts.get([body.varco_id])).gates);
    const row = await inTransaction(pool, async (runner) => {
      const before = await lockUsedCamera(runner, params.id);
      if (parseInstantMs(before.updated_at) !== parseInstantMs(body.updated)) throw new AppError('conflict');
      if (!(await queries.updateCamera(runner, before.id, fields, ctx.now()))) throw new AppError('duplicate');
      await ctx.audit({ count: 1, detail: { camera: before.id, before: describe(before), after: describe(fields) } });
      return requireCamera(runner, before.id);
    });
    return viewOne(deps, row, parseInstantMs(ctx.now()));
  });
}

function registerKeyRoutes(app: PlantApp, deps: CameraIntakeDeps): void {
  const { pool, store } = deps;
  implement(app, api.rotateCameraKey, async ({ params }, ctx) => {
    const key = createCameraKey();
    const row = await inTransaction(pool, async (runner) => {
      const before = await lockUsedCamera(runner, params.id);
      await ctx.audit({ count: 1, detail: { camera: before.id, name: before.name } });
      const author = { at: ctx.now(), by: ctx.viewer.user.username };
      await queries.replaceCameraKey(runner, before.id, toSecret(deps, before.uuid, key), author);
      return requireCamera(runner, before.id);
    });
    const { public_url: publicUrl } = await readPlantSettings(store.runner);
    const camera = await viewOne(deps, row, parseInstantMs(ctx.now()));
    return toCameraWithKey(camera, { key, user: toCameraUser(row.uuid) }, publicUrl);
  });

  implement(app, api.revokeCamera, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      const row = await queries.lockCamera(runner, params.id);
      if (row === null) throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { camera: row.id, name: row.name } });
      if (row.revoked_at !== null) return;
      await queries.revokeCamera(runner, row.id, { at: ctx.now(), by: ctx.viewer.user.username });
    });
  });
}
