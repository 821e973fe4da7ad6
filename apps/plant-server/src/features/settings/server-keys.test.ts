import { createServer } from 'node:http';
import { readSettings } from '@varco/contract/plant/settings.ts';
import * as api from '@varco/contract/plant/server-keys.ts';
import type { ServerKeyInfo } from '@varco/contract/server-keys.ts';
import { signToken, verifyToken } from '@varco/server-kit/auth/token.ts';
import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { openKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import type { InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PLANT_KEYS } from '../../auth/plant-keys.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { sendHeartbeat } from '../heartbeat/heartbeat.ts';

const ADMIN = 'amministratore';
/** What the portal answers to a heartbeat. */
let reply: object = {};
const portal = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
});
let portalUrl = '';
let plant: TestPlant;
beforeAll(async () => {
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const address = portal.address();
  portalUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  plant = await startTestPlant({}, { renewsTokens: true });
});
beforeEach(async () => {
  reply = {};
  await plant.pool.query('delete from portal_answer');
  await plant.pool.query(`update plant_settings set portal_url = ''`);
  await plant.pool.query(`delete from plant_key`);
  await plant.pool.query(`delete from tlog_key`);
  await plant.deps.keys.refresh();
  await plant.deps.tlog.refreshKeys();
  signInAgain();
  plant.audit.records.length = 0;
});
afterAll(async () => {
  await plant.close();
  portal.close();
});

/** The tokens of a retired key are worth nothing: the next call signs in anew. */
const signInAgain = (): void => {
  plant.clock.now = new Date(Date.parse(plant.clock.now) + 1_000).toISOString();
};
const keysIn = ({ body }: { body: unknown }) => api.listServerKeys.response.parse(body).keys;
const read = async (name: ServerKeyInfo['name'] = 'server') =>
  keysIn(await plant.call(api.listServerKeys, {}, ADMIN)).filter((key) => key.name === name);
const add = (name: string, user = ADMIN) => plant.callRaw(api.addServerKey, { body: { name } }, user);
async function retire(name: string, kid: string, user = ADMIN) {
  const answer = await plant.callRaw(api.retireServerKey, { body: { name, kid } }, user);
  if (answer.status === 200) signInAgain();
  return answer;
}
const faultOf = ({ status, body }: InjectResponse): string => {
  const { error } = body as { error?: { code: string; sub_code?: string } };
  return error === undefined ? String(status) : `${error.code}/${error.sub_code ?? ''}`;
};
/** Lets the minute pass in which the processes of a plant read a new key. */
const settle = (table = 'plant_key') =>
  plant.pool.query(`update ${table} set created_at = created_at - interval '61 seconds' where retired_at is null`);

