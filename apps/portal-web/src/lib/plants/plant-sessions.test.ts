import { endpoint } from '@varco/contract/endpoint.ts';
import type { VaultItem } from '@varco/vault/item.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { registerReasonAsker, setReason, useReason } from '../case/reason.ts';
import { createCredential } from '../../../test/plant-sessions.ts';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { type RespondTo, type TestServer, sendError, sendJson, startTestServer } from '../../../test/test-server.ts';
import {
  cancelPlantQueries,
  toFailureKind,
  createPlantQueries,
  createPlantQuery,
  retryPlantQuery,
} from './plant-queries.ts';
import {
  callPeer,
  callPlant,
  PLANT_LOGIN_MS,
  signInPlant,
  signOutPlant,
  stopVerifying,
  verifyAll,
  verifyNew,
} from './plant-sessions.ts';
import { clearPlants, setPlants, summarizeSignIns, usePlants } from './plant-store.ts';

const UUID = '0c6f2b52-9d3c-4a1e-8c0c-0a3f5a1b2c3d';
const status = endpoint({
  id: 'status',
  method: 'GET',
  path: '/api/status',
  summary: 'x',
  response: z.object({ n: z.number() }),
  errors: [],
  access: { who: 'plant-user', rule: 'signed-in' },
  audit: null,
  limit: 'read',
});

