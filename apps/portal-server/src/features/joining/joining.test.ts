import { findPeerKeys } from '../exports/exports.repository.ts';
import { randomUUID } from 'node:crypto';
import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { checkJoiningCode, joinPlant, JoiningPreview } from '@varco/contract/portal/joining.ts';
import { deletePeer, listPeers, RegistryPeer, updatePeer } from '@varco/contract/portal/peers.ts';
import { describeKey } from '@varco/server-kit/auth/joining-key.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import { generateSigningKey, toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterEach, beforeAll, beforeEach, afterAll, describe, expect, it } from 'vitest';
import { type JoiningPlant, sendFault, startJoiningPlant } from '../../testing/joining-plant.ts';
import {
  type BrowserSession,
  createPerson,
  createPlant,
  formatError,
  seedPeople,
  signInAs,
} from '../../testing/test-people.ts';
import { createTestPortal, START_TIME, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
let admin: BrowserSession;
let plant: JoiningPlant;
const cesena = createPlant('Cesena');
beforeAll(async () => {
  portal = await createTestPortal({ outboundCidrs: ['127.0.0.1/32'] });
  await seedPeople(portal, [createPerson('capo', { isAdmin: true }), createPerson('bruni')], [cesena]);
  admin = await signInAs(portal, 'capo');
});
beforeEach(async () => {
  plant = await startJoiningPlant(START_TIME);
  await portal.deps.pool.query('delete from rate_counter');
});
afterEach(() => plant.close());
afterAll(() => portal.close());

const check = (code: string, token = admin.token) =>
  injectRaw(portal.app, checkJoiningCode, { body: { code } }, { token });
const join = (code: string, body: object = {}, token = admin.token) =>
  injectRaw(
    portal.app,
    joinPlant,
    { body: { code, fingerprint: describeKey(rawKey()), confirms_change: false, ...body } },
    { token },
  );
const rawKey = (): Buffer => Buffer.from(toPublicJwk(plant.key.publicKey).x, 'base64url');
const list = async () => {
  const answer = await injectRaw(portal.app, listPeers, {}, { token: admin.token });
  return listPeers.response.parse(answer.body).peers;
};
const find = async () => (await list()).find(({ uuid }) => uuid === plant.uuid);
const beat = (key = plant.key, previous: typeof key | null = null) => {
  const body = {
    plant_uuid: plant.uuid,
    url: plant.origin,
    label: plant.label,
    status_message: 'ok',
    server_time: START_TIME,
    last_plate_date: null,
    license_expiration: null,
    version: '0',
  };
  const payload = JSON.stringify(body);
  const { method, path } = heartbeat;
  const headers = signPlantCall({
    keys: { current: key, previous },
    plantUuid: plant.uuid,
    method,
    path,
    body: payload,
    now: new Date(START_TIME),
  });
  return injectRaw(portal.app, heartbeat, { body }, { headers });
};

describe('a plant joins the registry', () => {
  it('PLANT-12 PLANT-01 both fingerprints are shown, then the plant is taken, recorded, and its heartbeats are heard', async () => {
    const code = plant.makeCode();
    const preview = JoiningPreview.parse((await check(code)).body);
    const portalKey = toPublicJwk(portal.deps.tokens.keys.current.publicKey).x;
    expect(preview).toMatchObject({
      uuid: plant.uuid,
      label: 'Ravenna Porto',
      address: plant.origin,
      plant_fingerprint: describeKey(rawKey()),
      portal_fingerprint: describeKey(Buffer.from(portalKey, 'base64url')),
      known: null,
    });
    expect(portal.audit.records.at(-1)).toMatchObject({ action: 'peer.join-check', detail: { plant: plant.uuid } });
    expect(await find()).toBeUndefined();
    expect((await beat()).status).toBe(401);
    const peer = RegistryPeer.parse((await join(code)).body);
    expect(peer).toMatchObject({
      label: 'Ravenna Porto',
      code: 'RAV',
      url: plant.origin,
      verified: true,
      enabled: true,
    });
    expect(peer).toMatchObject({ fingerprint: preview.plant_fingerprint, joined: START_TIME });
    expect(portal.audit.records.at(-1)).toMatchObject({
      action: 'peer.join',
      detail: { plant: plant.uuid, fingerprint: preview.plant_fingerprint, before: null },
    });
    expect((await beat()).status).toBe(200);
    expect(JSON.stringify(portal.audit.records)).not.toContain(code);
    expect(portal.logText()).not.toContain(code.slice(20));
  });

  it('PLANT-12 of two administrators with one code one wins, and the code is used up', async () => {
    const code = plant.makeCode();
    const results = await Promise.all([join(code), join(code), join(code)]);
    expect(results.map((one) => (one.status === 200 ? '200' : formatError(one))).toSorted()).toEqual([
      '200',
      'conflict/code_used',
      'conflict/code_used',
    ]);
    const calls = plant.takenBy.length;
    expect(formatError(await check(code))).toBe('conflict/code_used');
    const params = { peer: (await find())?.id ?? 0 };
    await injectRaw(portal.app, deletePeer, { params }, { token: admin.token });
    expect(formatError(await join(code))).toBe('conflict/code_used');
    expect(plant.takenBy).toHaveLength(calls);
  });

  it('PLANT-12 a portal stopped after the plant was taken repeats it with the same code', async () => {
    const code = plant.makeCode();
    plant.misbehave = (step, response) => {
      if (step === 'accept') response.destroy();
      return step === 'accept';
    };
    expect(formatError(await join(code))).toBe('conflict/plant_unreachable');
    expect(await find()).toBeUndefined();
    plant.misbehave = () => false;
    expect((await join(code)).status).toBe(200);
  });

  it('PLANT-12 joining again with another key or address has to be confirmed, and what was written stays', async () => {
    const first = RegistryPeer.parse((await join(plant.makeCode())).body);
    const { label: _label, ...rest } = pickFields(first);
    const body = { ...rest, label: 'Porto', notes: 'armadio 3' };
    await injectRaw(portal.app, updatePeer, { params: { peer: first.id }, body }, { token: admin.token });
    const former = plant.key;
    plant.key = generateSigningKey();
    const code = plant.makeCode();
    const known = JoiningPreview.parse((await check(code)).body).known;
    expect(known).toEqual({ label: 'Porto', address: null, fingerprint: first.fingerprint, is_key_proven: false });
    expect(formatError(await join(code))).toBe('conflict/change_unconfirmed');
    expect((await beat(former)).status).toBe(200);
    expect((await beat(plant.key)).status).toBe(401);
    expect((await beat(plant.key, former)).status).toBe(200);
    plant.previous = former;
    expect(JoiningPreview.parse((await check(code)).body).known).toMatchObject({ is_key_proven: true });
    const again = RegistryPeer.parse((await join(code, { confirms_change: true })).body);
    expect(again).toMatchObject({
      id: first.id,
      label: 'Porto',
      notes: 'armadio 3',
      fingerprint: describeKey(rawKey()),
    });
    expect(portal.audit.records.at(-1)).toMatchObject({ detail: { before: { fingerprint: first.fingerprint } } });
    expect((await beat(former)).status).toBe(401);
    expect((await beat(plant.key, former)).status).toBe(200);
    expect((await beat()).status).toBe(200);
    // An index names both: parts signed before the change verify after it.
    const formerKey = toPublicJwk(former.publicKey).x;
    const named = [toPublicJwk(plant.key.publicKey).x, formerKey];
    expect([...(await findPeerKeys(portal.deps.db, [first.id])).values()]).toEqual([named]);
    // A change that the former key did not sign ends what it could do.
    [plant.key, plant.previous] = [generateSigningKey(), null];
    expect((await join(plant.makeCode(), { confirms_change: true })).status).toBe(200);
    const only = [toPublicJwk(plant.key.publicKey).x];
    expect([...(await findPeerKeys(portal.deps.db, [first.id])).values()]).toEqual([only]);
    const moved = plant.makeCode(plant.origin.replace('127.0.0.1', 'localhost'));
    expect(JoiningPreview.parse((await check(moved)).body).known).toMatchObject({ address: plant.origin });
    expect((await join(moved, { confirms_change: true })).status).toBe(200);
    expect((await find())?.url).toBe(plant.origin.replace('127.0.0.1', 'localhost'));
  });

  it('PLANT-12 only administrators may; another plant at the address is named', async () => {
    const bruni = await signInAs(portal, 'bruni');
    expect(formatError(await check(plant.makeCode(), bruni.token))).toBe('no_perms');
    expect(formatError(await join(plant.makeCode(), {}, bruni.token))).toBe('no_perms');
    await join(plant.makeCode());
    const stranger = { ...plant, uuid: randomUUID() };
    const code = plant.makeCode();
    await portal.deps.pool.query('update peer set uuid = $1 where uuid = $2', [stranger.uuid, plant.uuid]);
    const taken = await check(code);
    expect(formatError(taken)).toBe('conflict/address_taken');
    expect(taken.body).toMatchObject({ error: { data: { plant: 'Ravenna Porto' } } });
  });
});

describe('security 13: what a code makes the portal call', () => {
  it.each([
    'https://portal.example',
    'https://PORTAL.example:443/',
    'https://portal.example.',
    'http://127.0.0.2:8400',
    'https://2130706434',
    'https://0x7f.2',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://[::ffff:0:a9fe:a9fe]',
    'https://[::a9fe:a9fe]',
    'https://[2002:a9fe:a9fe::1]',
    'https://[64:ff9b::a9fe:a9fe]',
    'https://[2001:0:a9fe:a9fe::1]',
    'https://[fe80::1%25eth0]',
    'https://0177.2',
    'https://127.2.',
    'https://１２７.０.０.２',
    'https://①⑥⑨.254.169.254',
    'https://10.0.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254',
    'http://cesena.example',
    'https://a:b@cesena.example',
    'https://cesena.example/health',
    'https://cesena.example?x',
    'file:///etc/passwd',
    'javascript://x/%0aalert(1)',
  ])('%s is not called', async (address) => {
    expect(formatError(await check(plant.makeCode(address)))).toBe('conflict/address_refused');
  });

  it('texts that are no code never leave the portal', async () => {
    const code = plant.makeCode();
    plant.misbehave = () => {
      throw new Error('called');
    };
    for (const text of [
      'x',
      'VARCO-',
      code.slice(0, -1),
      code.replace(/.$/, '?'),
      `${code}-${code}`,
      'VARCO'.repeat(200),
    ])
      expect(formatError(await check(text))).toBe('bad_request/invalid_field');
    expect((await check('V'.repeat(1_001))).status).toBe(400);
    expect((await check('V'.repeat(5_000))).status).toBe(413);
  });
});

describe('a hostile or broken plant', () => {
  const answers: [string, JoiningPlant['misbehave'], string][] = [
    ['megabytes', (_step, response) => (flood(response), true), 'plant_answer'],
    ['a page', (_step, response) => (response.writeHead(200).end('<html>'), true), 'plant_answer'],
    ['an empty object', (_step, response) => (response.writeHead(200).end('{}'), true), 'plant_answer'],
    [
      'a redirect',
      (_step, response) => (response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), true),
      'plant_answer',
    ],
    ['a hang-up', (_step, response) => (response.destroy(), true), 'plant_unreachable'],
    ['too many calls', (_step, response) => (response.writeHead(429).end(), true), 'plant_busy'],
    ['an expired code', (_step, response) => sendFault(response, 'code_expired'), 'code_expired'],
    ['an unknown fault', (_step, response) => sendFault(response, '<b>evil</b>'), 'plant_answer'],
  ];
  it.each(answers)('%s is told apart', async (_name, misbehave, fault) => {
    plant.misbehave = misbehave;
    expect(formatError(await check(plant.makeCode()))).toBe(`conflict/${fault}`);
    expect(await find()).toBeUndefined();
  });

  it('one that sends a byte a second is left after six seconds', async () => {
    plant.misbehave = (_step, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 1_000);
      response.on('close', () => clearInterval(drip));
      return true;
    };
    const startedAt = performance.now();
    expect(formatError(await check(plant.makeCode()))).toBe('conflict/plant_unreachable');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('PLANT-12 another key, another plant, a broken signature and clocks apart are refused', async () => {
    const code = plant.makeCode();
    const own = plant.key;
    plant.key = generateSigningKey();
    expect(formatError(await check(code))).toBe('conflict/fingerprint_changed');
    plant.key = own;
    plant.serverTime = '2026-11-20T12:02:01.000Z';
    const apart = await check(code);
    expect(formatError(apart)).toBe('conflict/clocks_apart');
    expect(apart.body).toMatchObject({ error: { data: { seconds: 121 } } });
    plant.serverTime = START_TIME;
    expect(formatError(await join(code, { fingerprint: describeKey(Buffer.alloc(32)) }))).toBe(
      'conflict/fingerprint_changed',
    );
    plant.key = { ...own, privateKey: generateSigningKey().privateKey };
    expect(formatError(await check(code))).toBe('conflict/plant_answer');
    expect(plant.takenBy).toEqual([]);
    expect(portal.audit.records.at(-1)).toMatchObject({ detail: { sub_code: 'plant_answer' } });
  });

  it('security 11: the calls of an administrator are limited', async () => {
    const code = plant.makeCode();
    plant.misbehave = (_step, response) => sendFault(response, 'code_revoked');
    for (let i = 0; i < 30; i += 1) expect(formatError(await check(code))).toBe('conflict/code_revoked');
    expect(formatError(await check(code))).toBe('rate_limit_exceeded');
  });
});

/** Far more than an answer has. */
function flood(response: Parameters<JoiningPlant['misbehave']>[1]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.on('error', () => {});
  const chunk = Buffer.alloc(1_048_576, 0x20);
  const pour = (): void => {
    if (!response.destroyed) response.write(chunk, pour);
  };
  pour();
}

const pickFields = ({
  label,
  code,
  enabled,
  verified,
  info,
  smartphone,
  notes,
  internal_ip,
  expected_ip,
}: RegistryPeer) => ({
  ...{ label, code, enabled, verified, info, smartphone, notes, internal_ip, expected_ip },
});
