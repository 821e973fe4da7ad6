import { setFault } from '@varco/contract/registry/faults.ts';
import { registryHealth } from '@varco/contract/registry/health.ts';
import { REGISTRY_HEADERS, vehicleStatus, type RegistryVehicleFacts } from '@varco/contract/registry/vehicle-status.ts';
import { REGISTRY_API, REGISTRY_DEMO_API } from '@varco/contract/registry-api.ts';
import { assertAllImplemented } from '@varco/server-kit/http/assert-implemented.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { injectJson, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildRegistryApp } from './app.ts';
import { readRegistryEnv } from './env.ts';
import { loadSource } from './record-source.ts';

const vpn = { user: 'line-7', password: 'a line password' };
const ministry = { user: 'office-3', password: 'an office password' };
const good = {
  [REGISTRY_HEADERS.vpnUser]: vpn.user,
  [REGISTRY_HEADERS.vpnPassword]: vpn.password,
  [REGISTRY_HEADERS.ministryUser]: ministry.user,
  [REGISTRY_HEADERS.ministryPassword]: ministry.password,
};
const facts: RegistryVehicleFacts = {
  class: 'car',
  brand: 'FIAT',
  model: 'Tipo',
  colour: 'grey',
  euro: 6,
  first_registration: '2021-03-04',
  insurance: { company: 'C', policy: '1', from: '2025-09-02', to: '2026-09-02', grace_until: '2026-09-17' },
  inspection: { last: null, next: '2025-05-31' },
  stolen_since: null,
  list_a1: false,
  list_c: true,
};

let now = new Date('2026-11-20T23:30:00Z');
let receivedPlates: string[] = [];
const start = (demo: boolean) =>
  buildRegistryApp({
    vpn,
    ministry,
    log: silentLog,
    now: () => now,
    demo,
    slowMs: 30,
    records: {
      vehicle: (plate, today) => {
        receivedPlates.push(`${plate} ${today}`);
        return plate === 'GK508RB' ? facts : null;
      },
      findPlates: (owner) => (owner === '01234560007' ? ['GK508RB'] : []),
      lookUp: () => null,
    },
  });
let app = start(true);
beforeEach(() => {
  now = new Date('2026-11-20T23:30:00Z');
  receivedPlates = [];
  app = start(true);
});
afterEach(() => app.close());

const ask = (plate = 'GK508RB', headers: Record<string, string> = good) =>
  injectJson(app, vehicleStatus, { body: { plate } }, { headers });

describe('vehicle status', () => {
  test('answers the facts of a plate, as of the day in Italy', async () => {
    const { status, body } = await ask();
    expect({ status, body }).toEqual({
      status: 200,
      body: { plate: 'GK508RB', vehicle: facts, checked_at: '2026-11-20T23:30:00.000Z' },
    });
    expect(receivedPlates).toEqual(['GK508RB 2026-11-21']);
  });

  test('an unknown plate is an answer, not an error', async () => {
    expect((await ask('MKR4821')).body).toMatchObject({ vehicle: null });
  });

  test.each([
    { plate: '' },
    { plate: 'gk508rb' },
    { plate: "A'; drop" },
    { plate: 7 },
    {},
    { plate: 'AB', more: 1 },
    { plate: 'A'.repeat(33) },
  ])('refuses %j', async (body) => {
    const answer = await injectRaw(app, vehicleStatus, { body }, { headers: good });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    expect(receivedPlates).toEqual([]);
  });

  test('refuses a body that is huge or not JSON', async () => {
    const send = (payload: string) =>
      app.inject({
        method: 'POST',
        url: vehicleStatus.path,
        headers: { ...good, 'content-type': 'application/json' },
        payload,
      });
    expect((await send('{')).statusCode).toBe(400);
    expect((await send(`{"plate":"${'A'.repeat(100_000)}"}`)).statusCode).toBe(413);
  });
});

describe('credentials', () => {
  test('both are wanted, the line first', async () => {
    expect(await ask('GK508RB', {})).toMatchObject({
      status: 401,
      body: { error: { code: 'no_auth', sub_code: 'vpn_missing' } },
    });
    const { [REGISTRY_HEADERS.ministryPassword]: _gone, ...line } = good;
    expect(await ask('GK508RB', line)).toMatchObject({
      body: { error: { code: 'no_auth', sub_code: 'ministry_missing' } },
    });
    expect(await ask('GK508RB', { ...good, [REGISTRY_HEADERS.vpnUser]: 'nobody' })).toMatchObject({
      status: 401,
      body: { error: { code: 'bad_credentials', sub_code: 'vpn' } },
    });
    expect(receivedPlates).toEqual([]);
  });

  test.each([
    ['ministry', REGISTRY_HEADERS.ministryPassword],
    ['vpn', REGISTRY_HEADERS.vpnPassword],
  ])('five wrong passwords lock the %s account for a quarter of an hour, the right one too', async (name, header) => {
    const wrong = { ...good, [header]: 'not the password' };
    for (let i = 1; i <= 4; i++) {
      expect((await ask('GK508RB', wrong)).body).toMatchObject({ error: { code: 'bad_credentials', sub_code: name } });
    }
    const locked = { status: 401, body: { error: { code: 'user_not_enabled', sub_code: `${name}_locked` } } };
    expect(await ask('GK508RB', wrong)).toMatchObject(locked);
    const answer = await ask();
    expect(answer).toMatchObject(locked);
    expect(Number(answer.headers['retry-after'])).toBe(900);
    now = new Date(now.getTime() + 900_000);
    expect((await ask()).status).toBe(200);
  });

  test('a right password in between starts the count again; an unknown user locks nobody', async () => {
    const wrong = { ...good, [REGISTRY_HEADERS.ministryPassword]: 'x' };
    for (let i = 0; i < 4; i++) await ask('GK508RB', wrong);
    expect((await ask()).status).toBe(200);
    for (let i = 0; i < 4; i++) await ask('GK508RB', wrong);
    for (let i = 0; i < 20; i++) await ask('GK508RB', { ...good, [REGISTRY_HEADERS.ministryUser]: 'someone' });
    expect((await ask()).status).toBe(200);
  });
});

