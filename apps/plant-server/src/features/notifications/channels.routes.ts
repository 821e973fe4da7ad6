import * as api from '@varco/contract/plant/alert-channels.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { z } from 'zod';
import { buildTestMessage } from './alert-message.ts';
import { type ChannelRow, readChannels, readRecipient, readRecipients, deleteRecipient } from './channel.repository.ts';
import {
  createChannelClient,
  openRecipientSecret,
  readPushPublicKey,
  sealChannelSecret,
  parseChannelSettings,
} from './open-channel.ts';
import { generateVapidKeys } from './push-client.ts';
import { readGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { NotificationsDeps } from './notifications.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import * as queries from './channels.repository.ts';
import { toRecipientFields, toAlertDelivery, toAlertRecipient, toChannelState } from './channels.view.ts';

type PlantContext = CallContext<PlantViewer>;
const DAY_MS = 86_400_000;
const MAX_LISTED_DELIVERIES = 100;

const invalidChannelField = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });
const toEditor = (ctx: PlantContext): queries.Editor => ({ at: ctx.now(), name: ctx.viewer.user.username });

/** Notification channels, their recipients and the outcome of their messages (ADR 0012). Secrets can be written but never read. */
export function channelRoutes(app: PlantApp, deps: NotificationsDeps): void {
  const { store } = deps;
  registerOverviewRoutes(app, deps);
  registerSaveRoute(app, deps);
  registerRecipientRoutes(app, deps);

  implement(app, api.testAlertChannel, async ({ body }, ctx) => {
    const to = await readRecipient(store.runner, body.destinatario);
    if (to === null) throw new AppError('not_found');
    await ctx.audit({ count: 1, detail: { channel: to.channel, recipient: to.id, to: to.address } });
    const row = (await readChannels(store.runner)).find(({ kind }) => kind === to.channel);
    const client = row === undefined ? null : createChannelClient(row, deps.channelContext);
    if (client === null) return { riuscito: false, risposta: 'not configured', ms: 0 };
    const { label, uuid, portal_url: portalUrl } = await readPlantSettings(store.runner);
    const message = buildTestMessage({ plant: label, plantUuid: uuid, portalUrl }, ctx.now(), to.language);
    const secret = openRecipientSecret(deps.channelContext, to);
    const begun = performance.now();
    const { kind, response: answer } = await client.send({ address: to.address, secret }, message, ctx.signal);
    return { riuscito: kind === 'sent', risposta: answer, ms: Math.round(performance.now() - begun) };
  });
}

/** True when the new settings point to a different service. */
function isOtherService({ settings }: ChannelRow, next: object): boolean {
  const formatAddress = (value: unknown): string => {
    const { server = '', porta = 0, indirizzo = '' } = ServiceAddress.parse(value);
    return `${server}:${porta} ${indirizzo}`;
  };
  return formatAddress(settings) !== formatAddress(next);
}
const ServiceAddress = z.object({ server: z.string(), porta: z.number(), indirizzo: z.string() }).partial().catch({});

function registerOverviewRoutes(app: PlantApp, { store }: NotificationsDeps): void {
  implement(app, api.readAlertChannels, async (_input, ctx) => {
    const rows = await readChannels(store.runner);
    const states = await readChannelStates(store.runner, rows, ctx);
    const recipients = await readRecipients(store.runner);
    const readSettingsOf = <K extends ChannelRow['kind']>(kind: K) => {
      const row = rows.find((one) => one.kind === kind);
      return row === undefined ? null : parseChannelSettings(row, kind);
    };
    await ctx.audit({ count: recipients.length, detail: {} });
    return {
      canali: states,
      impostazioni: {
        mail: readSettingsOf('mail'),
        telegram: readSettingsOf('telegram'),
        tetra: readSettingsOf('tetra'),
        push: readSettingsOf('push'),
      },
      destinatari: recipients.map(toAlertRecipient),
    };
  });

  implement(app, api.listAlertDeliveries, async (_input, ctx) => {
    const rows = await queries.readNewestDeliveries(store.runner, MAX_LISTED_DELIVERIES);
    await ctx.audit({ count: rows.length, detail: { deliveries: true } });
    return { objects: rows.map(toAlertDelivery) };
  });
}

async function readChannelStates(
  runner: Runner,
  rows: readonly ChannelRow[],
  ctx: PlantContext,
): Promise<api.ChannelState[]> {
  const since = new Date(Date.parse(ctx.now()) - DAY_MS).toISOString();
  const backlog = new Map((await queries.readBacklog(runner, since)).map((one) => [one.channel, one]));
  return rows.map((row) => toChannelState(row, backlog.get(row.kind) ?? { waiting: 0, failed: 0 }));
}

