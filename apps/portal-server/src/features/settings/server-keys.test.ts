import * as api from '@varco/contract/portal/server-keys.ts';
import { readPortalSettings } from '@varco/contract/portal/settings.ts';
import { injectRaw, type InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, seedPeople, signInAs } from '../../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
let token = '';
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [createPerson('capo', { isAdmin: true }), createPerson('bruni')], []);
  token = (await signInAs(portal, 'capo')).token;
});
afterAll(() => portal.close());

const read = async () => {
  const answer = await injectRaw(portal.app, api.listPortalServerKeys, {}, { token });
  return api.listPortalServerKeys.response.parse(answer.body).keys;
};
const add = (name: 'server' | 'log' | 'witness', who = token) =>
  injectRaw(portal.app, api.addPortalServerKey, { body: { name } }, { token: who });
const retire = (name: 'server' | 'log' | 'witness', kid: string, who = token) =>
  injectRaw(portal.app, api.retirePortalServerKey, { body: { name, kid } }, { token: who });
const faultOf = ({ status, body }: InjectResponse): string => {
  const { error } = body as { error?: { code: string; sub_code?: string } };
  return error === undefined ? String(status) : `${error.code}/${error.sub_code ?? ''}`;
};
const isSignedIn = async (who: string) =>
  (await injectRaw(portal.app, readPortalSettings, {}, { token: who })).status === 200;

test('the keys of the portal are seen and replaced by its administrators only', async () => {
  const stranger = (await signInAs(portal, 'bruni')).token;
  const [key] = await read();
  expect(faultOf(await injectRaw(portal.app, api.listPortalServerKeys, {}, { token: stranger }))).toMatch(/^no_perms/);
  expect(faultOf(await add('server', stranger))).toMatch(/^no_perms/);
  expect(faultOf(await retire('server', key?.kid ?? '', stranger))).toMatch(/^no_perms/);
  expect((await read()).map(({ name, state }) => `${name} ${state}`)).toEqual([
    'server signs',
    'log signs',
    'witness signs',
  ]);
});

test('a key of the portal is replaced without a restart: tokens of before hold until it is retired', async () => {
  const [first] = await read();
  expect(faultOf(await retire('server', first?.kid ?? ''))).toBe('conflict/only_key');
  expect(faultOf(await add('server'))).toBe('200');
  expect(faultOf(await add('server'))).toBe('conflict/key_change_open');
  expect((await read())[1]).toMatchObject({ kid: first?.kid, state: 'verifies', retirement: { waits: true } });
  expect(faultOf(await retire('server', first?.kid ?? ''))).toBe('conflict/key_not_in_use');
  await portal.deps.pool.query(`update signing_key set created_at = created_at - interval '61 seconds'`);
  await portal.deps.keys.refresh();
  const later = (await signInAs(portal, 'capo')).token;
  expect(faultOf(await retire('server', first?.kid ?? ''))).toBe('200');
  expect([await isSignedIn(token), await isSignedIn(later)]).toEqual([false, true]);
  token = later;
  const [second, retired] = await read();
  expect([second, retired]).toMatchObject([
    { state: 'signs', created_by: 'capo', in_use: true },
    { kid: first?.kid, state: 'retired', retired_by: 'capo' },
  ]);
  const entries = portal.audit.records.filter(
    ({ action, outcome }) => action.startsWith('server-key.') && outcome === 'ok',
  );
  expect(entries).toMatchObject([
    { action: 'server-key.add', detail: { key: 'server', fingerprint: second?.fingerprint } },
    { action: 'server-key.retire', detail: { key: 'server', fingerprint: first?.fingerprint } },
  ]);
});
