import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import {
  VALID_CAR,
  createTestGateway,
  MINISTRY,
  startFaultyServer,
  startTestRegistry,
  VPN,
  type TestRegistry,
} from '../../testing/test-ministry.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import type { MinistryGateway } from './ministry-gateway.ts';
import type { RegistrySettings } from './guarded-ministry.ts';

let plant: TestPlant;
let registry: TestRegistry;
const neverAborted = new AbortController().signal;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());
beforeEach(async () => {
  const owner = createPool({ url: plant.ownerUrl, applicationName: 'gateway test owner', max: 1 });
  await owner.query('truncate registry_access, rate_counter');
  await owner.end();
  plant.clock.now = NOW;
  registry = await startTestRegistry(() => plant.deps.now());
  registry.vehicles.set('AA001AA', VALID_CAR);
  closers.push(() => registry.close());
});
afterEach(async () => {
  for (const end of closers.splice(0)) await end();
});

const openGateway = (settings: Partial<RegistrySettings> & { readonly budgetPerMinute?: number } = {}) =>
  createTestGateway(plant, { url: registry.url, ...settings });
const checkPlate = (gateway: MinistryGateway) => gateway.vehicleStatus('AA001AA', neverAborted);
const advanceClock = (seconds: number): void => {
  plant.clock.now = toIsoInstant(parseInstantMs(plant.clock.now) + seconds * 1000);
};
const FACTS = { kind: 'facts', vehicle: VALID_CAR };
const WRONG_CREDENTIALS = { user: MINISTRY.user, password: 'not the password' };

describe('credentials', () => {
  it('CONN-02 CONN-10 CONN-11 nobody is asked without both', async () => {
    const noLine = await openGateway({ vpn: null });
    const noOffice = await openGateway({ ministry: null });
    expect([await checkPlate(noLine), await checkPlate(noOffice)]).toEqual([
      { kind: 'no-service' },
      { kind: 'no-service' },
    ]);
    expect(noLine.getState()).toMatchObject({ ministry: -3, vpn: -4 });
    expect(noOffice.getState()).toMatchObject({ ministry: -2 });
    expect(registry.requestedPlates).toEqual([]);
  });

  it.each([
    ['ministry', { ministry: WRONG_CREDENTIALS }, { ministry: 0, vpn: 1, ministryErrors: 1, vpnErrors: 0 }],
    ['vpn', { vpn: { ...VPN, password: 'not this one' } }, { ministry: 0, vpn: -3, ministryErrors: 0, vpnErrors: 1 }],
  ])(
    'CONN-03 CONN-13 a wrong %s password costs one try, also over restarts and many callers at once',
    async (_name, settings, state) => {
      const gateway = await openGateway(settings);
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => checkPlate(gateway)));
      expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(['no-service']));
      expect(gateway.getState()).toEqual(state);
      for (let i = 0; i < 8; i += 1) {
        advanceClock(86_400);
        const restarted = await openGateway(settings);
        expect(restarted.getState()).toEqual(state);
        expect(await checkPlate(restarted)).toEqual({ kind: 'no-service' });
      }
      // The correct credentials are not locked: one wrong attempt was made, not five.
      const changed = await openGateway();
      expect(await checkPlate(changed)).toEqual(FACTS);
      expect(changed.getState()).toEqual({ ministry: 1, vpn: 1, ministryErrors: 0, vpnErrors: 0 });
    },
  );

  it('an account that others locked is left alone until it is open again', async () => {
    const headers = { 'x-vpn-user': VPN.user, 'x-vpn-password': VPN.password, 'x-ministry-user': MINISTRY.user };
    for (let i = 0; i < 5; i += 1)
      await fetch(`${registry.url}/v1/vehicle-status`, {
        method: 'POST',
        headers: { ...headers, 'x-ministry-password': 'x', 'content-type': 'application/json' },
        body: '{"plate":"AA001AA"}',
      });
    const gateway = await openGateway();
    expect(await checkPlate(gateway)).toEqual({ kind: 'no-service' });
    advanceClock(899);
    expect(await checkPlate(gateway)).toEqual({ kind: 'no-service' });
    advanceClock(2);
    expect(await checkPlate(gateway)).toEqual(FACTS);
  });
});

