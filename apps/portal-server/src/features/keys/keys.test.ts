import * as api from '@varco/contract/portal/keys.ts';
import { injectRaw, type InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createPlant, seedPeople, signInAs } from '../../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { hashKeySecret } from './key-secret.ts';

const DAY_MS = 86_400_000;
/** An address that is not among those that may read metrics. */
const ELSEWHERE = '203.0.113.9';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(
    portal,
    [createPerson('capo', { isAdmin: true }), createPerson('agente'), createPerson('nuova')],
    [createPlant('Faenza'), createPlant('Cesena')],
  );
});
afterAll(() => portal.close());

const tokenOf = async (username: string): Promise<string> => (await signInAs(portal, username)).token;
const idsOf = async (...names: readonly string[]): Promise<number[]> =>
  (
    await portal.deps.db
      .selectFrom('portal_user')
      .where('username', 'in', [...names])
      .select('id')
      .orderBy('username')
      .execute()
  ).map(({ id }) => id);

/** Makes a key as an administrator does. */
async function make(name: string, users: readonly string[] = [], more: object = {}) {
  const body = { name, type: 'status', users: users.length === 0 ? [] : await idsOf(...users), ...more };
  const answer = await injectRaw(portal.app, api.createKey, { body }, { token: await tokenOf('capo') });
  expect(answer.status).toBe(200);
  return api.createKey.response.parse(answer.body);
}
const list = async (): Promise<readonly api.ManagedKey[]> => {
  const answer = await injectRaw(portal.app, api.listKeys, {}, { token: await tokenOf('capo') });
  return api.listKeys.response.parse(answer.body).keys;
};
async function keysOf(username: string) {
  const answer = await injectRaw(portal.app, api.listOwnKeys, {}, { token: await tokenOf(username) });
  expect(answer.status).toBe(200);
  return { ...api.listOwnKeys.response.parse(answer.body), text: answer.bytes.toString() };
}
const readStatus = (secret: string): Promise<InjectResponse> =>
  injectRaw(portal.app, api.portalStatus, {}, { token: secret });
const readMetrics = async (secret: string | null, ip = ELSEWHERE): Promise<number> => {
  const headers = { 'x-forwarded-for': ip, ...(secret === null ? {} : { authorization: `Bearer ${secret}` }) };
  return (await portal.app.inject({ method: 'GET', url: '/metrics', headers })).statusCode;
};
const change = async (key: string, body: object, user = 'capo') =>
  injectRaw(portal.app, api.updateKey, { params: { key }, body }, { token: await tokenOf(user) });

describe('keys of programs', () => {
  it('ADM-05 ADM-06 a key is made, shown once, bound to users, and listed with its six fields', async () => {
    const { key, secret } = await make('Cruscotto', ['agente', 'nuova'], { days: 30 });
    expect(secret).toMatch(/^vk_[\w-]{43}$/);
    expect(key).toMatchObject({ name: 'Cruscotto', type: 'status', key: secret.slice(0, 8), enabled: true });
    expect(Date.parse(key.expires) - Date.parse(key.created)).toBe(30 * DAY_MS);
    expect((await list())[0]).toMatchObject({
      created_by: 'capo',
      last_used: null,
      users: [{ username: 'agente' }, { username: 'nuova' }],
    });
    const rows = await portal.deps.db.selectFrom('portal_key').selectAll().where('id', '=', key.id).execute();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(8));
    expect(rows[0]?.secret_hash).toEqual(hashKeySecret(secret));
    expect(JSON.stringify(portal.audit.records)).not.toContain(secret.slice(8));
    expect(portal.audit.records.findLast(({ action }) => action === 'key.create')).toMatchObject({
      actor: { name: 'capo' },
      detail: { key: key.id, type: 'status', days: 30 },
    });
  });

  it('reads the state of the plants with it, without addresses and people, and notes the use once a minute', async () => {
    const { key, secret } = await make('Stato');
    const answer = await readStatus(secret);
    expect(answer.status).toBe(200);
    const { plants } = api.portalStatus.response.parse(answer.body);
    expect(plants.map(({ label }) => label)).toEqual(['Cesena', 'Faenza']);
    expect(plants[0]).toMatchObject({ reachable: false, last_seen: null, last_plate_date: null });
    expect(answer.bytes.toString()).not.toMatch(/https?:|plants\.example|agente/);
    const used = async () => (await list()).find(({ id }) => id === key.id)?.last_used;
    const first = await used();
    expect(first).toBe(portal.clock.now().toISOString());
    portal.clock.advance(59_000);
    await readStatus(secret);
    expect(await used()).toBe(first);
    portal.clock.advance(2_000);
    await readStatus(secret);
    expect(await used()).toBe(portal.clock.now().toISOString());
  });

  it('opens nothing but its own kind: no other call, and metrics only for monitoring', async () => {
    const status = (await make('Solo stato')).secret;
    const monitoring = (await make('Prometheus', [], { type: 'monitoring' })).secret;
    expect((await readStatus(monitoring)).status).toBe(403);
    for (const endpoint of [api.listKeys, api.listOwnKeys])
      expect((await injectRaw(portal.app, endpoint, {}, { token: status })).status).toBe(401);
    expect((await readStatus(await tokenOf('capo'))).status).toBe(401);
    expect(await readMetrics(monitoring)).toBe(200);
    expect(await readMetrics(status)).toBe(404);
    expect(await readMetrics(null)).toBe(404);
    expect(await readMetrics('vk_nonsense')).toBe(404);
    // An address of the list needs no key, as before.
    expect(await readMetrics(null, '127.0.0.1')).toBe(200);
  });

  it('ADM-05 switched off, expired or deleted it is refused at once; switched on again it works', async () => {
    const { key, secret } = await make('Ponte', ['agente'], { days: 2 });
    const users = await idsOf('agente');
    const off = await change(key.id, { name: 'Ponte nuovo', enabled: false, users });
    expect(off.body).toMatchObject({ name: 'Ponte nuovo', enabled: false });
    expect((await readStatus(secret)).status).toBe(401);
    await change(key.id, { name: 'Ponte nuovo', enabled: true, users: [] });
    expect((await readStatus(secret)).status).toBe(200);
    expect((await keysOf('agente')).keys.map(({ name }) => name)).not.toContain('Ponte nuovo');
    portal.clock.advance(2 * DAY_MS);
    expect((await readStatus(secret)).status).toBe(401);
    const { key: other, secret: gone } = await make('Da togliere');
    const token = await tokenOf('capo');
    const deleted = () => injectRaw(portal.app, api.deleteKey, { params: { key: other.id } }, { token });
    expect((await deleted()).status).toBe(204);
    expect((await deleted()).status).toBe(404);
    expect((await readStatus(gone)).status).toBe(401);
    expect(portal.audit.records.find(({ action }) => action === 'key.delete')).toMatchObject({
      detail: { key: other.id },
    });
  });
});

