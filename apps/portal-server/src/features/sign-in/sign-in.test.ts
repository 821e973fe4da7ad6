import { PORTAL_API } from '@varco/contract/portal-api.ts';
import { authParams, login, SessionResponse } from '@varco/contract/portal/auth.ts';
import { assertAllImplemented } from '@varco/server-kit/http/assert-implemented.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatError, PASSWORD, createPerson, createPlant, seedPeople, tryLogin } from '../../testing/test-people.ts';
import { createTestPortal, buildProof, START_TIME, TEST_KDF, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
const cesena = createPlant('Cesena');
const before = new Date(Date.parse(START_TIME) - 1000).toISOString();

beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(
    portal,
    [
      createPerson('bruni', { email: 'a.bruni@carabinieri.it', peers: [cesena.uuid] }),
      createPerson('spento', { isActive: false }),
      createPerson('ignoto', { emailVerified: false }),
      createPerson('nuovo', { emailVerified: false, isFirstAccess: true }),
      createPerson('scaduto', { expiresAt: before }),
      createPerson('vecchio', { passwordExpiresAt: before }),
    ],
    [cesena],
  );
});
afterAll(() => portal.close());

describe('sign-in', () => {
  it('API-01 LOGIN-01 LOGIN-02 a right proof gives token, expires and the user with their plants', async () => {
    const answer = await tryLogin(portal, 'bruni');
    expect(answer.status).toBe(200);
    const body = SessionResponse.parse(answer.body);
    expect(body.expires).toBe(Date.parse(START_TIME) / 1000 + 900);
    expect(body.user).toMatchObject({
      username: 'bruni',
      first_access: false,
      is_force: true,
      is_staff: false,
      frontend_url: '',
    });
    expect(body.user.peer_list.map((peer) => peer.label)).toEqual(['Cesena']);
    expect(body.user.peer_creds?.rev).toBe(1);
    expect(Buffer.from(body.share, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(answer.body)).not.toContain('hash');
  });

  it('LOGIN-01 the cookies have the prefix and every attribute', async () => {
    const plain = String((await tryLogin(portal, 'bruni')).headers['set-cookie']);
    expect(plain).toMatch(/__Host-varco_rt=[A-Za-z0-9_-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict(,|$)/);
    expect(plain).toMatch(/__Host-varco_dev=v1\.[^;]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=15552000/);
    const stored = String((await tryLogin(portal, 'bruni', { remember: true })).headers['set-cookie']);
    expect(stored).toContain('SameSite=Strict; Max-Age=604800');
  });

  it('ACCT-02 the e-mail signs in too, whatever the case', async () => {
    expect((await tryLogin(portal, 'A.Bruni@Carabinieri.it')).status).toBe(200);
    expect((await tryLogin(portal, 'BRUNI')).status).toBe(200);
  });

  it('LOGIN-09 wrong user, wrong password, disabled user, password instead of proof: one answer, one slow hash each', async () => {
    const answers = [];
    for (const attempt of [
      () => tryLogin(portal, 'nessuno'),
      () => tryLogin(portal, 'bruni', { password: 'sbagliata' }),
      () => tryLogin(portal, 'spento'),
      () => tryLogin(portal, 'bruni', { proof: PASSWORD }),
    ]) {
      const runs = portal.hashRuns();
      const { status, body, headers } = await attempt();
      expect(portal.hashRuns() - runs).toBe(1);
      expect(headers['set-cookie']).toBeUndefined();
      answers.push({
        status,
        body: { ...Object(body), error: { ...Object(Reflect.get(Object(body), 'error')), request_id: '' } },
      });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, body: { error: { code: 'bad_credentials' } } });
  });

  it('LOGIN-07 LOGIN-05 LOGIN-06 what keeps out is told only to somebody with the right password', async () => {
    const outcomes = async (name: string) => {
      const right = await tryLogin(portal, name);
      const wrong = await tryLogin(portal, name, { password: 'sbagliata' });
      return [right.status, formatError(right), formatError(wrong)];
    };
    expect(await outcomes('ignoto')).toEqual([403, 'email_not_verified', 'bad_credentials']);
    expect(await outcomes('scaduto')).toEqual([401, 'user_expired', 'bad_credentials']);
    expect(await outcomes('vecchio')).toEqual([401, 'expired_password', 'bad_credentials']);
    expect((await tryLogin(portal, 'nuovo')).status).toBe(200);
  });

  it('leaves an entry for each sign-in, failed ones too, and refuses to go on without', async () => {
    const from = portal.audit.records.length;
    await tryLogin(portal, 'bruni');
    await tryLogin(portal, 'bruni', { password: 'sbagliata' });
    const [ok, denied] = portal.audit.records.slice(from);
    expect(ok).toMatchObject({ action: 'session.login', outcome: 'ok', actor: { name: 'bruni' } });
    expect(denied).toMatchObject({ action: 'session.login', outcome: 'denied', detail: { code: 'bad_credentials' } });
    const other = await createTestPortal();
    await seedPeople(other, [createPerson('bruni')]);
    other.audit.refuseWrites();
    const answer = await tryLogin(other, 'bruni');
    expect([answer.status, formatError(answer), answer.headers['set-cookie']]).toEqual([
      503,
      'unavailable/audit_unavailable',
      undefined,
    ]);
    await other.close();
  });

  it('ERR-01 hostile bodies: extra fields, wrong types, depth, size, other content types', async () => {
    const post = (body: unknown) =>
      injectRaw(portal.app, login, { body }, { headers: { 'x-forwarded-for': '203.0.113.8' } });
    const good = { username: 'bruni', password: buildProof(PASSWORD) };
    expect(formatError(await post({ ...good, admin: true }))).toBe('bad_request/unknown_field');
    expect(formatError(await post({ ...good, username: { $ne: '' } }))).toBe('bad_request/invalid_field');
    expect(formatError(await post({ ...good, username: 'a\u0000b' }))).toMatch(/^bad_/);
    expect(formatError(await post({ a: { b: { c: { d: 1 } } } }))).toBe('bad_request/malformed_json');
    expect((await post({ ...good, username: 'x'.repeat(5000) })).status).toBe(413);
    const raw = (payload: string, type: string) =>
      portal.app.inject({ method: 'POST', url: '/api/v1/login', headers: { 'content-type': type }, payload });
    expect((await raw('username=bruni', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await raw(JSON.stringify(good), 'text/plain')).statusCode).toBe(415);
    expect((await raw('{"username":"a","username":"b"}', 'application/json')).statusCode).toBe(400);
    expect((await raw('{"__proto__":{"a":1}}', 'application/json')).statusCode).toBe(400);
  });

  it('LOGIN-04 a trusted proxy that does not say for whom it calls is a wrong configuration: 418, and nothing is tried', async () => {
    const before = portal.hashRuns();
    const call = (headers: Readonly<Record<string, string>>, remoteAddress: string) =>
      portal.app.inject({
        method: 'POST',
        url: login.path,
        remoteAddress,
        headers,
        payload: { username: 'bruni', password: buildProof(PASSWORD) },
      });
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1']) {
      const answer = await call({}, address);
      expect([answer.statusCode, answer.json().error.code]).toEqual([418, 'not_configured']);
    }
    expect(portal.hashRuns()).toBe(before);
    expect((await call({}, '203.0.113.9')).statusCode).toBe(200);
    expect((await call({ 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1')).statusCode).toBe(200);
  });

  it('LOGIN-09 parameters: same shape for known and unknown, stable, no slow hash', async () => {
    const ask = async (username: string) => (await injectRaw(portal.app, authParams, { body: { username } })).body;
    const runs = portal.hashRuns();
    expect(await ask('bruni')).toEqual({ kdf: TEST_KDF });
    const unknown = authParams.response.parse(await ask('nessuno'));
    expect(unknown.kdf).toEqual({ ...TEST_KDF, salt: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/) });
    expect(await ask('NESSUNO')).toEqual(unknown);
    expect(authParams.response.parse(await ask('altro')).kdf.salt).not.toBe(unknown.kdf.salt);
    expect(portal.hashRuns()).toBe(runs);
  });

  it('implements the whole contract, once', () => {
    expect(() => assertAllImplemented(portal.app, PORTAL_API)).not.toThrow();
  });
});