test('a key is added and signs; the former one is accepted, and retired once the new one is in use', async () => {
  const [first] = await read();
  expect(first).toMatchObject({ state: 'signs', created_by: null, in_use: true, retirement: null });
  const token = await plant.token(ADMIN);
  expect(faultOf(await add('server'))).toBe('200');
  const [second, former] = await read();
  expect(second).toMatchObject({ state: 'signs', created_by: ADMIN, in_use: false, retirement: null });
  expect(former).toMatchObject({ kid: first?.kid, state: 'verifies', retirement: { waits: true, unaware: [] } });
  expect(plant.deps.keys.current.kid).toBe(second?.kid);
  expect(faultOf(await retire('server', first?.kid ?? ''))).toBe('conflict/key_not_in_use');
  expect(
    (await plant.app.inject({ url: readSettings.path, headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(200);
  await settle();
  expect(faultOf(await retire('server', first?.kid ?? ''))).toBe('200');
  expect((await read()).map(({ state, retired_by: by }) => [state, by])).toEqual([
    ['signs', null],
    ['retired', ADMIN],
  ]);
  // Without a restart: the sign-in of before is worth nothing more.
  expect(
    (await plant.app.inject({ url: readSettings.path, headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(401);
  expect(plant.audit.records.filter(({ action }) => action.startsWith('server-key.'))).toMatchObject([
    {
      action: 'server-key.add',
      outcome: 'ok',
      actor: { name: ADMIN },
      detail: { key: 'server', kid: second?.kid, fingerprint: second?.fingerprint },
    },
    { action: 'server-key.retire', outcome: 'error' },
    {
      action: 'server-key.retire',
      outcome: 'ok',
      actor: { name: ADMIN },
      detail: { key: 'server', kid: first?.kid, fingerprint: first?.fingerprint },
    },
  ]);
});

test('a second process accepts what the first signs, before and after it has read the new key', async () => {
  const other = await openKeyRing(plant.deps.pool, plant.deps.key, PLANT_KEYS);
  const rules = plant.deps.tokens;
  const sign = () => signToken(rules, { sub: 'u', sid: 's', ver: 1, amr: ['pwd'], lifeS: 600, now: plant.deps.now() });
  const verifyThere = (token: string) => verifyToken({ ...rules, keys: other }, token, plant.deps.now());
  await settle();
  expect(faultOf(await add('server'))).toBe('200');
  expect((await verifyThere(sign())).sub).toBe('u');
  const before = sign();
  await other.refresh();
  await settle();
  await plant.deps.keys.refresh();
  const after = sign();
  expect(after.split('.')[0]).not.toBe(before.split('.')[0]);
  expect((await verifyThere(after)).sub).toBe('u');
  expect((await verifyThere(before)).sub).toBe('u');
  await retire('server', plant.deps.keys.previous?.kid ?? '');
  await other.refresh();
  await expect(verifyThere(before)).rejects.toMatchObject({ sub: 'jwt_invalid' });
});

test('the key of the plant is not retired before each portal says that it knows the new one', async () => {
  await plant.pool.query('update plant_settings set portal_url = $1', [portalUrl]);
  const [first] = await read();
  const known = (): string => toPublicJwk(plant.deps.keys.current.publicKey).x;
  reply = { known_key: known() };
  await sendHeartbeat(plant.deps);
  await add('server');
  await settle();
  const unaware = async () => (await read())[1]?.retirement?.unaware;
  expect(await unaware()).toEqual([{ origin: portalUrl, why: 'other-key' }]);
  expect(faultOf(await retire('server', first?.kid ?? ''))).toBe('conflict/key_not_known');
  // A portal of an earlier version, and one that answers nonsense.
  for (const answer of [{}, { known_key: 7 }, { known_key: `${known()}=` }]) {
    reply = answer;
    await sendHeartbeat(plant.deps);
    expect(await unaware()).toEqual([{ origin: portalUrl, why: 'unsaid' }]);
  }
  await plant.pool.query('delete from portal_answer');
  expect(await unaware()).toEqual([{ origin: portalUrl, why: 'silent' }]);
  reply = { known_key: known() };
  await sendHeartbeat(plant.deps);
  expect(await unaware()).toEqual([]);
  expect(faultOf(await retire('server', first?.kid ?? ''))).toBe('200');
});

test('a key of the log is not retired before each portal took a heartbeat that announces the new one', async () => {
  await plant.pool.query('update plant_settings set portal_url = $1', [portalUrl]);
  const [first] = await read('log');
  await sendHeartbeat(plant.deps);
  await add('log');
  expect(faultOf(await retire('log', first?.kid ?? ''))).toBe('conflict/key_not_in_use');
  await settle('tlog_key');
  await plant.pool.query(`update portal_answer set taken_at = taken_at - interval '2 minutes'`);
  expect((await read('log'))[1]?.retirement).toEqual({ waits: false, unaware: [{ origin: portalUrl, why: 'silent' }] });
  expect(faultOf(await retire('log', first?.kid ?? ''))).toBe('conflict/key_not_known');
  await sendHeartbeat(plant.deps);
  expect(faultOf(await retire('log', first?.kid ?? ''))).toBe('200');
  // The witness and the plant itself have keys of their own.
  expect([(await read('witness')).length, (await read()).length]).toEqual([1, 1]);
});

test('whoever is not administrator of this plant sees and changes nothing', async () => {
  const [key] = await read();
  for (const user of ['operatore', 'comune']) {
    expect(faultOf(await plant.call(api.listServerKeys, {}, user))).toMatch(/^no_perms/);
    expect(faultOf(await add('server', user))).toMatch(/^no_perms/);
    expect(faultOf(await retire('server', key?.kid ?? '', user))).toMatch(/^no_perms/);
  }
  // An administrator of another plant has a token that another key signed, for another plant.
  const { tokens } = plant.deps;
  const foreign = signToken(
    { ...tokens, issuer: 'varco-plant:other', audience: 'varco-plant:other' },
    { sub: 'u', sid: 's', ver: 1, amr: ['pwd'], lifeS: 600, now: plant.deps.now() },
  );
  const headers = { authorization: `Bearer ${foreign}`, 'content-type': 'application/json' };
  const answer = await plant.app.inject({
    method: 'POST',
    url: api.addServerKey.path,
    headers,
    payload: { name: 'server' },
  });
  expect(answer.statusCode).toBe(401);
  expect(await read()).toHaveLength(1);
});

test('the only key, one of another name, an unknown one and one retired before are not retired', async () => {
  const [only] = await read();
  const [log] = await read('log');
  expect(faultOf(await retire('server', only?.kid ?? ''))).toBe('conflict/only_key');
  await add('server');
  await settle();
  const [newest, former] = await read();
  expect(faultOf(await retire('server', newest?.kid ?? ''))).toMatch(/^not_found/);
  expect(faultOf(await retire('server', log?.kid ?? ''))).toMatch(/^not_found/);
  expect(faultOf(await retire('server', 'A'.repeat(43)))).toMatch(/^not_found/);
  expect(faultOf(await retire('server', "' or true --"))).toMatch(/^bad_request/);
  expect(faultOf(await retire('vault', former?.kid ?? ''))).toMatch(/^bad_request/);
  expect(faultOf(await add('vault'))).toMatch(/^bad_request/);
  expect(faultOf(await retire('server', former?.kid ?? ''))).toBe('200');
  expect(faultOf(await retire('server', former?.kid ?? ''))).toBe('conflict/only_key');
});

test('of several who add or retire at once one does it', async () => {
  const added = await Promise.all([add('server'), add('server'), add('server')]);
  expect(added.map(faultOf).toSorted()).toEqual(['200', 'conflict/key_change_open', 'conflict/key_change_open']);
  await settle();
  const kid = (await read())[1]?.kid ?? '';
  const retired = await Promise.all([retire('server', kid), retire('server', kid)]);
  expect(retired.map(faultOf).toSorted()).toEqual(['200', 'conflict/only_key']);
});

test('no answer has a private half', async () => {
  const answer = await add('witness');
  const text = JSON.stringify(answer.body);
  expect(text).not.toMatch(/private|sealed|BEGIN|"d"/);
  const { rows } = await plant.pool.query<{ private_sealed: Buffer }>('select private_sealed from tlog_key');
  for (const { private_sealed: sealed } of rows) expect(text).not.toContain(sealed.toString('base64url').slice(0, 40));
});
