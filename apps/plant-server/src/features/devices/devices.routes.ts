import * as api from '@varco/contract/plant/devices.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { readChannels } from '../notifications/notifications.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { DevicesDeps } from './devices.deps.ts';
import { buildSinglePagePagination } from '../../http/single-page-pagination.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { createDeviceCode, deliverDeviceCode } from './device-code.ts';
import { toDeviceAudience, requireManagedDevice, requireManagedOwner, type DeviceManager } from './device-rights.ts';
import * as queries from './devices.repository.ts';
import { toDevice } from './devices.view.ts';
import { enrolRoute } from './enrol.routes.ts';

const deviceAssociatedError = (): AppError => new AppError('conflict', { sub: 'device_already_associated' });

/**
 * Devices of a plant (DEV-01, ADR 0027): browsers and chats that deliver alerts to users. A device is notified through its
 * recipient (ADR 0012) and is deleted with it. The audit entry is durable before a change is.
 */
export function deviceRoutes(app: PlantApp, deps: DevicesDeps): void {
  const { store } = deps;
  implement(app, api.listDevices, async ({ query }, ctx) => {
    const rows = await queries.findDevices(store.runner, {
      kind: query.kind ?? null,
      assigned: query.assigned ?? null,
      text: (query.q ?? '').trim(),
      user: query.user_id ?? null,
      audience: toDeviceAudience(ctx.viewer.user),
    });
    const nowMs = parseInstantMs(ctx.now());
    const objects = rows.map((row) => toDevice(row, nowMs));
    await ctx.audit({ count: objects.length, detail: { ...query } });
    return { objects, pagination: buildSinglePagePagination(objects.length) };
  });
  registerAddRoutes(app, deps);
  registerChangeRoutes(app, deps);
  enrolRoute(app, deps);
}

function registerAddRoutes(app: PlantApp, deps: DevicesDeps): void {
  const { pool } = deps;
  implement(app, api.addDevice, async ({ body }, ctx) => {
    const chat = body.kind === 'telegram' ? body.chat : null;
    const device = { kind: body.kind, name: body.nome, user: body.user_id, androidId: null, chat };
    const made = await inTransaction(pool, async (runner) => {
      await requireEnabledChannel(runner, body.kind);
      const id = await addDevice(runner, ctx.viewer.user, device, ctx.now());
      await ctx.audit({ count: 1, detail: { device: id, before: null, after: device } });
      return { code: await createDeviceCode(runner, deps, id, ctx.now()), row: await requireDevice(runner, id) };
    });
    const how = { now: ctx.now(), language: body.lingua, signal: ctx.signal };
    return {
      device: toDevice(made.row, parseInstantMs(ctx.now())),
      codice: await deliverDeviceCode(deps, made.row, made.code, how),
    };
  });

  implement(app, api.addSmartphone, async ({ params, body }, ctx) => {
    if (body.user_id !== params.id) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/user_id' });
    const device = {
      kind: 'smartphone',
      name: body.nome,
      user: params.id,
      androidId: body.android_id,
      chat: null,
    } as const;
    return inTransaction(pool, async (runner) => {
      const id = await addDevice(runner, ctx.viewer.user, device, ctx.now());
      await ctx.audit({ count: 1, detail: { device: id, before: null, after: device } });
      return toDevice(await requireDevice(runner, id), parseInstantMs(ctx.now()));
    });
  });
}

/**
 * Registers a device and returns its id. Throws `not_found` for an owner whom the user does not manage, `conflict` for a
 * device that is already known.
 */
async function addDevice(
  runner: Runner,
  by: DeviceManager,
  device: Pick<queries.NewDevice, 'kind' | 'name' | 'user' | 'androidId' | 'chat'>,
  at: string,
): Promise<string> {
  await queries.lockDevices(runner);
  if (device.user !== null) await requireManagedOwner(runner, by, device.user);
  if (device.chat !== null && (await queries.isChatKnown(runner, device.chat))) throw deviceAssociatedError();
  if ((await queries.countDevices(runner)) >= api.MAX_DEVICES) throw new AppError('conflict');
  const id = await queries.insertDevice(runner, { ...device, at, by: by.username });
  if (id === null) throw deviceAssociatedError();
  return id;
}

/** A device whose channel is off cannot be registered. Throws `conflict/channel_off`. */
async function requireEnabledChannel(runner: Runner, kind: api.DeviceKind): Promise<void> {
  const requested = kind === 'telegram' ? 'telegram' : 'push';
  const channel = (await readChannels(runner)).find((one) => one.kind === requested);
  if (channel?.is_enabled !== true) throw new AppError('conflict', { sub: 'channel_off' });
}

function registerChangeRoutes(app: PlantApp, deps: DevicesDeps): void {
  const { pool } = deps;
  implement(app, api.updateDevice, async ({ params, body }, ctx) => {
    return inTransaction(pool, async (runner) => {
      await queries.lockDevices(runner);
      const before = await requireManagedDevice(runner, ctx.viewer.user, params.id);
      if (body.user_id !== before.plant_user) {
        // An enrolled device is in use: it must be revoked and enrolled again by its next owner.
        if (before.recipient !== null) throw deviceAssociatedError();
        if (body.user_id !== null) await requireManagedOwner(runner, ctx.viewer.user, body.user_id);
      }
      const changes = {
        before: { name: before.name, user: before.plant_user },
        after: { name: body.nome, user: body.user_id },
      };
      await ctx.audit({ count: 1, detail: { device: before.id, ...changes } });
      await queries.updateDevice(runner, before, body.nome, body.user_id);
      return toDevice(await requireDevice(runner, before.id), parseInstantMs(ctx.now()));
    });
  });

  implement(app, api.renewDeviceCode, async ({ params, body }, ctx) => {
    const made = await inTransaction(pool, async (runner) => {
      await queries.lockDevices(runner);
      const row = await requireManagedDevice(runner, ctx.viewer.user, params.id);
      if (row.recipient !== null) throw deviceAssociatedError();
      await requireEnabledChannel(runner, row.kind);
      await ctx.audit({ count: 1, detail: { device: row.id } });
      return { row, code: await createDeviceCode(runner, deps, row.id, ctx.now()) };
    });
    return deliverDeviceCode(deps, made.row, made.code, { now: ctx.now(), language: body.lingua, signal: ctx.signal });
  });

  implement(app, api.removeDevice, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      await queries.lockDevices(runner);
      const row = await requireManagedDevice(runner, ctx.viewer.user, params.id);
      const { name, kind, plant_user: user } = row;
      await ctx.audit({ count: 1, detail: { device: row.id, before: { name, kind, user }, after: null } });
      await queries.deleteDevice(runner, row);
    });
  });
}

async function requireDevice(runner: Runner, id: string): Promise<queries.DeviceRow> {
  const row = await queries.readDevice(runner, id);
  if (row === null) throw new AppError('not_found');
  return row;
}
