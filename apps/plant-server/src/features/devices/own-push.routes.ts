import { createHash } from 'node:crypto';
import type { HandlerInput } from '@varco/contract/endpoint.ts';
import { MAX_RECIPIENTS } from '@varco/contract/plant/alert-channels.ts';
import * as api from '@varco/contract/plant/own-push.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import {
  type ChannelContext,
  countRecipients,
  insertRecipient,
  isPushService,
  lockRecipient,
  readPushPublicKey,
  readChannels,
  readRecipient,
  readRecipients,
  type RecipientFields,
  deleteRecipient,
  sealBrowserSubscription,
} from '../notifications/notifications.public.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { DevicesDeps } from './devices.deps.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { findDeviceNumberByRecipient, linkDeviceToRecipient } from './devices.repository.ts';

const MAX_PUSH_PER_MINUTE = 30;

/** A browser as a recipient. Its fingerprint `print` serves as the address; the real endpoint is stored sealed. */
const buildBrowserFields = (
  around: ChannelContext,
  body: HandlerInput<typeof api.addOwnPush>['body'],
  print: string,
  user: number,
): RecipientFields => ({
  channel: 'push',
  name: body.nome,
  address: print,
  secret: sealBrowserSubscription(
    around,
    print,
    JSON.stringify({ endpoint: body.endpoint, p256dh: body.p256dh, auth: body.auth }),
  ),
  plant_user: user,
  kinds: [...new Set(body.tipi)],
  gates: body.varchi,
  gets_new: true,
  gets_urged: true,
  gets_supervised: false,
  quiet_from: body.silenzio?.dalle ?? null,
  quiet_to: body.silenzio?.alle ?? null,
  urgent_always: body.urgenti_sempre,
  cooldown_min: body.pausa_minuti,
  per_minute: MAX_PUSH_PER_MINUTE,
  language: body.lingua,
  is_enabled: true,
  device: body.dispositivo,
});

/** Kinds of alerts of which the user is not notified. */
function listExcludedKinds(user: PlantUser) {
  const isNotified = {
    blacklist: user.notifica_blacklist,
    rubata: user.notifica_rubati,
    interforze: user.interforce === 'enabled',
  };
  return (['blacklist', 'interforze', 'rubata'] as const).filter((kind) => !isNotified[kind]);
}

/** A user's own browsers: each is a recipient with the user's rights. The push endpoint is a secret and is stored sealed. */
export function ownPushRoutes(app: PlantApp, { store, pool, channelContext: around }: DevicesDeps): void {
  implement(app, api.readOwnPush, async (_input, ctx) => {
    const { user } = ctx.viewer;
    const channel = (await readChannels(store.runner)).find(({ kind }) => kind === 'push');
    const isOn = channel?.is_enabled === true;
    const own = (await readRecipients(store.runner)).filter(
      (row) => row.channel === 'push' && row.plant_user === user.id,
    );
    return {
      attivo: isOn,
      chiave: isOn ? readPushPublicKey(channel) : '',
      esclusi: listExcludedKinds(user),
      objects: own.slice(0, api.MAX_BROWSERS).map((row) => ({
        id: row.id,
        nome: row.name,
        impronta: row.address,
        tipi: ALERT_KINDS.filter((kind) => row.kinds.includes(kind)),
        attivo: row.is_enabled,
      })),
    };
  });

  implement(app, api.addOwnPush, async ({ body }, ctx) => {
    const { user } = ctx.viewer;
    if (!isPushService(body.endpoint, around.listPushServices()))
      throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/endpoint' });
    const print = createHash('sha256').update(body.endpoint).digest('hex');
    const fields = buildBrowserFields(around, body, print, user.id);
    const by = { at: ctx.now(), name: user.username };
    const id = await inTransaction(pool, async (runner) => {
      // A browser belongs to its current user: an earlier subscription, also of another user, is removed.
      const before = (await readRecipients(runner)).filter((row) => row.channel === 'push' && row.address === print);
      // A registered device that subscribes again stays the same device.
      const device = await findDeviceNumberByRecipient(
        runner,
        before.find((row) => row.plant_user === user.id)?.id ?? null,
      );
      for (const row of before) await deleteRecipient(runner, row.id);
      const { all, browsers } = await countRecipients(runner, user.id);
      if (browsers >= api.MAX_BROWSERS || all >= MAX_RECIPIENTS) throw new AppError('conflict');
      const made = await insertRecipient(runner, fields, by);
      if (made === null) throw new AppError('conflict');
      if (device !== null) await linkDeviceToRecipient(runner, device, made);
      await ctx.audit({ count: 1, detail: { browser: made, kinds: fields.kinds, gates: fields.gates } });
      return made;
    });
    return { id };
  });

  implement(app, api.removeOwnPush, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      await lockRecipient(runner, params.id);
      const row = await readRecipient(runner, params.id);
      if (row === null || row.channel !== 'push' || row.plant_user !== ctx.viewer.user.id)
        throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { browser: row.id, removed: true } });
      await deleteRecipient(runner, row.id);
    });
  });
}
