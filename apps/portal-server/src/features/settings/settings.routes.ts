import type { CallInput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/settings.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { RateRule } from '@varco/server-kit/rate/rate-limiter.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { openMailSender } from '../../mail/open-mail-sender.ts';
import { applySettings, type MailServer, sealMailPassword, type StoredName } from './portal-settings.ts';
import { findOwnAddress, readStoredSettings, writeSetting } from './settings.repository.ts';
import { toMailServerView, toSettingsView } from './settings.view.ts';

/** A trial connects to a server that the caller names. */
const TRY_RATE: RateRule = { name: 'mail-try', limit: 10, windowS: 3_600 };
const MAX_REPLY = 500;

type MailBody = CallInput<typeof api.changeMailServer>['body']['mail'];

/** A change with who makes it. */
interface Change {
  readonly name: StoredName;
  readonly value: unknown;
  readonly sealed: Buffer | null;
  readonly ver: number;
  readonly at: string;
  readonly by: string;
}

/**
 * Settings of the portal, for its administrators (ADR 0037). The entry in the log with old and new value is durable before a
 * change is; a form that read an older version is refused.
 */
export function settingsRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.readPortalSettings, () => viewSettings(deps));

  implement(app, api.changePortalSetting, async ({ body }, ctx) => {
    // Another process may have changed them since they were last read.
    await deps.settings.refresh();
    const { name, value, ver } = body;
    const change = { name, value, ver, sealed: null, at: ctx.now(), by: ctx.viewer.actor.name ?? '' };
    return save(deps, change, () =>
      ctx.audit({ count: 1, detail: { setting: name, before: deps.settings.current()[name], after: value } }),
    );
  });

  implement(app, api.changeMailServer, async ({ body: { mail, ver } }, ctx) => {
    await deps.settings.refresh();
    const before = deps.settings.current().mail;
    const after = mail === null ? null : buildMailServer(mail, before, deps.isDemo);
    const change = {
      ...toStoredMail(deps, after),
      name: 'mail',
      ver,
      at: ctx.now(),
      by: ctx.viewer.actor.name ?? '',
    } as const;
    return save(deps, change, () =>
      ctx.audit({ count: 1, detail: { before: describe(before), after: describe(after) } }),
    );
  });

  implement(app, api.tryMailServer, async (_input, ctx) => {
    await deps.rates.spend(TRY_RATE, ctx.viewer.uuid);
    await deps.settings.refresh();
    const sender = openMailSender(deps);
    if (sender === null) throw new AppError('conflict', { sub: 'no_mail_server' });
    const { name, address } = await findOwnAddress(deps.db, ctx.viewer.userId);
    const reply = await sender.send({ name, address }, TRIAL_MAIL).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
    );
    await ctx.audit({ outcome: reply === null ? 'ok' : 'error', count: 1, detail: { sent: reply === null } });
    return { sent: reply === null, to: address, reply: (reply ?? '').slice(0, MAX_REPLY) };
  });
}

const TRIAL_MAIL = {
  subject: 'Varco: prova del server di posta / trial of the mail server',
  text: 'La posta del portale funziona.\nThe mail of the portal works.\n',
  html: '<p>La posta del portale funziona.</p><p lang="en">The mail of the portal works.</p>',
} as const;

/** Runs the change in a transaction and returns the settings after it. Throws `conflict` when it was changed meanwhile. */
async function save(deps: PortalDeps, change: Change, record: () => Promise<void>): Promise<api.PortalSettingsView> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await writeSetting(tx, change))) throw new AppError('conflict');
    await record();
  });
  await deps.settings.refresh();
  return viewSettings(deps);
}

async function viewSettings({ db, settings, key, log }: PortalDeps): Promise<api.PortalSettingsView> {
  const rows = await readStoredSettings(db);
  return toSettingsView(applySettings(rows, settings.defaults, { key, log }), rows);
}

/** Throws `bad_request` for a server without encryption outside the demo, or a password that would go to another server. */
function buildMailServer(
  { password, ...fields }: NonNullable<MailBody>,
  before: MailServer | null,
  isDemo: boolean,
): MailServer {
  if (fields.security === 'none' && !isDemo)
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/mail/security' });
  if (fields.user === '') return { ...fields, password: '' };
  if (password !== undefined) return { ...fields, password };
  const isSame = before !== null && (['host', 'port', 'user'] as const).every((name) => before[name] === fields[name]);
  if (!isSame) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/mail/password' });
  return { ...fields, password: before.password };
}

function toStoredMail({ key }: Pick<PortalDeps, 'key'>, server: MailServer | null): Pick<Change, 'value' | 'sealed'> {
  if (server === null) return { value: null, sealed: null };
  const { password, ...value } = server;
  return { value, sealed: password === '' ? null : sealMailPassword(key, password) };
}

/** The server for the log, without its password. */
const describe = (server: MailServer | null) => (server === null ? null : toMailServerView(server));