const servers: TestServer[] = [];
afterEach(async () => {
  stopVerifying();
  clearPlants();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function plant(answer: RespondTo): Promise<TestServer> {
  const server = await startTestServer(answer);
  servers.push(server);
  return server;
}

const item = (url: string, more: Partial<VaultItem> = {}): VaultItem => createCredential({ url, ...more });

const good: RespondTo = (request, response) => {
  if (request.url === '/api/auth/login') sendJson(response, buildPlantLoginResponse('p1', UUID));
  else sendJson(response, { n: 1 });
};

const stateOf = (id: string) => {
  const found = usePlants.getState().plants.get(id);
  return [found?.state, found?.reason];
};

describe('plant sign-in', () => {
  test('PLOGIN-02 PLOGIN-03 verifying, then ok, with token and rights in memory', async () => {
    const server = await plant(good);
    setPlants(new Map([['c1', item(server.origin)]]), []);
    expect(stateOf('c1')).toEqual(['new', null]);
    const running = signInPlant('c1');
    expect(stateOf('c1')).toEqual(['verifying', null]);
    expect(await running).toBe('p1');
    expect(stateOf('c1')).toEqual(['ok', null]);
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ username: 'rossi', password: 'Segreto-09' });
  });

  test.each<[string, RespondTo, unknown[]]>([
    ['PLOGIN-04', (_r, s) => sendError(s, 401, 'user_expired'), ['expired', 'user_expired']],
    ['PLOGIN-05', (_r, s) => sendError(s, 401, 'weak_password'), ['weakpwd', 'weak_password']],
    ['PLOGIN-06', (_r, s) => sendError(s, 401, 'user_not_enabled'), ['userdisabled', 'user_disabled']],
    ['PLOGIN-07', (_r, s) => sendError(s, 401, 'expired_password'), ['bad', 'password_expired']],
    ['PLOGIN-08 wrong password', (_r, s) => sendError(s, 401, 'bad_credentials'), ['bad', 'credentials']],
    ['PLOGIN-08 500', (_r, s) => sendError(s, 500, 'internal'), ['bad', 'server_error']],
    ['PLOGIN-08 no answer', (_r, s) => s.destroy(), ['bad', 'unreachable']],
    ['PLOGIN-08 HTML', (_r, s) => s.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'), ['bad', 'bad_answer']],
    ['PLOGIN-09 200', (_r, s) => sendJson(s, { error_code: 200 }, 400), ['expired', 'user_expired']],
    ['LOGIN-03 no user in the answer', (_r, s) => sendJson(s, { token: 't', expire: 1 }), ['bad', 'bad_answer']],
    [
      'LOGIN-03 no token',
      (_r, s) => sendJson(s, { ...buildPlantLoginResponse('x', UUID), token: undefined }),
      ['bad', 'bad_answer'],
    ],
    [
      'LOGIN-03 no expire',
      (_r, s) => sendJson(s, { ...buildPlantLoginResponse('x', UUID), expire: undefined }),
      ['bad', 'bad_answer'],
    ],
  ])('%s', async (_name, answer, expected) => {
    const server = await plant(answer);
    setPlants(new Map([['c1', item(server.origin)]]), []);
    expect(await signInPlant('c1')).toBeNull();
    expect(stateOf('c1')).toEqual(expected);
    expect(usePlants.getState().plants.get('c1')?.credential.password).toBe('Segreto-09');
  });

  test('PAPI-03 a plant that never answers is given up at the limit, and is not verifying any more', async () => {
    const server = await plant(() => undefined);
    setPlants(new Map([['c1', item(server.origin)]]), []);
    expect(PLANT_LOGIN_MS).toBe(15_000);
    expect(await signInPlant('c1', { limitMs: 50 })).toBeNull();
    expect(stateOf('c1')).toEqual(['bad', 'timeout']);
  });

  test('PLOGIN-10 signing out gives unknown and clears the password held', async () => {
    const server = await plant(good);
    setPlants(new Map([['c1', item(server.origin)]]), []);
    await signInPlant('c1');
    signOutPlant('c1');
    const found = usePlants.getState().plants.get('c1');
    expect([found?.state, found?.token, found?.credential.password]).toEqual(['unknown', null, '']);
  });

  test('security 5: the password goes to the sealed address only, and not to a plant with another identity', async () => {
    const server = await plant(good);
    const other = await plant(good);
    const peer = { id: 4, uuid: UUID, url: other.origin, label: 'Cesena' };
    const peers = [
      {
        ...peer,
        code: 'CES',
        reachable: true,
        verified: true,
        last_seen: null,
        last_status_message: null,
        last_status_message_time: null,
        server_time: null,
        server_working: true,
        last_plate_date: null,
        license_expiration: null,
      },
    ];
    setPlants(new Map([['c1', item(server.origin, { uuid: UUID })]]), peers);
    await signInPlant('c1');
    expect(other.seen).toEqual([]);
    expect(usePlants.getState().plants.get('c1')).toMatchObject({
      peerId: 4,
      state: 'ok',
      addressConflict: { sealed: server.origin, registry: other.origin },
    });
    expect(await callPeer(4, status, {})).toEqual({ n: 1 });
    setPlants(
      new Map([['c1', item(server.origin, { uuid: '11111111-2222-4333-8444-555555555555', password: 'x' })]]),
      [],
    );
    await signInPlant('c1');
    expect(stateOf('c1')).toEqual(['bad', 'other_plant']);
  });

  test('an address with anything but host and port is never called', async () => {
    setPlants(new Map([['c1', item('https://u:p@cesena.example/x')]]), []);
    expect(await signInPlant('c1')).toBeNull();
    expect(stateOf('c1')).toEqual(['bad', 'not_configured']);
    await expect(callPlant('c1', status, {})).rejects.toBeInstanceOf(ApiError);
  });
});

describe('verify-all', () => {
  test('PLOGIN-14 PLOGIN-15 PLOGIN-17 CRED-17 three triggers are one run over the enabled plants; then go', async () => {
    const answering = await plant(good);
    const refusing = await plant((_request, response) => sendError(response, 401, 'bad_credentials'));
    const disabled = await plant(good);
    setPlants(
      new Map([
        ['a', item(answering.origin)],
        ['b', item(refusing.origin)],
        ['c', item(disabled.origin, { enabled: false })],
        ['d', item(answering.origin, { password: '' })],
      ]),
      [],
    );
    expect(summarizeSignIns(usePlants.getState()).go).toBe(false);
    await Promise.all([verifyAll(), verifyAll(), verifyAll()]);
    expect([answering, refusing, disabled].map((server) => server.seen.length)).toEqual([1, 1, 0]);
    expect(summarizeSignIns(usePlants.getState())).toMatchObject({
      ok: 1,
      bad: 1,
      error: 1,
      missingPassword: 1,
      total: 4,
      go: true,
    });
  });

  test('after a change of the vault only what is new is signed in', async () => {
    const server = await plant(good);
    setPlants(new Map([['c1', item(server.origin)]]), []);
    await verifyAll();
    setPlants(
      new Map([
        ['c1', item(server.origin)],
        ['c2', item(server.origin)],
      ]),
      [],
    );
    await verifyNew();
    expect(server.seen).toHaveLength(2);
    expect([stateOf('c1'), stateOf('c2')]).toEqual([
      ['ok', null],
      ['ok', null],
    ]);
  });

  test('CRED-07 the person’s own order; what has no place comes last', () => {
    const plants: [string, VaultItem][] = [
      ['a', item('https://a.example')],
      ['b', item('https://b.example', { position: 1 })],
      ['c', item('https://c.example', { position: 0 })],
      ['d', item('https://d.example')],
    ];
    setPlants(new Map(plants), []);
    expect([...usePlants.getState().plants.keys()].join('')).toBe('cbad');
  });

  test('a newer vault keeps the sign-ins whose address, name and password are the same', async () => {
    const server = await plant(good);
    setPlants(new Map([['a', item(server.origin)]]), []);
    await signInPlant('a');
    setPlants(new Map([['a', item(server.origin, { label: 'Nuovo nome', rev: 2 })]]), []);
    expect(stateOf('a')).toEqual(['ok', null]);
    setPlants(new Map([['a', item(server.origin, { password: 'Altra-10' })]]), []);
    expect(stateOf('a')).toEqual(['new', null]);
  });
});

describe('calls to a plant', () => {
  test('SESS-10 parallel 401s sign the plant in again once, and every call is repeated', async () => {
    let token = 'p1';
    const server = await plant((request, response) => {
      if (request.url === '/api/auth/login') sendJson(response, buildPlantLoginResponse(token, UUID));
      else if (request.headers['authorization'] === `Bearer ${token}`) sendJson(response, { n: 2 });
      else sendError(response, 401, 'invalid_token', 'jwt_expired');
    });
    setPlants(new Map([['a', item(server.origin)]]), []);
    await signInPlant('a');
    token = 'p2';
    const answers = await Promise.all(Array.from({ length: 5 }, () => callPlant('a', status, {})));
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ n: 2 })));
    expect(server.seen.filter((request) => request.url === '/api/auth/login')).toHaveLength(2);
  });

  test('where a case bar is on the page, the call waits for the reason and continues; closed without one it fails', async () => {
    const server = await plant((request, response) => {
      if (request.headers['x-varco-reason'] === undefined) sendError(response, 428, 'reason_required');
      else sendJson(response, { n: 5 });
    });
    setPlants(new Map([['a', item(server.origin)]]), []);
    const unregister = registerReasonAsker();
    const isAsked = () => vi.waitFor(() => expect(useReason.getState().isRequired).toBe(true));
    const refused = callPlant('a', status, {});
    await isAsked();
    useReason.setState({ isRequired: false });
    await expect(refused).rejects.toMatchObject({ code: 'reason_required' });
    const stopped = new AbortController();
    const aborted = callPlant('a', status, {}, { signal: stopped.signal });
    await isAsked();
    stopped.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    useReason.setState({ isRequired: false });
    await expect(callPlant('a', status, {}, { isPolling: true })).rejects.toMatchObject({ code: 'reason_required' });
    useReason.setState({ isRequired: false });
    const both = Promise.all([callPlant('a', status, {}), callPlant('a', status, {})]);
    await isAsked();
    setReason({ code: 'stolen-vehicle', text: 'Furto in via Emilia, auto grigia', case: '12/2026' });
    expect(await both).toEqual([{ n: 5 }, { n: 5 }]);
    setReason({ code: '', text: '', case: '' });
    unregister();
  });

  test('the stated reason travels with the call, and a plant that wants one makes the case bar open', async () => {
    const server = await plant((request, response) => {
      if (request.headers['x-varco-reason'] === undefined) sendError(response, 428, 'reason_required');
      else sendJson(response, { n: 3 });
    });
    setPlants(new Map([['a', item(server.origin)]]), []);
    await expect(callPlant('a', status, {})).rejects.toMatchObject({ code: 'reason_required' });
    expect(useReason.getState().isRequired).toBe(true);
    setReason({ code: 'stolen-vehicle', text: 'Furto in via Emilia, auto grigia', case: '12/2026' });
    expect(useReason.getState().isRequired).toBe(false);
    expect(await callPlant('a', status, {})).toEqual({ n: 3 });
    const header = Buffer.from(String(server.seen.at(-1)?.headers['x-varco-reason']), 'base64url').toString('utf8');
    expect(JSON.parse(header)).toEqual({
      code: 'stolen-vehicle',
      text: 'Furto in via Emilia, auto grigia',
      case: '12/2026',
    });
    setReason({ code: '', text: '', case: '' });
  });
});

