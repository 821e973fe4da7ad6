import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/portal/peers.ts';
import { getUser, PortalUser } from '@varco/contract/portal/user.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
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

let portal: TestPortal;
let admin: BrowserSession;
let bruni: BrowserSession;
const cesena = createPlant('Cesena');

beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(
    portal,
    [createPerson('capo', { isAdmin: true }), createPerson('bruni'), createPerson('verdi')],
    [cesena],
  );
  admin = await signInAs(portal, 'capo');
  bruni = await signInAs(portal, 'bruni');
});
afterAll(() => portal.close());

const fields = (change: object = {}) => ({
  label: 'Ravenna Porto',
  code: 'RAV',
  expected_ip: null,
  internal_ip: null,
  enabled: true,
  verified: false,
  info: '',
  smartphone: '',
  notes: '',
  ...change,
});
const update = (peer: number, body: unknown, token = admin.token) =>
  injectRaw(portal.app, api.updatePeer, { params: { peer }, body }, { token });
const list = async () => {
  const answer = await injectRaw(portal.app, api.listPeers, {}, { token: admin.token });
  return api.listPeers.response.parse(answer.body).peers;
};
/** A plant of the registry with these fields. */
const made = async (change: object = {}) => {
  const plant = createPlant(`Ravenna${randomUUID().slice(0, 8)}`);
  await seedPeople(portal, [], [plant]);
  const peer = (await list()).find(({ uuid }) => uuid === plant.uuid);
  const answer = await update(peer?.id ?? 0, fields(change));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return api.RegistryPeer.parse(answer.body);
};

describe('registry of plants', () => {
  it('PLANT-12 PLANT-01 ADM-02 an administrator changes a plant and takes it out, each recorded', async () => {
    const peer = await made({ label: ' Forlì Sud ', internal_ip: '10.1.0.2', notes: 'armadio 3', info: 'fibra' });
    expect(peer).toMatchObject({ label: 'Forlì Sud', internal_ip: '10.1.0.2', external_ip: null, notes: 'armadio 3' });
    expect(portal.audit.records.at(-1)).toMatchObject({ action: 'peer.update', detail: { plant: peer.uuid } });
    const changed = await update(peer.id, fields({ smartphone: '+39 333 000 0000', verified: true }));
    expect(api.RegistryPeer.parse(changed.body)).toMatchObject({ smartphone: '+39 333 000 0000', verified: true });
    expect((await list()).map(({ id }) => id)).toContain(peer.id);
    const gone = await injectRaw(portal.app, api.deletePeer, { params: { peer: peer.id } }, { token: admin.token });
    expect(gone.status).toBe(204);
    expect(portal.audit.records.at(-1)).toMatchObject({ action: 'peer.delete' });
    expect((await list()).map(({ id }) => id)).not.toContain(peer.id);
    expect(formatError(await update(peer.id, fields()))).toBe('not_found');
  });

  it('PLANT-12 everybody else is refused, and nothing changes', async () => {
    const before = await list();
    const params = { peer: before[0]?.id ?? 1 };
    for (const token of [bruni.token]) {
      expect(formatError(await injectRaw(portal.app, api.listPeers, {}, { token }))).toBe('no_perms');
      expect(formatError(await update(params.peer, fields(), token))).toBe('no_perms');
      expect(formatError(await injectRaw(portal.app, api.deletePeer, { params }, { token }))).toBe('no_perms');
    }
    expect((await injectRaw(portal.app, api.listPeers, {})).status).toBe(401);
    expect(await list()).toEqual(before);
  });

  it('security 13: a plant seeded with the portal’s own address is not asked, one on this machine neither', async () => {
    const requested: string[] = [];
    const real = createOutboundClient({ allowedCidrs: [] });
    const watched: typeof real = {
      ...real,
      get: (url, options) => {
        requested.push(new URL(url).hostname);
        return real.get(url, options);
      },
    };
    await seedPeople(
      portal,
      [],
      [createPlant('Self', { url: 'https://portal.example' }), createPlant('Home', { url: 'http://localhost:1' })],
    );
    await probePeers(portal.deps, watched, new AbortController().signal);
    expect(requested).toContain('localhost');
    expect(requested).not.toContain('portal.example');
    expect((await list()).filter(({ reachable }) => reachable)).toEqual([]);
  });

  it.each([
    ['id', 7],
    ['last_seen', '2026-11-20T12:00:00.000Z'],
    ['reachable', true],
    ['external_ip', '8.8.8.8'],
    ['plant_code_hash', 'x'],
    ['uuid', randomUUID()],
    ['url', 'https://evil.example'],
    ['public_key', 'A'.repeat(43)],
  ])('mass assignment of %s is refused', async (field, value) => {
    const [peer] = await list();
    expect(formatError(await update(peer?.id ?? 0, fields({ [field]: value })))).toBe('bad_request/unknown_field');
  });

  it('hostile values are refused', async () => {
    const [peer] = await list();
    for (const change of [
      { label: '' },
      { label: ' ' },
      { label: 'x'.repeat(81) },
      { label: '\u202Eevil' },
      { code: 'TOOLONGX' },
      { code: '<b>' },
      { internal_ip: '10.0.0.0/8' },
      { expected_ip: 'localhost' },
      { notes: 'x'.repeat(2001) },
    ])
      expect((await update(peer?.id ?? 0, fields(change))).status).toBe(400);
  });
});

