import { randomUUID } from 'node:crypto';
import { AuditPage } from '@varco/contract/audit-log.ts';
import type { CallInput, Endpoint } from '@varco/contract/endpoint.ts';
import { exportPortalAudit, searchPortalAudit } from '@varco/contract/portal/audit.ts';
import { getUser, PortalUser, updateUser } from '@varco/contract/portal/user.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, formatError, seedPeople, signInAs, tryLogin } from '../../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
const tokens = new Map<string, string>();
const ids = new Map<string, number>();
beforeAll(async () => {
  const identity = { host: 'portal.example', log: randomUUID() };
  portal = await createTestPortal({}, (pool) => openAuditWriter({ pool, identity }));
  await seedPeople(portal, [
    createPerson('capo', { isAdmin: true }),
    createPerson('agente'),
    createPerson('garante', { readsAudit: true }),
    createPerson('cambia', { readsAudit: true, mustChange: true }),
  ]);
  for (const name of ['capo', 'agente', 'garante', 'cambia']) {
    const { token, userId } = await signInAs(portal, name);
    tokens.set(name, token);
    ids.set(name, userId);
  }
});
afterAll(() => portal.close());

const call = (who: string, endpoint: Endpoint, input: unknown) => {
  const token = tokens.get(who);
  return injectRaw(portal.app, endpoint, input, token === undefined ? {} : { token });
};
const read = async (body: CallInput<typeof searchPortalAudit>['body'], who = 'garante'): Promise<AuditPage> => {
  const answer = await call(who, searchPortalAudit, { body });
  expect(answer.status).toBe(200);
  return AuditPage.parse(answer.body);
};

test('who may audit the portal reads sign-ins and refusals; an administrator without the right does not', async () => {
  await tryLogin(portal, 'agente', { password: 'sbagliata 77', ip: '10.99.1.2' });
  expect((await read({ user: 'agente', ip: '10.99.1.2' })).entries).toMatchObject([
    { action: 'session.login', outcome: 'denied', from: { ip: '10.99.1.2' } },
  ]);
  expect((await read({ user: 'agente', action: 'session.login' })).entries.map(({ outcome }) => outcome)).toContain(
    'ok',
  );
});

test.each([
  ['capo', 403, 'no_perms'],
  ['agente', 403, 'no_perms'],
  ['cambia', 403, 'pass_change_required'],
  ['nessuno', 401, 'invalid_token/jwt_missing'],
])('%s is refused with %i %s', async (who, status, code) => {
  for (const [endpoint, body] of [
    [searchPortalAudit, {}],
    [exportPortalAudit, { format: 'jsonl' }],
  ] as const) {
    const answer = await call(who, endpoint, { body });
    expect([answer.status, formatError(answer)]).toEqual([status, code]);
  }
});

test('an administrator gives and takes the right, which is an entry; nobody gives it to themselves', async () => {
  const give = (who: string, to: string, value: boolean) =>
    call(who, updateUser, { params: { id: ids.get(to) }, body: { audit_read: value } });
  expect(formatError(await give('capo', 'capo', true))).toBe('bad_request/unknown_field');
  expect(formatError(await give('garante', 'agente', true))).toBe('no_perms');
  expect((await give('capo', 'agente', true)).status).toBe(200);
  const own = await call('agente', getUser, { params: { id: ids.get('agente') } });
  expect(PortalUser.parse(own.body)).toMatchObject({ audit_read: true, admin: false });
  expect((await read({ limit: 1 }, 'agente')).entries).toHaveLength(1);
  expect((await give('capo', 'agente', false)).status).toBe(200);
  expect((await call('agente', searchPortalAudit, { body: {} })).status).toBe(403);
  const { entries } = await read({ action: 'user.update', user: 'capo', limit: 2 });
  expect(entries.map(({ detail }) => detail)).toMatchObject([{ audit_read: false }, { audit_read: true }]);
});

test('reading and exporting are entries, one each, with their numbers', async () => {
  const { entries } = await read({ user: 'capo', limit: 3 });
  const file = await call('garante', exportPortalAudit, { body: { user: 'capo', format: 'csv' } });
  expect(file.headers['content-type']).toContain('text/csv');
  const lines = file.bytes.toString('utf8').trimEnd().split('\r\n').length - 1;
  const [exported, reading] = (await read({ user: 'garante', limit: 2 })).entries;
  expect(exported).toMatchObject({ action: 'audit.export', count: lines, bytes: file.bytes.length });
  expect(reading).toMatchObject({ action: 'audit.read', count: entries.length, detail: { own: false, user: 'capo' } });
});
