import { createUser, lostPassword, resetPassword, verifyEmail } from '@varco/contract/portal/account.ts';
import { PortalUser, getUser, usernameTaken } from '@varco/contract/portal/user.ts';
import { type InjectResponse, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../../testing/deliver-mail.ts';
import { startTestMailbox, type TestMailbox } from '../../testing/test-mailbox.ts';
import {
  type BrowserSession,
  formatError,
  createPerson,
  seedPeople,
  signInAs,
  tryLogin,
} from '../../testing/test-people.ts';
import { createTestPortal, buildProof, TEST_KDF, type TestPortal, buildVault } from '../../testing/test-portal.ts';

const NEW_KDF = { ...TEST_KDF, salt: 'BBBBBBBBBBBBBBBBBBBBBB' };
const NEW = 'nuova frase lunga';

let portal: TestPortal;
let mailbox: TestMailbox;
beforeEach(async () => {
  portal = await createTestPortal();
  mailbox = await startTestMailbox();
  await seedPeople(portal, [
    createPerson('bruni'),
    createPerson('verdi'),
    createPerson('nuovo', { isFirstAccess: true, emailVerified: false, email: 'nuovo@comune.forli.fc.it' }),
  ]);
});
afterEach(async () => {
  await mailbox.close();
  await portal.close();
});

let host = 0;
const fresh = (): Record<string, string> => ({ 'x-forwarded-for': `10.7.${(host += 1) >> 8}.${host & 255}` });
const form = (more: object = {}): object => ({
  email: 'ada.galli@comune.forli.fc.it',
  password: buildProof(NEW),
  full_name: 'Ada Galli',
  mobile: '+39 333 000 0000',
  authority: 'Comune di Forlì',
  peer_creds: buildVault(2, NEW_KDF),
  ...more,
});
const create = (browser: BrowserSession | null, body: unknown): Promise<InjectResponse> =>
  injectRaw(portal.app, createUser, { body }, browser === null ? {} : { token: browser.token });
const verify = (token: string) => injectRaw(portal.app, verifyEmail, { body: { token } }, { headers: fresh() });
const lost = (email: string, headers = fresh()) =>
  injectRaw(portal.app, lostPassword, { body: { email } }, { headers });
const reset = (token: string, more: object = {}) =>
  injectRaw(
    portal.app,
    resetPassword,
    { body: { email: 'bruni@posta.example', password: buildProof(NEW), kdf: NEW_KDF, ...more } },
    { token, headers: fresh() },
  );
/** Token in the fragment of the newest message to an address. */
async function mailedToken(address: string): Promise<string> {
  await deliverDue(portal, mailbox.sender);
  const mail = mailbox.mails.findLast(({ to }) => to.includes(address));
  return /https:\/\/portal\.example\/[a-z-]+#([A-Za-z0-9_-]{43})\s/.exec(mail?.text ?? '')?.[1] ?? '';
}

describe('first access', () => {
  it('API-06 ACCT-07 ACCT-16 ACCT-24 the hand-out account becomes a personal one; no sign-in until the mailed link is used, once', async () => {
    const handOut = await signInAs(portal, 'nuovo');
    const answer = await create(handOut, form());
    expect(PortalUser.parse(answer.body)).toMatchObject({
      username: 'ada.galli@comune.forli.fc.it',
      fullname: 'Ada Galli',
      first_access: false,
      email_verified: false,
      admin: false,
    });
    expect(
      (await injectRaw(portal.app, getUser, { params: { id: handOut.userId } }, { token: handOut.token })).status,
    ).toBe(401);
    expect((await tryLogin(portal, 'nuovo')).status).toBe(401);
    const login = () => tryLogin(portal, 'ada.galli@comune.forli.fc.it', { password: NEW });
    expect([(await login()).status, formatError(await login())]).toEqual([403, 'email_not_verified']);
    const token = await mailedToken('ada.galli@comune.forli.fc.it');
    expect(mailbox.mails).toHaveLength(1);
    expect(formatError(await verify('A'.repeat(43)))).toBe('invalid_token/link_invalid');
    expect((await verify(token)).status).toBe(204);
    expect(formatError(await verify(token))).toBe('invalid_token/link_invalid');
    expect((await login()).status).toBe(200);
    const own = await signInAs(portal, 'ada.galli@comune.forli.fc.it', { password: NEW });
    const read = await injectRaw(portal.app, getUser, { params: { id: own.userId } }, { token: own.token });
    expect(PortalUser.parse(read.body)).toMatchObject({
      fullname: 'Ada Galli',
      email_verified: true,
    });
    expect(portal.audit.records.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.create', 'user.verify-email']),
    );
  });

  it('ACCT-16 a link of 48 hours is no link; the next sign-in with the right password brings another, not more', async () => {
    await create(await signInAs(portal, 'nuovo'), form());
    const old = await mailedToken('ada.galli@comune.forli.fc.it');
    portal.clock.advance(48 * 3_600_000);
    expect(formatError(await verify(old))).toBe('invalid_token/link_invalid');
    await tryLogin(portal, 'ada.galli@comune.forli.fc.it', { password: 'sbagliata' });
    await deliverDue(portal, mailbox.sender);
    expect(mailbox.mails).toHaveLength(1);
    for (let i = 0; i < 3; i += 1) await tryLogin(portal, 'ada.galli@comune.forli.fc.it', { password: NEW });
    const next = await mailedToken('ada.galli@comune.forli.fc.it');
    expect(mailbox.mails).toHaveLength(2);
    expect((await verify(next)).status).toBe(204);
  });

  it('ACCT-24 ROUTE-06 nobody registers without a hand-out account, and nobody twice', async () => {
    expect((await create(null, form())).status).toBe(401);
    expect(formatError(await create(await signInAs(portal, 'bruni'), form()))).toBe('no_perms');
    const handOut = await signInAs(portal, 'nuovo');
    const both = await Promise.all([create(handOut, form()), create(handOut, form({ email: 'b@comune.forli.fc.it' }))]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    ['body/email', { email: 'abc' }],
    ['body/email', { email: 'a@b.it\r\nBcc: c@d.it' }],
    ['body/email', { email: 'Nome <a@b.it>' }],
    ['body/username', { username: 'generale@carabinieri.it' }],
    ['body/authority', { authority: ' ' }],
    ['body/full_name', { full_name: ' ' }],
    ['body/password', { password: 'in chiaro' }],
    ['body/peer_creds/kdf', { peer_creds: buildVault(2, { ...NEW_KDF, m: 1024 }) }],
  ])('ACCT-08 refused, and nothing changes: %s of %j', async (field, more) => {
    const handOut = await signInAs(portal, 'nuovo');
    const answer = await create(handOut, form(more));
    expect(answer.body).toMatchObject({ error: { code: 'bad_request' } });
    expect(JSON.stringify(answer.body)).toContain(field);
    expect((await tryLogin(portal, 'nuovo')).status).toBe(200);
  });

  it('ACCT-09 ACCT-15 a taken e-mail or username is refused in any case; one’s own is free', async () => {
    const handOut = await signInAs(portal, 'nuovo');
    expect(formatError(await create(handOut, form({ email: 'Bruni@Posta.example' })))).toBe('duplicate');
    expect(formatError(await create(handOut, form({ username: 'VERDI' })))).toBe('duplicate');
    const head = (username: string) =>
      injectRaw(portal.app, usernameTaken, { query: { username } }, { token: handOut.token });
    expect([(await head('bruni@posta.example')).status, (await head('nuovo@comune.forli.fc.it')).status]).toEqual([
      409, 204,
    ]);
    expect((await create(handOut, form({ email: 'nuovo@comune.forli.fc.it' }))).status).toBe(200);
  });

  it.each(['admin', 'active', 'email_verified', 'first_access', 'id', 'is_force'])(
    'mass assignment of %s is refused',
    async (field) => {
      const handOut = await signInAs(portal, 'nuovo');
      expect(formatError(await create(handOut, form({ [field]: true })))).toBe('bad_request/unknown_field');
    },
  );

  it('GUARD-14 military users are not asked for their authority; the e-mail grants nothing before it is proven', async () => {
    const answer = await create(
      await signInAs(portal, 'nuovo'),
      form({ email: 'a.galli@carabinieri.it', authority: undefined }),
    );
    expect(PortalUser.parse(answer.body).is_force).toBe(false);
    await verify(await mailedToken('a.galli@carabinieri.it'));
    const signed = await tryLogin(portal, 'a.galli@carabinieri.it', { password: NEW });
    expect(signed.body).toMatchObject({ user: { is_force: true } });
  });
});

describe('lost password', () => {
  it('API-04 ACCT-21 ACCT-22 a mailed link sets a new password once; sessions end, the vault stays, the person is told', async () => {
    const browser = await signInAs(portal, 'bruni');
    expect((await lost('Bruni@posta.example')).status).toBe(204);
    const token = await mailedToken('bruni@posta.example');
    expect((await reset(token)).status).toBe(204);
    expect(formatError(await reset(token))).toBe('invalid_token/link_invalid');
    expect(
      (await injectRaw(portal.app, getUser, { params: { id: browser.userId } }, { token: browser.token })).status,
    ).toBe(401);
    expect((await tryLogin(portal, 'bruni')).status).toBe(401);
    const again = await tryLogin(portal, 'bruni', { password: NEW });
    expect(again.body).toMatchObject({ user: { peer_creds: { rev: 1, kdf: TEST_KDF } } });
    await deliverDue(portal, mailbox.sender);
    expect(mailbox.mails.at(-1)?.source).toMatch(/Subject: Varco: la protezione|Subject: =\?UTF-8/);
    expect(mailbox.mails).toHaveLength(2);
  });

  it('API-03 ACCT-21 known, unknown, unproven and first-access addresses: one answer, and mail only for the known one', async () => {
    await portal.deps.db
      .updateTable('portal_user')
      .set({ email_verified: false })
      .where('username', '=', 'verdi')
      .execute();
    const answers = [];
    for (const email of [
      'bruni@posta.example',
      'nessuno@posta.example',
      'verdi@posta.example',
      'nuovo@comune.forli.fc.it',
      'x',
    ])
      answers.push(await lost(email));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await deliverDue(portal, mailbox.sender);
    expect(mailbox.mails.map(({ to }) => to)).toEqual([['bruni@posta.example']]);
    expect(portal.hashRuns()).toBe(0);
  });

  it('ACCT-23 another address than the link’s is "email not valid", and the link lives on; after 30 minutes it does not', async () => {
    await lost('bruni@posta.example');
    const token = await mailedToken('bruni@posta.example');
    expect(formatError(await reset(token, { email: 'verdi@posta.example' }))).toBe('bad_request/email_not_valid');
    expect(formatError(await reset(token, { password: 'in chiaro' }))).toBe('bad_request/invalid_field');
    expect(formatError(await reset(token, { kdf: { ...NEW_KDF, m: 1024 } }))).toBe('bad_request/invalid_field');
    portal.clock.advance(30 * 60_000);
    expect(formatError(await reset(token))).toBe('invalid_token/link_invalid');
    expect((await tryLogin(portal, 'bruni')).status).toBe(200);
  });

  it('used in parallel a link works once, and using it ends the other links of the account', async () => {
    await lost('bruni@posta.example');
    const first = await mailedToken('bruni@posta.example');
    await lost('bruni@posta.example');
    const second = await mailedToken('bruni@posta.example');
    const answers = await Promise.all([reset(first), reset(first)]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '401']);
    expect(formatError(await reset(second))).toBe('invalid_token/link_invalid');
  });

  it('a link is for its own purpose only, and no access token', async () => {
    await lost('bruni@posta.example');
    const token = await mailedToken('bruni@posta.example');
    const { token: access } = await signInAs(portal, 'bruni');
    expect(formatError(await verify(token))).toBe('invalid_token/link_invalid');
    expect((await reset(access)).status).toBe(401);
    expect((await injectRaw(portal.app, getUser, { params: { id: 1 } }, { token })).status).toBe(401);
    await create(await signInAs(portal, 'nuovo'), form());
    expect((await reset(await mailedToken('ada.galli@comune.forli.fc.it'))).status).toBe(401);
  });

  it('three an hour for an account, ten for an address', async () => {
    for (let i = 0; i < 3; i += 1) expect((await lost('bruni@posta.example')).status).toBe(204);
    expect(formatError(await lost('BRUNI@posta.example'))).toBe('rate_limit_exceeded');
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    for (let i = 0; i < 10; i += 1) expect((await lost(`a${i}@posta.example`, headers)).status).toBe(204);
    expect(formatError(await lost('a11@posta.example', headers))).toBe('rate_limit_exceeded');
  });

  it('no token of a link stands in the database or the log', async () => {
    await lost('bruni@posta.example');
    const token = await mailedToken('bruni@posta.example');
    const rows = await portal.deps.db.selectFrom('account_link').selectAll().execute();
    const mails = await portal.deps.db.selectFrom('mail_outbox').selectAll().execute();
    await reset(token);
    expect(token).toHaveLength(43);
    expect(JSON.stringify([rows, mails]) + portal.logText()).not.toContain(token);
  });
});