describe('registration by the code of the plant', () => {
  const register = (browser: BrowserSession, body: unknown, id = browser.userId) =>
    injectRaw(portal.app, api.registerPeer, { params: { id }, body }, { token: browser.token });
  const peersOf = async (browser: BrowserSession): Promise<string[]> => {
    const answer = await injectRaw(portal.app, getUser, { params: { id: browser.userId } }, { token: browser.token });
    return PortalUser.parse(answer.body).peer_list.map(({ uuid }) => uuid);
  };

  it('PLANT-12 PLANT-09 the right code ties the plant to the own list; a wrong one and an unknown plant are one answer', async () => {
    const peer = await made({ plant_code: 'quattro-mori' });
    expect(peer).toMatchObject({ has_plant_code: true });
    expect(JSON.stringify(peer)).not.toContain('quattro-mori');
    const refusals = [
      await register(bruni, { plant_uuid: peer.uuid, plant_code: 'sbagliato' }),
      await register(bruni, { plant_uuid: randomUUID(), plant_code: 'quattro-mori' }),
      await register(bruni, { plant_uuid: cesena.uuid, plant_code: 'quattro-mori' }),
    ];
    expect(refusals.map(formatError)).toEqual(['bad_credentials', 'bad_credentials', 'bad_credentials']);
    expect(await peersOf(bruni)).toEqual([]);
    const good = await register(bruni, { plant_uuid: peer.uuid, plant_code: 'quattro-mori' });
    expect(PortalUser.parse(good.body).peer_list.map(({ uuid }) => uuid)).toEqual([peer.uuid]);
    expect(portal.audit.records.at(-1)).toMatchObject({ action: 'user.register-plant', detail: { plant: peer.uuid } });
    expect((await register(bruni, { plant_uuid: peer.uuid, plant_code: 'quattro-mori' })).status).toBe(200);
  });

  it('PLANT-09 a switched-off plant cannot be joined, a code that is emptied opens nothing, one left out stays', async () => {
    const peer = await made({ plant_code: 'tre-galline' });
    const body = { plant_uuid: peer.uuid, plant_code: 'tre-galline' };
    const verdi = await signInAs(portal, 'verdi');
    await update(peer.id, fields({ enabled: false }));
    expect(formatError(await register(verdi, body))).toBe('bad_credentials');
    await update(peer.id, fields({ plant_code: '' }));
    expect(formatError(await register(verdi, body))).toBe('bad_credentials');
    await update(peer.id, fields({ plant_code: 'tre-galline' }));
    await update(peer.id, fields({ notes: 'x' }));
    expect((await register(verdi, body)).status).toBe(200);
  });

  it('API-08 for somebody else it is refused, to administrators too; guessing is slowed', async () => {
    const body = { plant_uuid: cesena.uuid, plant_code: 'x' };
    expect(formatError(await register(admin, body, bruni.userId))).toBe('no_perms');
    for (let i = 0; i < 10; i += 1) expect(formatError(await register(admin, body))).toBe('bad_credentials');
    expect(formatError(await register(admin, body))).toBe('rate_limit_exceeded');
  });
});
