import * as api from '@varco/contract/plant/alert-channels.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { z } from 'zod';
import { writeTrial } from './alert-message.ts';
import { type ChannelRow, readChannels, readRecipient, readRecipients, retireRecipient } from './channel.queries.ts';
import { openChannel, openRecipient, pushKeyOf, sealChannel, settingsOf } from './open-channel.ts';
import { newVapidKeys } from './push-client.ts';
import { readGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { NotificationsDeps } from './notifications.deps.ts';
import { readSettings } from '../../settings/plant-settings.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/statement.ts';
import * as queries from './channels.queries.ts';
import { fieldsOf, toDelivery, toRecipient, toState } from './channels.view.ts';

type Ctx = CallContext<PlantViewer>;
const DAY_MS = 86_400_000;
const DELIVERIES = 100;

const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });
const editorOf = (ctx: Ctx): queries.Editor => ({ at: ctx.now(), name: ctx.viewer.user.username });

/** Notification channels, their recipients and the outcome of their messages (ADR 0082). Secrets can be written but never read. */
export function channelRoutes(app: PlantApp, deps: NotificationsDeps): void {
  const { store } = deps;
  overviewRoutes(app, deps);
  saveRoute(app, deps);
  recipientRoutes(app, deps);

  implement(app, api.testAlertChannel, async ({ body }, ctx) => {
    const to = await readRecipient(store.runner, body.destinatario);
    if (to === null) throw new AppError('not_found');
    await ctx.audit({ count: 1, detail: { channel: to.channel, recipient: to.id, to: to.address } });
    const row = (await readChannels(store.runner)).find(({ kind }) => kind === to.channel);
    const client = row === undefined ? null : openChannel(row, deps.channelContext);
    if (client === null) return { riuscito: false, risposta: 'not configured', ms: 0 };
    const { label, uuid, portal_url: portalUrl } = await readSettings(store.runner);
    const message = writeTrial({ plant: label, plantUuid: uuid, portalUrl }, ctx.now(), to.language);
    const secret = openRecipient(deps.channelContext, to);
    const begun = performance.now();
    const { kind, answer } = await client.send({ address: to.address, secret }, message, ctx.signal);
    return { riuscito: kind === 'sent', risposta: answer, ms: Math.round(performance.now() - begun) };
  });
}

/** True when the new settings point to a different service. */
function isElsewhere({ settings }: ChannelRow, next: object): boolean {
  const formatAddress = (value: unknown): string => {
    const { server = '', porta = 0, indirizzo = '' } = Place.parse(value);
    return `${server}:${porta} ${indirizzo}`;
  };
  return formatAddress(settings) !== formatAddress(next);
}
const Place = z.object({ server: z.string(), porta: z.number(), indirizzo: z.string() }).partial().catch({});

function overviewRoutes(app: PlantApp, { store }: NotificationsDeps): void {
  implement(app, api.readAlertChannels, async (_input, ctx) => {
    const rows = await readChannels(store.runner);
    const states = await statesOf(store.runner, rows, ctx);
    const recipients = await readRecipients(store.runner);
    const readSettingsOf = <K extends ChannelRow['kind']>(kind: K) => {
      const row = rows.find((one) => one.kind === kind);
      return row === undefined ? null : settingsOf(row, kind);
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
      destinatari: recipients.map(toRecipient),
    };
  });

  implement(app, api.listAlertDeliveries, async (_input, ctx) => {
    const rows = await queries.newestDeliveries(store.runner, DELIVERIES);
    await ctx.audit({ count: rows.length, detail: { deliveries: true } });
    return { objects: rows.map(toDelivery) };
  });
}

async function statesOf(runner: Runner, rows: readonly ChannelRow[], ctx: Ctx): Promise<api.ChannelState[]> {
  const since = new Date(Date.parse(ctx.now()) - DAY_MS).toISOString();
  const backlog = new Map((await queries.readBacklog(runner, since)).map((one) => [one.channel, one]));
  return rows.map((row) => toState(row, backlog.get(row.kind) ?? { waiting: 0, failed: 0 }));
}