describe('who may manage keys', () => {
  it('ROUTE-39 administrators only; nothing changes for others and signed out', async () => {
    const before = await list();
    const body = { name: 'Mia', type: 'status', users: [] };
    const key = before[0]?.id ?? '';
    for (const token of [await tokenOf('agente'), undefined]) {
      const options = token === undefined ? {} : { token };
      const expected = token === undefined ? 401 : 403;
      expect((await injectRaw(portal.app, api.listKeys, {}, options)).status).toBe(expected);
      expect((await injectRaw(portal.app, api.createKey, { body }, options)).status).toBe(expected);
      expect((await injectRaw(portal.app, api.deleteKey, { params: { key } }, options)).status).toBe(expected);
    }
    expect((await change(key, { name: 'Mia', enabled: true, users: [] }, 'agente')).status).toBe(403);
    expect(await list()).toEqual(before);
  });

  it.each([
    ['no name', { name: ' ' }, 400],
    ['a name with a control character', { name: 'a\u0000b' }, 400],
    ['a name of a thousand letters', { name: 'x'.repeat(1_000) }, 400],
    ['an unknown type', { type: 'write' }, 400],
    ['no end', { days: 0 }, 400],
    ['more than a year', { days: 367 }, 400],
    ['a user who does not exist', { users: [2_147_483_647] }, 404],
    ['a user id beyond all bounds', { users: [1e300] }, 400],
    ['21 users', { users: Array.from({ length: 21 }, (_, id) => id + 1) }, 400],
    ['a hash of its own', { secret_hash: 'AAAA' }, 400],
  ])('%s is refused, and no key is made', async (_name, wrong, status) => {
    const before = (await list()).length;
    const body = { name: 'Prova', type: 'status', users: [], ...wrong };
    const answer = await injectRaw(portal.app, api.createKey, { body }, { token: await tokenOf('capo') });
    expect(answer.status).toBe(status);
    expect((await list()).length).toBe(before);
  });

  it('at most 200 keys, also when two are made at once', async () => {
    const { db } = portal.deps;
    const token = await tokenOf('capo');
    const now = portal.clock.now().toISOString();
    const missing = api.MAX_PORTAL_KEYS - 1 - (await list()).length;
    const rows = Array.from({ length: missing }, (_, at) => ({
      id: crypto.randomUUID(),
      name: `Chiave ${at}`,
      kind: 'status' as const,
      prefix: 'vk_00000',
      secret_hash: hashKeySecret(`${at}`),
      created_by: 'capo',
      created_at: now,
      updated_at: now,
      expires_at: now,
    }));
    await db.insertInto('portal_key').values(rows).execute();
    const body = { name: 'Ultima', type: 'status', users: [] };
    const both = await Promise.all([1, 2].map(() => injectRaw(portal.app, api.createKey, { body }, { token })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe("the caller's own keys", () => {
  it("API-17 PTAPI-11 the keys associated with the caller only, newest first, an administrator's too", async () => {
    await portal.deps.db.deleteFrom('portal_key').execute();
    await make('Cruscotto', ['agente']);
    portal.clock.advance(1_000);
    await make('Turni', ['agente', 'nuova']);
    portal.clock.advance(1_000);
    await make('Archivio', ['capo']);
    expect((await keysOf('agente')).keys.map(({ name }) => name)).toEqual(['Turni', 'Cruscotto']);
    expect((await keysOf('capo')).keys.map(({ name }) => name)).toEqual(['Archivio']);
    expect((await keysOf('nuova')).keys).toMatchObject([{ name: 'Turni', type: 'status', enabled: true }]);
  });

  it('API-17 what proves a key is never told, and of the vault only how its keys are sealed', async () => {
    const { secret } = await make('Ponte', ['agente']);
    const { vault, text } = await keysOf('agente');
    const stored = await portal.deps.db
      .selectFrom('vault')
      .innerJoin('portal_user', 'portal_user.id', 'vault.user_id')
      .where('username', '=', 'agente')
      .select('peer_creds')
      .executeTakeFirstOrThrow();
    const { v, rev, kdf, keys } = stored.peer_creds;
    expect(vault).toEqual({ v, rev, kdf, keys });
    expect(text).not.toContain(secret.slice(8));
    expect(text).not.toContain('secret');
    expect(text).not.toContain('"items"');
  });

  it('API-17 signed out nothing is told', async () => {
    expect((await injectRaw(portal.app, api.listOwnKeys, {}, {})).status).toBe(401);
  });
});
