import { listSessions, revokeOwnSession } from '@varco/contract/portal/sessions.ts';
import { getUser } from '@varco/contract/portal/user.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BrowserSession,
  formatError,
  createPerson,
  PASSWORD,
  seedPeople,
  signInAs,
} from '../../testing/test-people.ts';
import { buildProof, createTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { parseDeviceName } from './device-name.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [createPerson('bruni'), createPerson('verdi'), createPerson('capo', { isAdmin: true })]);
});
afterAll(() => portal.close());

const list = (browser: BrowserSession, id = browser.userId) =>
  injectRaw(portal.app, listSessions, { params: { id } }, { token: browser.token });
const revoke = (browser: BrowserSession, session: string, id = browser.userId, password = PASSWORD) =>
  injectRaw(
    portal.app,
    revokeOwnSession,
    { params: { id, session }, body: { password: buildProof(password) } },
    { token: browser.token },
  );
const idsOf = (body: unknown): string[] => listSessions.response.parse(body).sessions.map(({ id }) => id);

it('SESS-12 own open sessions with device and place, the asking one marked; each can be ended at once', async () => {
  const first = await signInAs(portal, 'bruni', { ip: '10.1.2.3', remember: true });
  const second = await signInAs(portal, 'bruni');
  const { sessions } = listSessions.response.parse((await list(second)).body);
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ id }) => id === first.sessionId)).toMatchObject({
    ip: '10.1.2.3',
    remembered: true,
    current: false,
  });
  expect(sessions.find(({ current }) => current)?.id).toBe(second.sessionId);
  expect((await revoke(second, first.sessionId)).status).toBe(204);
  expect((await injectRaw(portal.app, getUser, { params: { id: first.userId } }, { token: first.token })).status).toBe(
    401,
  );
  expect(idsOf((await list(second)).body)).toEqual([second.sessionId]);
  expect(formatError(await revoke(second, first.sessionId))).toBe('not_found');
  expect(portal.audit.records.find(({ action }) => action === 'session.revoke')).toMatchObject({ outcome: 'ok' });
});

it('SESS-12 ending a session wants the password: without it, or with guesses at it, every session stays', async () => {
  const stolen = await signInAs(portal, 'verdi');
  const own = await signInAs(portal, 'verdi');
  const params = { id: stolen.userId, session: own.sessionId };
  for (const body of [undefined, {}]) {
    const answer = await injectRaw(portal.app, revokeOwnSession, { params, body }, { token: stolen.token });
    expect(answer.status).toBe(400);
  }
  for (let i = 0; i < 5; i += 1)
    expect(formatError(await revoke(stolen, own.sessionId, stolen.userId, 'sbagliata'))).toBe('bad_credentials');
  // Guessing with a stolen token is slowed down like guessing at the sign-in.
  expect(formatError(await revoke(stolen, own.sessionId))).toBe('rate_limit_exceeded');
  expect(idsOf((await list(own)).body)).toContain(own.sessionId);
  portal.clock.advance(40_000);
  expect((await revoke(stolen, own.sessionId)).status).toBe(204);
});

it('API-08 nobody sees or ends another’s sessions, not even an administrator', async () => {
  const bruni = await signInAs(portal, 'bruni');
  for (const name of ['verdi', 'capo']) {
    const other = await signInAs(portal, name);
    expect(formatError(await list(other, bruni.userId))).toBe('no_perms');
    expect(formatError(await revoke(other, bruni.sessionId, bruni.userId))).toBe('no_perms');
    // Another's session under one's own id is nobody's.
    expect(formatError(await revoke(other, bruni.sessionId))).toBe('not_found');
  }
  expect((await list(bruni)).status).toBe(200);
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge', 'Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari', 'iOS'],
  ['<script>alert(1)</script>', '', ''],
])('a device is named from what it says, by known words only: %s', (agent, browser, system) =>
  expect(parseDeviceName(agent)).toEqual({ browser, system }),
);
