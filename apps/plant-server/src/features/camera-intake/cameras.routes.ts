import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/camera-intake.ts';
import type { CameraReception, ReceptionBody } from '@varco/contract/plant/camera-reception.ts';
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
import { folderOfCamera } from './transports/folder-of-camera.ts';
import { sealReceptionSecret } from './transports/transports.repository.ts';
import { createCameraKey, toCameraUser } from './camera-user.ts';
import { buildDigestKeys, sealDigestKeys } from './digest.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Cameras of a plant and their keys (ADR 0030), for its administrators. The log entry is durable before a change; it never
 * contains a key.
 */
export function cameraIntakeRoutes(app: PlantApp, deps: CameraIntakeDeps): void {
  implement(app, api.listCameras, async (_input, ctx) => {
    // This process counts in memory; others are a minute late.
    await deps.cameraTally.flush();
    const rows = await queries.readCameras(deps.store.runner);
    const nowMs = parseInstantMs(ctx.now());
    const sums = await readSums(deps.store.runner, nowMs);
    const folder = findFolder(deps);
    const objects = rows.map((row) => toCamera(row, sums.get(row.id) ?? null, nowMs, folder));
    return { objects, famiglie: toFamilies() };
  });
  registerSaveRoutes(app, deps);
  registerKeyRoutes(app, deps);
}

const findFolder =
  ({ cameraFolder }: CameraIntakeDeps) =>
  (uuid: string): string =>
    folderOfCamera(cameraFolder, uuid);

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
  reception,
  device_filter,
  is_trial,
}: queries.CameraFields) => ({
  ...{
    name,
    gate,
    family,
    time_zone,
    speed_unit,
    mapping,
    networks: [...networks],
    reception,
    device_filter,
    is_trial,
  },
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

async function viewOne(deps: CameraIntakeDeps, row: queries.CameraRow, nowMs: number): Promise<api.Camera> {
  const sums = await readSums(deps.store.runner, nowMs);
  return toCamera(row, sums.get(row.id) ?? null, nowMs, findFolder(deps));
}

/** A connection is known by its network alone. Throws `conflict` when two cameras of a port would share one. */
async function refuseSharedPort(runner: Runner, { reception, networks }: queries.CameraFields, except: number) {
  if (reception.tipo !== 'tcp') return;
  if (await queries.isPortShared(runner, { networks, port: reception.porta, except }))
    throw new AppError('conflict', { sub: 'port_shared' });
}

/**
 * Stores the password of a broker or of a camera's page. One that is not sent again stays, unless address or user change: a
 * password never goes to another address or user. `before`: null for a new camera.
 */
async function saveSecret(
  { key }: CameraIntakeDeps,
  runner: Runner,
  { id, uuid }: Pick<queries.CameraRow, 'id' | 'uuid'>,
  body: ReceptionBody | undefined,
  before: CameraReception | null,
): Promise<void> {
  if (body === undefined) return;
  const hasRemote = body.tipo === 'mqtt' || body.tipo === 'flusso' || body.tipo === 'onvif';
  const isSame =
    hasRemote && before?.tipo === body.tipo && before.indirizzo === body.indirizzo && before.utente === body.utente;
  if (hasRemote && body.password === undefined && isSame) return;
  const password = hasRemote ? (body.password ?? '') : '';
  await queries.storeReceptionSecret(runner, id, password === '' ? null : sealReceptionSecret(key, uuid, password));
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
      await refuseSharedPort(runner, fields, id);
      await saveSecret(deps, runner, { id, uuid }, body.ricezione, null);
      await ctx.audit({ count: 1, detail: { camera: id, before: null, after: describe(fields) } });
      return requireCamera(runner, id);
    });
    const user = toCameraUser(row.uuid);
    const camera = toCamera(row, null, parseInstantMs(ctx.now()), findFolder(deps));
    return toCameraWithKey(camera, { key, user }, settings.public_url);
  });

  implement(app, api.updateCamera, async ({ params, body }, ctx) => {
    const { gates } = await ingestFacts.get([body.varco_id]);
    const row = await inTransaction(pool, async (runner) => {
      const before = await lockUsedCamera(runner, params.id);
      const fields = parseCameraFields(body, gates, before);
      if (parseInstantMs(before.updated_at) !== parseInstantMs(body.updated)) throw new AppError('conflict');
      if (!(await queries.updateCamera(runner, before.id, fields, ctx.now()))) throw new AppError('duplicate');
      await refuseSharedPort(runner, fields, before.id);
      await saveSecret(deps, runner, before, body.ricezione, before.reception);
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
