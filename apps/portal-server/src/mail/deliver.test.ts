import { refresh } from '@varco/contract/portal/auth.ts';
import { makeJobsDue } from '@varco/server-kit/testing/due-jobs.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../testing/deliver-mail.ts';
import { createPerson, seedPeople, signInAs } from '../testing/test-people.ts';
import { startTestMailbox, type TestMailbox } from '../testing/test-mailbox.ts';
import { createTestPortal, PORTAL_ORIGIN, type TestPortal } from '../testing/test-portal.ts';
import { writeMail } from './mail-text.ts';
import { deleteOldMail, queueMail } from './outbox.repository.ts';

let portal: TestPortal;
let mailbox: TestMailbox;
let userId: number;
beforeEach(async () => {
  portal = await createTestPortal();
  mailbox = await startTestMailbox();
  await seedPeople(portal, [createPerson('bruni', { fullName: 'Ada <b>Bruni</b>' })]);
  userId = (await signInAs(portal, 'bruni')).userId;
});
afterEach(async () => {
  await mailbox.close();
  await portal.close();
});

const now = (): string => portal.clock.now().toISOString();
const queue = () =>
  queueMail(portal.deps.db, { kind: 'session_reuse', to: { userId }, facts: { ip: '10.0.0.1', at: 'x' } }, now());
const deliver = () => deliverDue(portal, mailbox.sender);
const outcomes = async () =>
  (await portal.deps.db.selectFrom('mail_outbox').select(['outcome', 'tries']).orderBy('id').execute()).map(
    ({ outcome, tries }) => `${outcome ?? 'waiting'} ${tries}`,
  );

/** Seconds until the only waiting job is due. */
const readPause = async (): Promise<number> =>
  (
    await portal.deps.pool.query<{ s: number }>(
      `select extract(epoch from start_after - now())::float8 as s from job.job_common where name = 'mail.send'`,
    )
  ).rows[0]?.s ?? 0;

describe('outbox', () => {
  it('SESS-08 a stolen refresh token ends the family and the person is told by mail', async () => {
    const browser = await signInAs(portal, 'bruni');
    const headers = { cookie: browser.cookie, origin: PORTAL_ORIGIN, 'x-client-version': '0.9.375' };
    await injectRaw(portal.app, refresh, {}, { headers });
    portal.clock.advance(11_000);
    expect((await injectRaw(portal.app, refresh, {}, { headers })).status).toBe(401);
    expect(await deliver()).toBe(1);
    expect(mailbox.mails).toHaveLength(1);
    expect(mailbox.mails[0]).toMatchObject({ from: 'varco@portal.example', to: ['bruni@posta.example'] });
    expect(mailbox.mails[0]?.text).toContain('la sessione è stata chiusa');
    expect(mailbox.mails[0]?.source).not.toContain(browser.refreshToken);
  });

  it('a server that is away: tried again later, each time later, and sent once', async () => {
    await queue();
    mailbox.refuse(true);
    const pauses: number[] = [];
    for (const tries of [1, 2, 3]) {
      expect(await deliver()).toBe(0);
      // Not yet.
      expect(await deliver()).toBe(0);
      expect(await outcomes()).toEqual([`waiting ${tries}`]);
      pauses.push(await readPause());
      await makeJobsDue(portal.deps.pool);
    }
    expect(pauses[0]).toBeGreaterThan(25);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    mailbox.refuse(false);
    expect(await deliver()).toBe(1);
    expect(await deliver()).toBe(0);
    expect(await outcomes()).toEqual(['sent 4']);
    expect(mailbox.mails).toHaveLength(1);
  });

  it('security 13: a mail server at an inner address that is not allowed is not called; the message waits', async () => {
    await queue();
    await deliverDue(portal, mailbox.refusedSender);
    expect([mailbox.mails, await outcomes()]).toEqual([[], ['waiting 1']]);
  });

  it('given up after a day of refusals; forgotten after a week', async () => {
    await queue();
    mailbox.refuse(true);
    for (let i = 0; i < 40; i += 1) {
      await deliver();
      await makeJobsDue(portal.deps.pool);
    }
    expect(await outcomes()).toEqual(['given_up 30']);
    portal.clock.advance(8 * 24 * 3_600_000);
    await deleteOldMail(portal.deps.db, now());
    expect(await outcomes()).toEqual([]);
  });

  it('two processes never send the same message twice', async () => {
    for (let i = 0; i < 5; i += 1) await queue();
    const sent = await Promise.all([deliver(), deliver(), deliver()]);
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(5);
    expect(mailbox.mails).toHaveLength(5);
  });

  it('an account that is gone, disabled or without a plain address gets nothing', async () => {
    await queue();
    await portal.deps.db.updateTable('portal_user').set({ email: 'a@b.it\r\nBcc: x@y.it' }).execute();
    await deliver();
    await queueMail(portal.deps.db, { kind: 'session_reuse', to: { address: 'nobody@posta.example' } }, now());
    await deliver();
    await portal.deps.db.updateTable('portal_user').set({ email: 'a@b.it', is_active: false }).execute();
    await queue();
    await deliver();
    expect(await outcomes()).toEqual(['dropped 1', 'dropped 1', 'dropped 1']);
    expect(mailbox.mails).toEqual([]);
  });

  it('the reader’s language, text and HTML, and a name that is no markup and no header', async () => {
    await portal.deps.db
      .updateTable('portal_user')
      .set({ language: 'en', full_name: 'Ada\r\nBcc: x@y.it <b>' })
      .execute();
    await queue();
    await deliver();
    const [mail] = mailbox.mails;
    expect(mail?.source).toMatch(/Subject: Varco: one of your sessions was closed/);
    expect(mail?.source).not.toMatch(/^Bcc:/m);
    expect(mail?.to).toEqual(['bruni@posta.example']);
    expect(mail?.source).toContain('text/html');
    const { html } = writeMail(
      { kind: 'session_reuse', name: '<script>', facts: { ip: '"><img>', at: '' }, link: null },
      'it',
    );
    expect(html).not.toMatch(/<script>|<img/);
  });
});
