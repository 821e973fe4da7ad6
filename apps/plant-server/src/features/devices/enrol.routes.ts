import { MAX_RECIPIENTS } from '@varco/contract/plant/alert-channels.ts';
import * as api from '@varco/contract/plant/devices.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { RATES } from '@varco/server-kit/rate/rate-limiter.ts';
import {
  countRecipients,
  type Editor,
  insertRecipient,
  readRecipient,
  type RecipientRow,
} from '../notifications/notifications.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { DevicesDeps } from './devices.deps.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { hashDeviceCode } from './device-code.ts';
import * as queries from './devices.repository.ts';

const MAX_MESSAGES_PER_MINUTE = 10;
const alreadyAssociatedError = (): AppError => new AppError('conflict', { sub: 'device_already_associated' });

/** Enrols a user's own browser or chat with the code of a registered device. */
export function enrolRoute(app: PlantApp, deps: DevicesDeps): void {
  const { pool, rates } = deps;
  implement(app, api.enrolDevice, async ({ body }, ctx) => {
    const { user } = ctx.viewer;
    // Codes cannot be guessed: 50 random bits and few attempts.
    await rates.spend(RATES.signIn, `device:${user.uuid}`);
    return inTransaction(pool, async (runner) => {
      await queries.lockDevices(runner);
      const id = await queries.findDeviceByCode(runner, hashDeviceCode(deps, body.codice), ctx.now());
      const device = id === null ? null : await queries.readDevice(runner, id);
      // A code of another user's device gets the same response as an unknown one.
      if (device === null || (device.plant_user !== null && device.plant_user !== user.id))
        throw new AppError('not_found');
      const recipient =
        device.kind === 'telegram'
          ? await createChatRecipient(runner, device, user, { at: ctx.now(), name: user.username })
          : await requireOwnBrowser(runner, body.browser, user);
      await ctx.audit({ count: 1, detail: { device: device.id, kind: device.kind, person: user.id } });
      await queries.markEnrolled(runner, device.id, user.id, recipient, ctx.now());
      return { id: device.id, kind: device.kind, nome: device.name };
    });
  });
}

/** Checks that the recipient is the user's own browser and not enrolled yet. Throws `conflict` with the reason. */
async function requireOwnBrowser(runner: Runner, id: number | null, user: PlantUser): Promise<number> {
  const row = id === null ? null : await readRecipient(runner, id);
  if (row === null || row.channel !== 'push' || row.plant_user !== user.id)
    throw new AppError('conflict', { sub: 'push_needed' });
  if ((await queries.readDevice(runner, `r${row.id}`)) === null) throw alreadyAssociatedError();
  return row.id;
}

/** Makes the chat that received the code a recipient with this user's rights. */
async function createChatRecipient(
  runner: Runner,
  { name, chat }: queries.DeviceRow,
  user: PlantUser,
  by: Editor,
): Promise<number> {
  if ((await countRecipients(runner, null)).all >= MAX_RECIPIENTS) throw new AppError('conflict');
  const fields: Omit<RecipientRow, 'id' | 'uuid' | 'username' | 'ver'> = {
    channel: 'telegram',
    name,
    address: chat,
    secret: null,
    plant_user: user.id,
    kinds: [...ALERT_KINDS],
    gates: null,
    gets_new: true,
    gets_urged: false,
    gets_supervised: false,
    quiet_from: null,
    quiet_to: null,
    urgent_always: true,
    cooldown_min: 10,
    per_minute: MAX_MESSAGES_PER_MINUTE,
    language: 'it',
    is_enabled: true,
    device: 'pc',
  };
  const made = await insertRecipient(runner, fields, by);
  if (made === null) throw alreadyAssociatedError();
  return made;
}
