import { login, logout, refresh, SessionResponse } from '@varco/contract/portal/auth.ts';
import { getUser } from '@varco/contract/portal/user.ts';
import { type InjectResponse, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSession, formatError, createPerson, seedPeople, signInAs } from '../../testing/test-people.ts';
import { createTestPortal, PORTAL_ORIGIN, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [createPerson('bruni'), createPerson('verdi')]);
});
afterAll(() => portal.close());

const OWN = { origin: PORTAL_ORIGIN, 'x-client-version': '0.9.375' };
let host = 0;
const callRefresh = (cookie: string, headers: Record<string, string> = OWN): Promise<InjectResponse> => {
  host += 1;
  return injectRaw(
    portal.app,
    refresh,
    {},
    { headers: { cookie, ...headers, 'x-forwarded-for': `10.9.${host >> 8}.${host & 255}` } },
  );
};
const callLogout = (cookie: string, headers: Record<string, string> = OWN) =>
  injectRaw(
    portal.app,
    logout,
    {},
    { headers: { cookie, ...headers, 'x-forwarded-for': `10.8.0.${(host += 1) & 255}` } },
  );
const newToken = (answer: InjectResponse): string =>
  answer.cookies.find((cookie) => cookie.name === '__Host-varco_rt')?.value ?? '';
const withToken = (browser: BrowserSession, token: string): string =>
  `__Host-varco_rt=${token}; ${browser.deviceCookie}`;
const readSelf = (browser: BrowserSession, token = browser.token) =>
  injectRaw(portal.app, getUser, { params: { id: browser.userId } }, { token });

describe('refresh', () => {
  it('API-02 SESS-07 gives a new token of the same session, the same share, and rotates the cookie', async () => {
    const browser = await signInAs(portal, 'bruni');
    portal.clock.advance(60_000);
    const answer = await callRefresh(browser.cookie);
    expect(answer.status).toBe(200);
    const body = SessionResponse.parse(answer.body);
    expect(body).toMatchObject({ session_id: browser.sessionId, share: browser.share });
    expect(body.token).not.toBe(browser.token);
    expect(newToken(answer)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(newToken(answer)).not.toBe(browser.refreshToken);
    expect((await readSelf(browser, body.token)).status).toBe(200);
  });

  it('SESS-07 a lost answer: the last token again within 10 s gets the same successor', async () => {
    const browser = await signInAs(portal, 'bruni');
    const first = newToken(await callRefresh(browser.cookie));
    portal.clock.advance(10_000);
    const second = await callRefresh(browser.cookie);
    expect([second.status, newToken(second)]).toEqual([200, first]);
    expect((await callRefresh(withToken(browser, first))).status).toBe(200);
  });

  it('SESS-08 the last token again after 10 s ends the whole family and leaves an entry', async () => {
    const browser = await signInAs(portal, 'bruni');
    const successor = newToken(await callRefresh(browser.cookie));
    portal.clock.advance(10_001);
    const reused = await callRefresh(browser.cookie);
    expect([reused.status, formatError(reused), newToken(reused)]).toEqual([401, 'invalid_token/session_revoked', '']);
    expect((await callRefresh(withToken(browser, successor))).status).toBe(401);
    expect(formatError(await readSelf(browser))).toBe('invalid_token/session_revoked');
    expect(portal.audit.records.find((record) => record.action === 'session.reuse')).toMatchObject({
      outcome: 'denied',
      actor: { name: 'bruni', session: browser.sessionId },
    });
  });

  it('SESS-08 an older token ends the family even at once', async () => {
    const browser = await signInAs(portal, 'bruni');
    const second = newToken(await callRefresh(browser.cookie));
    const third = newToken(await callRefresh(withToken(browser, second)));
    expect((await callRefresh(browser.cookie)).status).toBe(401);
    expect((await callRefresh(withToken(browser, third))).status).toBe(401);
  });

  it('SESS-05 twenty parallel refreshes all get the same successor', async () => {
    const browser = await signInAs(portal, 'bruni');
    const answers = await Promise.all(Array.from({ length: 20 }, () => callRefresh(browser.cookie)));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(newToken)).size).toBe(1);
  });

  it('SESS-08 a token on another device, or without its device, ends the family', async () => {
    for (const device of ['', (await signInAs(portal, 'verdi')).deviceCookie]) {
      const browser = await signInAs(portal, 'bruni');
      expect((await callRefresh(`__Host-varco_rt=${browser.refreshToken}; ${device}`)).status).toBe(401);
      expect((await callRefresh(browser.cookie)).status).toBe(401);
    }
  });

  it('a sign-in never adopts tokens it was sent (fixation), and unknown or double cookies are refused', async () => {
    const planted = 'A'.repeat(43);
    const browser = await signInAs(portal, 'bruni', { cookie: `__Host-varco_rt=${planted}` });
    expect(browser.refreshToken).not.toBe(planted);
    expect((await callRefresh(withToken(browser, planted))).status).toBe(401);
    expect((await callRefresh(`__Host-varco_rt=${planted}; ${browser.cookie}`)).status).toBe(401);
    expect((await callRefresh('')).status).toBe(401);
    expect((await callRefresh(browser.cookie)).status).toBe(200);
  });

  it('SESS-02 idle for 12 hours ends a plain session, 7 days a remembered one', async () => {
    const plain = await signInAs(portal, 'bruni');
    const stored = await signInAs(portal, 'bruni', { remember: true });
    portal.clock.advance(12 * 3_600_000 + 1);
    expect((await callRefresh(plain.cookie)).status).toBe(401);
    const again = await callRefresh(stored.cookie);
    expect(again.status).toBe(200);
    expect(String(again.headers['set-cookie'])).toContain('Max-Age=561599');
    portal.clock.advance(7 * 24 * 3_600_000);
    expect((await callRefresh(withToken(stored, newToken(again)))).status).toBe(401);
  });

  it.each([
    ['disabled', { is_active: false }, { is_active: true }],
    ['expired', { expires_at: '2026-11-20T11:59:59.000Z' }, { expires_at: null }],
  ])('an account that is %s refreshes no session; the token is not used up by trying', async (_title, ended, again) => {
    const browser = await signInAs(portal, 'verdi');
    const set = (change: { is_active?: boolean; expires_at?: string | null }) =>
      portal.deps.db.updateTable('portal_user').set(change).where('username', '=', 'verdi').execute();
    await set(ended);
    expect((await callRefresh(browser.cookie)).status).toBe(401);
    await set(again);
    expect((await callRefresh(browser.cookie)).status).toBe(200);
  });

  it('SESS-02 a plain session ends after 24 hours however busy it is', async () => {
    const browser = await signInAs(portal, 'bruni');
    let token = browser.refreshToken;
    for (const hours of [11, 11]) {
      portal.clock.advance(hours * 3_600_000);
      token = newToken(await callRefresh(withToken(browser, token)));
    }
    portal.clock.advance(2 * 3_600_000);
    expect((await callRefresh(withToken(browser, token))).status).toBe(401);
  });
});

