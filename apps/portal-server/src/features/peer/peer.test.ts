import { createServer, type Server } from 'node:http';
import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { getUser, PortalUser } from '@varco/contract/portal/user.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import { generateSigningKey, toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { getPlantStatus, buildWrongIpMessage } from '@varco/domain/portal/plant-status.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import {
  type BrowserSession,
  formatError,
  createPerson,
  createPlant,
  seedPeople,
  signInAs,
} from '../../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { probePeers } from './probe.service.ts';

const key = generateSigningKey();
const otherKey = generateSigningKey();
const rawKey = (pair: typeof key): string => toPublicJwk(pair.publicKey).x;

let portal: TestPortal;
let bruni: BrowserSession;
let site: Server;
let siteUrl = '';
let siteStatus = 200;
const cesena = createPlant('Cesena', { publicKey: rawKey(key), isVerified: true });
const ravenna = createPlant('Ravenna', { publicKey: rawKey(otherKey) });
const forli = createPlant('Forli');
let here = createPlant('Qui');

beforeAll(async () => {
  site = createServer((_request, answer) => answer.writeHead(siteStatus).end('{"status":"ok"}'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  siteUrl = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`;
  here = { ...here, url: siteUrl };
  portal = await createTestPortal();
  const uuids = [cesena, ravenna, forli, here].map((peer) => peer.uuid);
  await seedPeople(portal, [createPerson('bruni', { peers: uuids })], [cesena, ravenna, forli, here]);
  bruni = await signInAs(portal, 'bruni');
});
afterAll(async () => {
  await portal.close();
  await new Promise((resolve) => site.close(resolve));
});

const facts = (change: object = {}) => ({
  plant_uuid: cesena.uuid,
  url: cesena.url,
  label: 'Cesena',
  status_message: 'ok',
  server_time: portal.clock.now().toISOString(),
  last_plate_date: null,
  license_expiration: '2027-12-31',
  version: '0.9.375',
  ...change,
});
interface Call {
  readonly as?: typeof key;
  readonly uuid?: string;
  readonly at?: Date;
  readonly path?: string;
}
const sign = (body: unknown, call: Call = {}) =>
  signPlantCall({
    keys: { current: call.as ?? key, previous: null },
    plantUuid: call.uuid ?? cesena.uuid,
    method: 'POST',
    path: call.path ?? heartbeat.path,
    body: JSON.stringify(body),
    now: call.at ?? portal.clock.now(),
  });
const send = (body: unknown, headers: Record<string, string>) =>
  injectRaw(portal.app, heartbeat, { body }, { headers });
const beat = (change: object = {}, call: Call = {}) => send(facts(change), sign(facts(change), call));
const peerOf = async (uuid: string) => {
  const { token } = await signInAs(portal, 'bruni');
  const user = PortalUser.parse(
    (await injectRaw(portal.app, getUser, { params: { id: bruni.userId } }, { token })).body,
  );
  const found = user.peer_list.find((peer) => peer.uuid === uuid);
  if (found === undefined) throw new Error('plant not in the list');
  return found;
};
const statusOf = async (uuid: string): Promise<number> => {
  const peer = await peerOf(uuid);
  return getPlantStatus(
    {
      reachable: peer.reachable,
      verified: peer.verified,
      lastSeen: peer.last_seen,
      lastStatusMessage: peer.last_status_message,
      lastStatusMessageTime: peer.last_status_message_time,
      serverTime: peer.server_time,
      lastPlateDate: peer.last_plate_date,
      licenseExpiration: peer.license_expiration,
    },
    portal.clock.now().toISOString(),
  );
};

describe('heartbeat', () => {
  it('PLANT-01 a signed one updates what the plant says of itself; address and label stay the registry’s', async () => {
    const now = portal.clock.now().toISOString();
    const answer = await beat({ label: 'Altro', url: 'https://evil.example', last_plate_date: now });
    expect([answer.status, answer.body]).toEqual([
      200,
      // By the key that the answer names the plant knows whether its former one can be retired.
      { server_time: now, known_key: toPublicJwk(key.publicKey).x },
    ]);
    expect(await peerOf(cesena.uuid)).toMatchObject({
      label: 'Cesena',
      url: cesena.url,
      last_seen: now,
      last_status_message: 'ok',
      last_status_message_time: now,
      server_time: now,
      server_working: true,
      last_plate_date: now,
      license_expiration: '2027-12-31',
    });
  });

  it('PSTAT-14 the time of the message stands while the message stands: wrong IP for 16 minutes gives status 3', async () => {
    const since = portal.clock.now().toISOString();
    const message = buildWrongIpMessage('10.1.0.2', '10.1.0.9');
    await beat({ status_message: message });
    portal.clock.advance(14 * 60_000);
    await beat({ status_message: message });
    expect(await peerOf(cesena.uuid)).toMatchObject({ last_status_message_time: since });
    expect(await statusOf(cesena.uuid)).not.toBe(3);
    portal.clock.advance(2 * 60_000);
    expect(await statusOf(cesena.uuid)).toBe(3);
  });

  it('unsigned, replayed, altered, untimely or foreign calls are refused alike', async () => {
    const body = facts();
    const good = sign(body);
    expect(formatError(await send(body, {}))).toBe('missing_api_key');
    expect((await send(body, good)).status).toBe(200);
    const far = (ms: number) => new Date(portal.clock.now().getTime() + ms);
    const refused: [string, ReturnType<typeof send>][] = [
      ['replay', send(body, good)],
      ['altered body', send({ ...body, status_message: 'x' }, sign(body))],
      ['other path', send(body, sign(body, { path: '/api/v1/login' }))],
      ['121 s late', send(body, sign(body, { at: far(-121_000) }))],
      ['121 s early', send(body, sign(body, { at: far(121_000) }))],
      ['another plant’s key', send(body, sign(body, { as: otherKey }))],
      ['a plant without key', send(body, sign(body, { uuid: forli.uuid }))],
      ['an unknown plant', send(body, sign(body, { uuid: '00000000-0000-4000-8000-000000000000' }))],
      ['its own signature, another plant’s facts', send(body, sign(body, { as: otherKey, uuid: ravenna.uuid }))],
    ];
    for (const [title, call] of refused) {
      const answer = await call;
      expect(`${title}: ${answer.status}`).toBe(`${title}: 401`);
    }
    expect((await beat({}, { at: far(-119_000) })).status).toBe(200);
    await portal.deps.db.updateTable('peer').set({ is_enabled: false }).where('uuid', '=', cesena.uuid).execute();
    expect(formatError(await beat())).toBe('invalid_api_key');
    await portal.deps.db.updateTable('peer').set({ is_enabled: true }).where('uuid', '=', cesena.uuid).execute();
  });

  it('hostile facts are refused or kept as text', async () => {
    expect((await beat({ status_message: '<script>alert(1)</script>' })).status).toBe(200);
    expect(await peerOf(cesena.uuid)).toMatchObject({ last_status_message: '<script>alert(1)</script>' });
    for (const change of [
      { status_message: 'x'.repeat(301) },
      { status_message: '\u202Ea' },
      { server_time: 'yesterday' },
      { admin: true },
      { license_expiration: '2026-13-01' },
    ])
      expect((await beat(change)).status).toBe(400);
    expect((await beat({ version: 'x'.repeat(20_000) })).status).toBe(413);
  });
});

describe('probe', () => {
  const client = createOutboundClient({ allowedCidrs: ['127.0.0.0/8', '::1/128'] });
  const probe = (using = client) => probePeers(portal.deps, using, new AbortController().signal);

  it('PSTAT-10 PSTAT-06 a plant that answers is reachable for a minute; one that does not is not', async () => {
    expect(await peerOf(here.uuid)).toMatchObject({ reachable: false, server_time: null });
    await probe();
    const reached = await peerOf(here.uuid);
    expect(reached.reachable).toBe(true);
    expect(reached.server_time).not.toBeNull();
    expect((await peerOf(ravenna.uuid)).reachable).toBe(false);
    portal.clock.advance(60_001);
    expect((await peerOf(here.uuid)).reachable).toBe(false);
  });

  it('an answer of 500 or a refused address does not count', async () => {
    siteStatus = 503;
    await probe();
    expect((await peerOf(here.uuid)).reachable).toBe(false);
    siteStatus = 200;
    await probe(createOutboundClient({ allowedCidrs: [] }));
    expect((await peerOf(here.uuid)).reachable).toBe(false);
  });
});