test('LIFE-10 fan-out: one query per plant; one fails, the others answer; cancel ends the call on the plant', async () => {
  const answering = await plant(good);
  const failing = await plant((_request, response) => sendError(response, 403, 'no_perms'));
  let isClosed: (value: unknown) => void = () => undefined;
  const closed = new Promise((resolve) => {
    isClosed = resolve;
  });
  const silent = await plant((_request, response) => response.on('close', isClosed));
  setPlants(new Map([answering, failing, silent].map((server, i) => [`p${i}`, item(server.origin)])), []);
  const client = new QueryClient();
  const [first, second] = createPlantQueries(['p0', 'p1'], status, () => ({})).map((options) =>
    client.fetchQuery(options),
  );
  expect(await first).toEqual({ n: 1 });
  const refusal: unknown = await second?.catch((error: unknown) => error);
  expect(toFailureKind(refusal)).toBe('no_perms');
  const third = client.fetchQuery(createPlantQuery('p2', status, {})).catch((error: unknown) => error);
  while (silent.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await cancelPlantQueries(client, status, 'p2');
  await closed;
  await third;
  client.clear();
});

test('one plant can be retried alone, and nothing is retried automatically', async () => {
  let isBroken = true;
  const failing = await plant((request, response) =>
    isBroken ? sendError(response, 500, 'internal') : good(request, response),
  );
  const other = await plant(good);
  setPlants(new Map([failing, other].map((server, i) => [`p${i}`, item(server.origin)])), []);
  const client = new QueryClient();
  const observers = ['p0', 'p1'].map((id) => new QueryObserver(client, createPlantQuery(id, status, {})));
  const stops = observers.map((observer) => observer.subscribe(() => undefined));
  await expect
    .poll(() => observers.map((observer) => observer.getCurrentResult().status))
    .toEqual(['error', 'success']);
  expect(failing.seen).toHaveLength(1);
  isBroken = false;
  await retryPlantQuery(client, status, 'p0');
  expect(observers.map((observer) => observer.getCurrentResult().data)).toEqual([{ n: 1 }, { n: 1 }]);
  expect([failing.seen.length, other.seen.length]).toEqual([2, 1]);
  for (const stop of stops) stop();
  client.clear();
});

test('a renewal after a 401 leaves the state as it is shown, so that nothing closes meanwhile', async () => {
  const states = new Set<string>();
  let token = 'p1';
  const server = await plant((request, response) => {
    if (request.url === '/api/auth/login') sendJson(response, buildPlantLoginResponse(token, UUID));
    else if (request.headers['authorization'] === `Bearer ${token}`) sendJson(response, { n: 2 });
    else sendError(response, 401, 'invalid_token', 'jwt_expired');
  });
  setPlants(new Map([['a', item(server.origin)]]), []);
  await signInPlant('a');
  token = 'p2';
  const stop = usePlants.subscribe(({ plants }) => states.add(plants.get('a')?.state ?? ''));
  await callPlant('a', status, {});
  stop();
  expect([...states]).toEqual(['ok']);
});