describe('a service in trouble', () => {
  it('slow answers count as long as they are in time', async () => {
    await registry.fault('slow');
    expect(await checkPlate(await openGateway())).toEqual(FACTS);
    const hasty = await openGateway({ timeoutMs: 50 });
    expect([await checkPlate(hasty), await checkPlate(hasty)]).toEqual([{ kind: 'failed' }, { kind: 'failed' }]);
    expect(await checkPlate(hasty)).toEqual({ kind: 'no-service' });
    expect(hasty.getState()).toMatchObject({ ministry: -1, vpn: -2 });
  });

  it('congestion is respected for as long as the service asks, then it is tried again', async () => {
    await registry.fault('congested', 1);
    const gateway = await openGateway();
    expect(await checkPlate(gateway)).toEqual({ kind: 'congested' });
    advanceClock(29);
    expect(await checkPlate(gateway)).toEqual({ kind: 'congested' });
    expect(registry.requestedPlates).toEqual([]);
    advanceClock(2);
    expect(await checkPlate(gateway)).toEqual(FACTS);
  });

  it('CONN-09 maintenance pauses the asking, at most a minute at a time', async () => {
    await registry.fault('maintenance', 1);
    const gateway = await openGateway();
    expect(await checkPlate(gateway)).toEqual({ kind: 'no-service' });
    expect(gateway.getState()).toMatchObject({ ministry: -4, vpn: 1 });
    advanceClock(59);
    expect(await checkPlate(gateway)).toEqual({ kind: 'no-service' });
    advanceClock(2);
    expect(await checkPlate(gateway)).toEqual(FACTS);
  });

  it.each(['half_answer', 'nonsense'] as const)(
    '%s: two tries may fail, the third opens the circuit',
    async (fault) => {
      await registry.fault(fault);
      const gateway = await openGateway();
      const kinds = [
        await checkPlate(gateway),
        await checkPlate(gateway),
        await checkPlate(gateway),
        await checkPlate(gateway),
      ].map(({ kind }) => kind);
      expect(kinds).toEqual(['failed', 'failed', 'no-service', 'no-service']);
      expect(registry.requestedPlates).toHaveLength(3);
      advanceClock(31);
      await registry.fault('none');
      expect(await checkPlate(gateway)).toEqual(FACTS);
    },
  );

  it('a good answer between failures closes the count', async () => {
    const gateway = await openGateway();
    for (let i = 0; i < 4; i += 1) {
      await registry.fault('nonsense', 1);
      expect([await checkPlate(gateway), await checkPlate(gateway)]).toEqual([{ kind: 'failed' }, FACTS]);
    }
  });

  it('a budget holds over restarts', async () => {
    const outcomes = [];
    for (let i = 0; i < 5; i += 1) outcomes.push(await checkPlate(await openGateway({ budgetPerMinute: 3 })));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['facts', 'facts', 'facts', 'congested', 'congested']);
  });
});

describe('answers that are none', () => {
  const json = { 'content-type': 'application/json' };
  const good = (plate: string, vehicle: unknown = VALID_CAR): string =>
    JSON.stringify({ plate, vehicle, checked_at: NOW });
  const odd: readonly (readonly [string, RequestListener])[] = [
    ['another plate', (_q, r) => r.writeHead(200, json).end(good('ZZ999ZZ'))],
    ['a redirect', (_q, r) => r.writeHead(302, { location: registry.url, ...json }).end(good('AA001AA'))],
    ['more than 1 MiB', (_q, r) => r.writeHead(200, json).end(good('AA001AA') + ' '.repeat(1_100_000))],
    ['a page', (_q, r) => r.writeHead(200, { 'content-type': 'text/html' }).end(good('AA001AA'))],
    ['missing fields', (_q, r) => r.writeHead(200, json).end(good('AA001AA', { class: 'car' }))],
    ['a deep nest', (_q, r) => r.writeHead(200, json).end('['.repeat(500_000))],
    ['null', (_q, r) => r.writeHead(200, json).end('null')],
    ['an empty answer', (_q, r) => r.writeHead(200, json).end()],
    ['an error page', (_q, r) => r.writeHead(500).end('<h1>oops')],
    ['a cut line', (_q, r) => r.destroy()],
    ['a cut answer', (_q, r) => r.writeHead(200, { ...json, 'content-length': '500' }).write('{', () => r.destroy())],
  ];
  it.each(odd)('%s is a failure, not a value', async (_name, answer) => {
    const server = await startFaultyServer(answer);
    closers.push(server.close);
    const gateway = await openGateway({ url: server.url });
    expect(await checkPlate(gateway)).toEqual({ kind: 'failed' });
    expect(registry.requestedPlates).toEqual([]);
  });

  it('401 or 403 without a word stops the asking; 429 is congestion', async () => {
    for (const [status, kind] of [
      [401, 'no-service'],
      [403, 'no-service'],
      [429, 'congested'],
    ] as const) {
      let calls = 0;
      const server = await startFaultyServer((_q, r) => {
        calls += 1;
        r.writeHead(status).end();
      });
      closers.push(server.close);
      const gateway = await openGateway({ url: server.url });
      expect([(await checkPlate(gateway)).kind, (await checkPlate(gateway)).kind, calls]).toEqual([kind, kind, 1]);
    }
  });

  it('CONN-04 nobody listens', async () => {
    await registry.close();
    const gateway = await openGateway();
    expect(await checkPlate(gateway)).toEqual({ kind: 'failed' });
    expect(gateway.getState()).toMatchObject({ vpn: -2, ministry: -1 });
  });
});
