import { mapConfig } from '@varco/contract/portal/map-config.ts';
import * as api from '@varco/contract/portal/settings.ts';
import { getUser } from '@varco/contract/portal/user.ts';
import { createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { runDueJobs } from '@varco/server-kit/jobs/start-jobs.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailHandler } from '../../mail/deliver.service.ts';
import { openMailSender } from '../../mail/open-mail-sender.ts';
import { queueMail } from '../../mail/outbox.repository.ts';
import { startTestMailbox, type TestMailbox } from '../../testing/test-mailbox.ts';
import { createPerson, seedPeople, signInAs } from '../../testing/test-people.ts';
import { createTestPortal, NO_MAPS, type TestPortal } from '../../testing/test-portal.ts';
import { openPortalSettings, sealMailPassword } from './portal-settings.ts';

const PASSWORD = 'Pontelagoscuro-91';
let portal: TestPortal;
let mailbox: TestMailbox;
beforeAll(async () => {
  mailbox = await startTestMailbox();
  portal = await createTestPortal({ isDemo: true, outboundCidrs: ['127.0.0.0/8'] });
  await seedPeople(portal, [createPerson('capo', { isAdmin: true }), createPerson('agente')], []);
});
afterAll(async () => {
  await portal.close();
  await mailbox.close();
});
beforeEach(async () => {
  await portal.deps.db.deleteFrom('portal_setting').execute();
  await portal.deps.settings.refresh();
  portal.audit.records.length = 0;
});

const tokenOf = async (username: string): Promise<string> => (await signInAs(portal, username)).token;
const read = async () => {
  const answer = await injectRaw(portal.app, api.readPortalSettings, {}, { token: await tokenOf('capo') });
  return api.PortalSettingsView.parse(answer.body);
};
const put = async (body: unknown, user = 'capo') =>
  injectRaw(portal.app, api.changePortalSetting, { body }, { token: await tokenOf(user) });
const putMail = async (body: unknown, user = 'capo') =>
  injectRaw(portal.app, api.changeMailServer, { body }, { token: await tokenOf(user) });
const tryMail = async (user = 'capo') => injectRaw(portal.app, api.tryMailServer, {}, { token: await tokenOf(user) });
const buildMail = (more: object = {}) => ({
  ...{ host: '127.0.0.1', port: mailbox.port, security: 'none', user: '', from: 'varco@portal.example' },
  ...more,
});
const readAccount = async (username: string) => {
  const { token, userId } = await signInAs(portal, username);
  const answer = await injectRaw(portal.app, getUser, { params: { id: userId } }, { token });
  return getUser.response.parse(answer.body);
};
const changes = () =>
  portal.audit.records
    .filter(({ action }) => action.startsWith('settings.'))
    .map(({ action, detail }) => [action, detail]);

describe('settings', () => {
  it('a value is that of the server until it is changed; then it counts at once, with who changed it', async () => {
    const before = (await read()).values.force_domains;
    expect(before).toMatchObject({ ver: 1, changed: null, from_environment: true });
    const { email } = await portal.deps.db
      .selectFrom('portal_user')
      .where('username', '=', 'agente')
      .select('email')
      .executeTakeFirstOrThrow();
    const domain = email.slice(email.lastIndexOf('@') + 1);
    await put({ name: 'force_domains', value: ['altrove.example'], ver: 1 });
    expect((await readAccount('agente')).is_force).toBe(false);
    const value = ['altrove.example', domain];
    expect((await put({ name: 'force_domains', value, ver: 2 })).status).toBe(200);
    expect((await readAccount('agente')).is_force).toBe(true);
    expect((await read()).values.force_domains).toEqual({
      ...{ value, ver: 3, from_environment: false },
      changed: { by: 'capo', at: portal.clock.now().toISOString() },
    });
    expect(changes().at(-1)).toEqual([
      'settings.change',
      { setting: 'force_domains', before: ['altrove.example'], after: value },
    ]);
  });

  it('an administrator without a second factor is asked for one from the next call on', async () => {
    expect((await readAccount('capo')).must_enable_2fa).toBe(false);
    expect((await put({ name: 'two_factor_required', value: true, ver: 1 })).status).toBe(200);
    expect((await readAccount('capo')).must_enable_2fa).toBe(true);
  });

  it('another base map is offered and allowed by the policy of the page from the next call on', async () => {
    const value = { ...NO_MAPS, source: 'https://tiles.example/{z}/{x}/{y}.png', origins: ['https://letters.example'] };
    expect((await put({ name: 'maps', value, ver: 1 })).status).toBe(200);
    const config = await injectRaw(portal.app, mapConfig, {}, { token: await tokenOf('agente') });
    expect(mapConfig.response.parse(config.body).grounds[0]).toMatchObject({ kind: 'raster', url: value.source });
    const page = await portal.app.inject({ method: 'GET', url: '/lpr' });
    expect(page.headers['content-security-policy']).toContain('https://letters.example https://tiles.example');
  });

  it.each([
    { source: 'http://tiles.example/{z}/{x}/{y}.png' },
    { source: 'https://me:secret@tiles.example/' },
    { source_2: 'file:///etc/passwd' },
    { routing_url: 'map' },
    { streets: '/map/streets.json' },
    { origins: ["https://a.example; script-src 'unsafe-inline'"] },
    { origins: ['https://a.example/x'] },
    { origins: Array.from({ length: 21 }, (_, i) => `https://a${i}.example`) },
    { credit: 'x'.repeat(201) },
    { more: '' },
  ])('maps with %j are refused', async (more) => {
    expect((await put({ name: 'maps', value: { ...NO_MAPS, ...more }, ver: 1 })).status).toBe(400);
    expect(portal.deps.settings.current().maps).toEqual(NO_MAPS);
  });

  it('of three forms that read the same version one is taken', async () => {
    const answers = await Promise.all([60, 120, 180].map((value) => put({ name: 'export_patience_s', value, ver: 1 })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { value, ver } = (await read()).values.export_patience_s;
    expect([portal.deps.settings.current().export_patience_s, ver]).toEqual([value, 2]);
    expect((await put({ name: 'export_patience_s', value: 5, ver: 9 })).status).toBe(409);
    // Nothing stored, but not the version of nothing.
    expect((await put({ name: 'two_factor_required', value: true, ver: 4 })).status).toBe(409);
  });

  it('another process follows with its next refresh; a value that no longer fits counts as not set', async () => {
    const { db, key, log, settings } = portal.deps;
    const other = await openPortalSettings(settings.defaults, { db, key, log });
    await put({ name: 'export_patience_s', value: 77, ver: 1 });
    expect(other.current().export_patience_s).toBe(600);
    await other.refresh();
    expect(other.current().export_patience_s).toBe(77);
    await db
      .updateTable('portal_setting')
      .set({ value: JSON.stringify('77') })
      .execute();
    await other.refresh();
    expect(other.current().export_patience_s).toBe(600);
  });

  it('maps stored before there were streets stay as they were set', async () => {
    const { streets, streets_credit: credit, ...stored } = { ...NO_MAPS, source: '/map/comune.pmtiles' };
    expect((await put({ name: 'maps', value: { ...stored, streets, streets_credit: credit }, ver: 1 })).status).toBe(
      200,
    );
    await portal.deps.db
      .updateTable('portal_setting')
      .set({ value: JSON.stringify(stored) })
      .execute();
    await portal.deps.settings.refresh();
    expect((await read()).values.maps.value).toEqual({ ...NO_MAPS, source: '/map/comune.pmtiles' });
  });

  it.each([
    ['a name that is none', { name: 'public_origin', value: 'https://x.example' }],
    ['a domain without a name', { name: 'force_domains', value: ['*.it'] }],
    ['an address for a domain', { name: 'staff_domains', value: ['a@b.example'] }],
    ['a text for a list', { name: 'institutional_domains', value: 'gdf.it' }],
    [
      'too long a list',
      { name: 'institutional_domains', value: Array.from({ length: 101 }, (_, i) => `a${i}.example`) },
    ],
    ['a word for a switch', { name: 'two_factor_required', value: 'no' }],
    ['no patience', { name: 'export_patience_s', value: 0 }],
    ['half a second', { name: 'export_patience_s', value: 5.5 }],
    ['an inherited name', { name: '__proto__', value: [] }],
    ['no version', { name: 'export_patience_s', value: 60, ver: undefined }],
    ['a member more', { name: 'export_patience_s', value: 60, by: 'x' }],
  ])('%s is refused', async (_name, body) => {
    const before = await read();
    expect((await put({ ver: 1, ...body })).status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it('who is no administrator neither reads nor changes them', async () => {
    const token = await tokenOf('agente');
    expect((await injectRaw(portal.app, api.readPortalSettings, {}, { token })).status).toBe(403);
    expect((await put({ name: 'export_patience_s', value: 60, ver: 1 }, 'agente')).status).toBe(403);
    expect((await putMail({ mail: null, ver: 1 }, 'agente')).status).toBe(403);
    expect((await tryMail('agente')).status).toBe(403);
  });
});

describe('mail server', () => {
  it('messages wait without one, and are sent once it is set', async () => {
    const { id } = await portal.deps.db
      .selectFrom('portal_user')
      .where('username', '=', 'agente')
      .select('id')
      .executeTakeFirstOrThrow();
    await queueMail(portal.deps.db, { kind: 'ticket_answered', to: { userId: id } }, portal.clock.now().toISOString());
    const needs = { pool: portal.deps.pool, report: createJobReport(silentLog) };
    const deliver = () =>
      runDueJobs(
        needs,
        createMailHandler(portal.deps, () => openMailSender(portal.deps)),
      );
    expect(await deliver()).toBe(0);
    expect((await putMail({ mail: buildMail(), ver: 1 })).status).toBe(200);
    const before = mailbox.mails.length;
    expect(await deliver()).toBe(1);
    expect(mailbox.mails.slice(before).map(({ from }) => from)).toEqual(['varco@portal.example']);
  });

  it('a trial goes to the own address, and says what the server answered', async () => {
    expect((await tryMail()).body).toMatchObject({ error: { code: 'conflict', sub_code: 'no_mail_server' } });
    await putMail({ mail: buildMail(), ver: 1 });
    const good = api.tryMailServer.response.parse((await tryMail()).body);
    expect([good.sent, good.reply, mailbox.mails.at(-1)?.to]).toEqual([true, '', [good.to]]);
    mailbox.refuse(true);
    const refused = api.tryMailServer.response.parse((await tryMail()).body);
    mailbox.refuse(false);
    expect(refused).toMatchObject({ sent: false, reply: expect.stringContaining('not now') });
    await putMail({ mail: buildMail({ host: '10.9.8.7' }), ver: 2 });
    // An inner address that the portal may not call.
    expect(api.tryMailServer.response.parse((await tryMail()).body).sent).toBe(false);
    expect(
      changes()
        .map(([action]) => action)
        .filter((action) => action === 'settings.mail-try'),
    ).toHaveLength(4);
  });

  it('the password is sealed, never answered or logged, and never goes to another server', async () => {
    const withUser = buildMail({ user: 'posta' });
    expect((await putMail({ mail: withUser, ver: 1 })).status).toBe(400);
    expect((await putMail({ mail: { ...withUser, password: PASSWORD }, ver: 1 })).status).toBe(200);
    expect((await read()).mail).toMatchObject({ value: { ...withUser, has_password: true }, ver: 2 });
    expect(portal.deps.settings.current().mail?.password).toBe(PASSWORD);
    // Another sender address with the same server: the stored password stays.
    expect((await putMail({ mail: { ...withUser, from: 'altro@portal.example' }, ver: 2 })).status).toBe(200);
    expect(portal.deps.settings.current().mail?.password).toBe(PASSWORD);
    for (const more of [{ host: 'mail.example' }, { port: 2525 }, { user: 'altra' }])
      expect((await putMail({ mail: { ...withUser, ...more }, ver: 3 })).status).toBe(400);
    const { rows } = await portal.deps.pool.query<{ all: string }>(
      `select portal_setting::text as all from portal_setting`,
    );
    const answers = JSON.stringify([await read(), portal.audit.records, rows]);
    expect(answers + portal.logText()).not.toContain(PASSWORD);
    expect((await putMail({ mail: null, ver: 3 })).status).toBe(200);
    expect((await read()).mail).toMatchObject({ value: null, from_environment: false });
  });

  it('the password that stays is that of the database, also when another process changed it', async () => {
    const withUser = buildMail({ user: 'posta' });
    await putMail({ mail: { ...withUser, password: 'before-12345' }, ver: 1 });
    await portal.deps.db
      .updateTable('portal_setting')
      .set({ sealed: sealMailPassword(portal.deps.key, PASSWORD), ver: 3 })
      .execute();
    expect((await putMail({ mail: { ...withUser, from: 'altro@portal.example' }, ver: 3 })).status).toBe(200);
    expect(portal.deps.settings.current().mail?.password).toBe(PASSWORD);
  });

  it('a password sealed by another server sends no mail, and says so', async () => {
    await putMail({ mail: buildMail({ user: 'posta', password: PASSWORD }), ver: 1 });
    await portal.deps.db
      .updateTable('portal_setting')
      .set({ sealed: Buffer.alloc(60, 1) })
      .execute();
    await portal.deps.settings.refresh();
    expect(portal.deps.settings.current().mail).toBeNull();
    expect(portal.logText()).toContain('password of the mail server cannot be opened');
  });

  it('without encryption it is refused outside the demo', async () => {
    const strict = await createTestPortal({ outboundCidrs: ['127.0.0.0/8'] });
    await seedPeople(strict, [createPerson('capo', { isAdmin: true })], []);
    const { token } = await signInAs(strict, 'capo');
    const send = (mail: object) => injectRaw(strict.app, api.changeMailServer, { body: { mail, ver: 1 } }, { token });
    expect((await send(buildMail())).body).toMatchObject({ error: { code: 'bad_request', path: expect.anything() } });
    expect((await send(buildMail({ security: 'starttls' }))).status).toBe(200);
    // The mail server of the test has no TLS: nothing is sent in the clear.
    const tried = await injectRaw(strict.app, api.tryMailServer, {}, { token });
    expect(api.tryMailServer.response.parse(tried.body).sent).toBe(false);
    await strict.close();
  });

  it.each([
    ['a host with a path', { host: 'mail.example/x' }],
    ['a host with an account', { host: 'a@mail.example' }],
    ['an empty host', { host: '' }],
    ['a host with a line break', { host: 'mail.example\r\nRCPT' }],
    ['port 0', { port: 0 }],
    ['port 65536', { port: 65_536 }],
    ['another security', { security: 'ssl' }],
    ['a sender with a name', { from: 'Varco <varco@portal.example>' }],
    ['two senders', { from: 'a@b.example,c@d.example' }],
    ['a huge user', { user: 'x'.repeat(201) }],
    ['a control character in the password', { user: 'x', password: 'a\u0000b' }],
  ])('%s is refused', async (_name, more) => {
    expect((await putMail({ mail: buildMail(more), ver: 1 })).status).toBe(400);
    expect((await read()).mail.value).toBeNull();
  });
});