function saveRoute(app: PlantApp, { store, pool, channels, channelContext, isDemo }: NotificationsDeps): void {
  implement(app, api.saveAlertChannel, async ({ body }, ctx) => {
    const { tipo: kind, impostazioni, segreto } = body;
    if (body.tipo === 'mail') {
      if (body.impostazioni.sicurezza === 'nessuna' && !isDemo) throw invalid('body/impostazioni/sicurezza');
      if (body.impostazioni.utente !== '' && body.impostazioni.sicurezza === 'nessuna')
        throw invalid('body/impostazioni/utente');
    }
    const row = await inTransaction(pool, async (runner) => {
      const before = (await readChannels(runner)).find((one) => one.kind === kind);
      if (before === undefined || before.ver !== body.ver) throw new AppError('conflict');
      // A stored password or token is used only with the service it was entered for.
      if (segreto === undefined && before.secret !== null && isElsewhere(before, impostazioni))
        throw invalid('body/segreto');
      const sealed = madeSecret(before, segreto);
      const fields = {
        kind,
        is_enabled: body.attivo,
        shows_plate: body.mostra_targa,
        settings: { ...impostazioni, ...(sealed.publicKey === '' ? {} : { chiave: sealed.publicKey }) },
        secret: sealed.secret,
      };
      if (!(await queries.saveChannel(runner, fields, body.ver, editorOf(ctx)))) throw new AppError('conflict');
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
    channels.kick();
    const [state] = await statesOf(store.runner, [row], ctx);
    if (state === undefined) throw new AppError('conflict');
    return state;
  });

  /** The sealed secret to store. For push a VAPID key pair is generated once. */
  function madeSecret(before: ChannelRow, given: string | undefined): { secret: Buffer | null; publicKey: string } {
    if (before.kind !== 'push') {
      const secret =
        given === undefined ? before.secret : given === '' ? null : sealChannel(channelContext, before.kind, given);
      return { secret, publicKey: '' };
    }
    const publicKey = pushKeyOf(before);
    if (publicKey !== '' && before.secret !== null) return { secret: before.secret, publicKey };
    const keys = newVapidKeys();
    return { secret: sealChannel(channelContext, 'push', keys.privateKey), publicKey: keys.publicKey };
  }
}

function recipientRoutes(app: PlantApp, { store, pool, channels }: NotificationsDeps): void {
  implement(app, api.addAlertRecipient, async ({ body }, ctx) => {
    const id = await inTransaction(pool, async (runner) => {
      const fields = await checked(runner, body);
      if ((await queries.countRecipients(runner, null)).all >= api.MOST_RECIPIENTS) throw new AppError('conflict');
      const made = await queries.insertRecipient(runner, fields, editorOf(ctx));
      if (made === null) throw new AppError('duplicate');
      await ctx.audit({ count: 1, detail: { recipient: made, before: null, after: { ...body } } });
      return made;
    });
    return viewOf(id);
  });

  implement(app, api.changeAlertRecipient, async ({ params, body }, ctx) => {
    await inTransaction(pool, async (runner) => {
      const ver = await queries.lockRecipient(runner, params.id);
      const before = await readRecipient(runner, params.id);
      // A browser belongs to its user: it can be removed here, but not changed.
      if (ver === null || before === null || before.channel === 'push') throw new AppError('not_found');
      if (ver !== body.ver) throw new AppError('conflict');
      const fields = await checked(runner, body);
      if (!(await queries.changeRecipient(runner, params.id, fields, editorOf(ctx)))) throw new AppError('duplicate');
      await ctx.audit({ count: 1, detail: { recipient: params.id, before: toRecipient(before), after: { ...body } } });
    });
    channels.kick();
    return viewOf(params.id);
  });

  implement(app, api.removeAlertRecipient, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      await queries.lockRecipient(runner, params.id);
      const before = await readRecipient(runner, params.id);
      if (before === null) throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { recipient: params.id, before: toRecipient(before), after: null } });
      await retireRecipient(runner, params.id);
    });
  });

  /** Checks that need the database. Throws `bad_request` naming the field. */
  async function checked(runner: Runner, body: api.RecipientBody): Promise<queries.RecipientFields> {
    if (body.canale === 'mail' && !channels.isMailAllowed(body.indirizzo)) throw invalid('body/indirizzo');
    const known = new Set((await readGates(runner)).map(({ id }) => id));
    if (body.varchi?.some((id) => !known.has(id)) === true) throw invalid('body/varchi');
    const user = body.utente === null ? null : await queries.userIdOf(runner, body.utente);
    if (body.utente !== null && user === null) throw invalid('body/utente');
    return fieldsOf(body, user);
  }

  async function viewOf(id: number): Promise<api.AlertRecipient> {
    const row = await readRecipient(store.runner, id);
    if (row === null) throw new AppError('not_found');
    return toRecipient(row);
  }
}