function registerSaveRoute(app: PlantApp, { store, pool, channels, channelContext, isDemo }: NotificationsDeps): void {
  implement(app, api.saveAlertChannel, async ({ body }, ctx) => {
    const { tipo: kind, impostazioni, segreto } = body;
    if (body.tipo === 'mail') {
      if (body.impostazioni.sicurezza === 'nessuna' && !isDemo)
        throw invalidChannelField('body/impostazioni/sicurezza');
      if (body.impostazioni.utente !== '' && body.impostazioni.sicurezza === 'nessuna')
        throw invalidChannelField('body/impostazioni/utente');
    }
    const row = await inTransaction(pool, async (runner) => {
      const before = (await readChannels(runner)).find((one) => one.kind === kind);
      if (before === undefined || before.ver !== body.ver) throw new AppError('conflict');
      // A stored password or token is used only with the service it was entered for.
      if (segreto === undefined && before.secret !== null && isOtherService(before, impostazioni))
        throw invalidChannelField('body/segreto');
      const sealed = sealNewSecret(before, segreto);
      const fields = {
        kind,
        is_enabled: body.attivo,
        shows_plate: body.mostra_targa,
        settings: { ...impostazioni, ...(sealed.publicKey === '' ? {} : { chiave: sealed.publicKey }) },
        secret: sealed.secret,
      };
      if (!(await queries.saveChannel(runner, fields, body.ver, toEditor(ctx)))) throw new AppError('conflict');
      const { is_enabled, shows_plate, settings } = before;
      const after = { is_enabled: body.attivo, shows_plate: body.mostra_targa, settings: fields.settings };
      const detail = {
        channel: kind,
        before: { is_enabled, shows_plate, settings },
        after,
        secret: segreto !== undefined,
      };
      await ctx.audit({ count: 1, detail });
      return (await readChannels(runner)).find((one) => one.kind === kind);
    });
    if (row === undefined) throw new AppError('conflict');
    channels.wakeAll();
    const [state] = await readChannelStates(store.runner, [row], ctx);
    if (state === undefined) throw new AppError('conflict');
    return state;
  });

  /** The sealed secret to store. For push a VAPID key pair is generated once. */
  function sealNewSecret(before: ChannelRow, input: string | undefined): { secret: Buffer | null; publicKey: string } {
    if (before.kind !== 'push') {
      const secret =
        input === undefined
          ? before.secret
          : input === ''
            ? null
            : sealChannelSecret(channelContext, before.kind, input);
      return { secret, publicKey: '' };
    }
    const publicKey = readPushPublicKey(before);
    if (publicKey !== '' && before.secret !== null) return { secret: before.secret, publicKey };
    const keys = generateVapidKeys();
    return { secret: sealChannelSecret(channelContext, 'push', keys.privateKey), publicKey: keys.publicKey };
  }
}

function registerRecipientRoutes(app: PlantApp, { store, pool, channels }: NotificationsDeps): void {
  implement(app, api.addAlertRecipient, async ({ body }, ctx) => {
    const id = await inTransaction(pool, async (runner) => {
      const fields = await checkRecipient(runner, body);
      if ((await queries.countRecipients(runner, null)).all >= api.MAX_RECIPIENTS) throw new AppError('conflict');
      const made = await queries.insertRecipient(runner, fields, toEditor(ctx));
      if (made === null) throw new AppError('duplicate');
      await ctx.audit({ count: 1, detail: { recipient: made, before: null, after: { ...body } } });
      return made;
    });
    return loadRecipientView(id);
  });

  implement(app, api.changeAlertRecipient, async ({ params, body }, ctx) => {
    await inTransaction(pool, async (runner) => {
      const ver = await queries.lockRecipient(runner, params.id);
      const before = await readRecipient(runner, params.id);
      // A browser belongs to its user: it can be removed here, but not changed.
      if (ver === null || before === null || before.channel === 'push') throw new AppError('not_found');
      if (ver !== body.ver) throw new AppError('conflict');
      const fields = await checkRecipient(runner, body);
      if (!(await queries.updateRecipient(runner, params.id, fields, toEditor(ctx)))) throw new AppError('duplicate');
      await ctx.audit({
        count: 1,
        detail: { recipient: params.id, before: toAlertRecipient(before), after: { ...body } },
      });
    });
    channels.wakeAll();
    return loadRecipientView(params.id);
  });

  implement(app, api.removeAlertRecipient, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      await queries.lockRecipient(runner, params.id);
      const before = await readRecipient(runner, params.id);
      if (before === null) throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { recipient: params.id, before: toAlertRecipient(before), after: null } });
      await deleteRecipient(runner, params.id);
    });
  });

  /** Checks that need the database. Throws `bad_request` naming the field. */
  async function checkRecipient(runner: Runner, body: api.RecipientBody): Promise<queries.RecipientFields> {
    if (body.canale === 'mail' && !channels.isMailAllowed(body.indirizzo)) throw invalidChannelField('body/indirizzo');
    const known = new Set((await readGates(runner)).map(({ id }) => id));
    if (body.varchi?.some((id) => !known.has(id)) === true) throw invalidChannelField('body/varchi');
    const user = body.utente === null ? null : await queries.findUserId(runner, body.utente);
    if (body.utente !== null && user === null) throw invalidChannelField('body/utente');
    return toRecipientFields(body, user);
  }

  async function loadRecipientView(id: number): Promise<api.AlertRecipient> {
    const row = await readRecipient(store.runner, id);
    if (row === null) throw new AppError('not_found');
    return toAlertRecipient(row);
  }
}