describe('logout', () => {
  it('SESS-12 ends token, refresh and share on the server and clears the browser', async () => {
    const browser = await signInAs(portal, 'bruni');
    const answer = await callLogout(browser.cookie);
    expect(answer.status).toBe(204);
    expect(portal.audit.records.at(-1)).toMatchObject({
      action: 'session.logout',
      outcome: 'ok',
      actor: { name: 'bruni' },
    });
    expect(answer.headers['clear-site-data']).toBe('"cache", "cookies"');
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-varco_rt=; .*Max-Age=0/);
    expect(formatError(await readSelf(browser))).toBe('invalid_token/session_revoked');
    expect((await callRefresh(browser.cookie)).status).toBe(401);
    const row = await portal.deps.db
      .selectFrom('session')
      .where('id', '=', browser.sessionId)
      .select('share')
      .executeTakeFirstOrThrow();
    expect(row.share).toHaveLength(0);
  });

  it('without a session it is no error', async () => {
    expect((await callLogout('')).status).toBe(204);
  });
});

describe('requests forged by another site', () => {
  it.each([
    ['no origin (picture, link)', { 'x-client-version': '0.9.375' }],
    ['another origin', { ...OWN, origin: 'https://evil.example' }],
    ['origin null (sandboxed form)', { ...OWN, origin: 'null' }],
    ['sister name', { ...OWN, origin: 'https://portal.example.evil.example' }],
    ['http instead of https', { ...OWN, origin: 'http://portal.example' }],
    ['no client version (form)', { origin: PORTAL_ORIGIN }],
    ['odd client version', { ...OWN, 'x-client-version': '<x>' }],
  ])('refresh and logout refuse %s, and the session lives on', async (_title, headers) => {
    const browser = await signInAs(portal, 'verdi');
    for (const answer of [await callRefresh(browser.cookie, headers), await callLogout(browser.cookie, headers)])
      expect([answer.status, formatError(answer)]).toEqual([403, 'no_perms/origin_not_allowed']);
    expect((await readSelf(browser)).status).toBe(200);
    expect((await callRefresh(browser.cookie)).status).toBe(200);
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'a posted %s is refused',
    async (type) => {
      const browser = await signInAs(portal, 'verdi');
      for (const path of [refresh.path, logout.path, login.path]) {
        const answer = await portal.app.inject({
          method: 'POST',
          url: path,
          headers: { ...OWN, cookie: browser.cookie, 'content-type': type },
          payload: 'a=b',
        });
        expect(answer.statusCode).toBe(415);
      }
      expect((await readSelf(browser)).status).toBe(200);
    },
  );
});