describe('faults on demand', () => {
  const set = (body: {
    fault: 'congested' | 'maintenance' | 'refuse' | 'slow' | 'half_answer' | 'nonsense' | 'none';
    calls?: number;
    unlock?: boolean;
  }) => injectJson(app, setFault, { body });

  test('do not exist outside the demo', async () => {
    await app.close();
    app = start(false);
    expect((await set({ fault: 'slow' })).status).toBe(404);
    expect(() => assertAllImplemented(app, REGISTRY_API)).not.toThrow();
  });

  test.each([
    ['congested', 503, 'unavailable', 'congested'],
    ['maintenance', 503, 'unavailable', 'maintenance'],
    ['refuse', 401, 'bad_credentials', 'ministry'],
  ] as const)('%s', async (fault, status, code, sub) => {
    await set({ fault });
    expect(await ask()).toMatchObject({ status, body: { error: { code, sub_code: sub } } });
    await set({ fault: 'none' });
    expect((await ask()).status).toBe(200);
  });

  test('slow answers, late', async () => {
    await set({ fault: 'slow' });
    const before = performance.now();
    expect((await ask()).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(28);
  });

  test('a half answer is no JSON, nonsense is a page', async () => {
    const raw = () =>
      app.inject({
        method: 'POST',
        url: vehicleStatus.path,
        headers: { ...good, 'content-type': 'application/json' },
        payload: '{"plate":"GK508RB"}',
      });
    await set({ fault: 'half_answer', calls: 1 });
    const half = await raw();
    expect(() => JSON.parse(half.payload)).toThrow(SyntaxError);
    expect(half.payload.startsWith('{"plate":"GK508RB"')).toBe(true);
    await set({ fault: 'nonsense', calls: 1 });
    const page = await raw();
    expect(page.headers['content-type']).toContain('text/html');
    expect((await raw()).json()).toMatchObject({ plate: 'GK508RB' });
  });

  test('last for the calls asked for, and unlock opens locked accounts', async () => {
    expect((await set({ fault: 'congested', calls: 2 })).body).toEqual({ fault: 'congested', calls: 2 });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([503, 503, 200]);
    for (let i = 0; i < 5; i++) await ask('GK508RB', { ...good, [REGISTRY_HEADERS.vpnPassword]: 'x' });
    expect((await ask()).status).toBe(401);
    await set({ fault: 'none', unlock: true });
    expect((await ask()).status).toBe(200);
  });
});

describe('start', () => {
  test('every call of the contract is there, health needs nothing', async () => {
    expect(() => assertAllImplemented(app, [...REGISTRY_API, ...REGISTRY_DEMO_API])).not.toThrow();
    expect((await injectJson(app, registryHealth, {})).body).toEqual({ status: 'ok' });
  });

  test('says which setting is wrong and never what it holds', () => {
    const settings = {
      VARCO_REGISTRY_VPN: 'line:short',
      VARCO_REGISTRY_MINISTRY: 'office:an office password',
      VARCO_REGISTRY_SOURCE: 'x',
    };
    expect(() => readRegistryEnv(settings)).toThrow('VARCO_REGISTRY_VPN');
    expect(() => readRegistryEnv(settings)).not.toThrow('short');
    expect(() => readRegistryEnv({ ...settings, VARCO_REGISTRY_VPN: 'line:tab\tin this password' })).toThrow(
      'VARCO_REGISTRY_VPN',
    );
    expect(() => readRegistryEnv({})).toThrow('VARCO_REGISTRY_MINISTRY');
    expect(readRegistryEnv({ ...settings, VARCO_REGISTRY_VPN: 'line:with:colons in it' }).VARCO_REGISTRY_VPN).toEqual({
      user: 'line',
      password: 'with:colons in it',
    });
  });

  test('a module that is no source is named', async () => {
    await expect(loadSource('node:path', 1)).rejects.toThrow('node:path does not export openRegistrySource');
  });
});
