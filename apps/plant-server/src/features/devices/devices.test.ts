import * as channels from '@varco/contract/plant/alert-channels.ts';
import { addOwnPush } from '@varco/contract/plant/own-push.ts';
import * as api from '@varco/contract/plant/devices.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startHttpChannels, type TestHttpService } from '../../testing/channel-receivers.ts';
import { buildApiKeyHeader } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { NOW, type TestPlant } from '../../testing/test-plant.ts';

const ADMIN = 'amministratore';
const OPERATOR = 1;
let plant: TestPlant;
let service: TestHttpService;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ plant, service, close } = await startHttpChannels());
});
afterAll(() => close());
beforeEach(async () => {
  plant.clock.now = NOW;
  service.response = { status: 200 };
  service.calls.length = 0;
  for (const table of ['plant_device', 'alert', 'blacklist_entry', 'alert_recipient'])
    await plant.pool.query(`delete from ${table}`);
  await plant.pool.query('update plant_user set notifica_blacklist = true, can_manage_users = false, owned_by = null');
  await open('telegram', { indirizzo: service.origin, autorita: '' }, { segreto: '123:geheim' });
  await open('push', { contatto: 'centrale@example.org' });
});

async function open(tipo: string, impostazioni: object, more: object = {}): Promise<void> {
  const { body } = await plant.call(channels.readAlertChannels, {}, ADMIN);
  const { canali } = channels.readAlertChannels.response.parse(body);
  const ver = canali.find((channel) => channel.tipo === tipo)?.ver;
  const saved = { tipo, impostazioni, attivo: true, mostra_targa: true, ver, ...more };
  expect((await plant.callRaw(channels.saveAlertChannel, { body: saved }, ADMIN)).status).toBe(200);
}
const listDevices = async (query: object = {}, user = ADMIN) =>
  api.listDevices.response.parse((await plant.callRaw(api.listDevices, { query }, user)).body).objects;
const addDevice = (body: object, user = ADMIN) =>
  plant.callRaw(api.addDevice, { body: { kind: 'pc', nome: 'Ufficio', user_id: OPERATOR, ...body } }, user);
const addAndParse = async (body: object = {}, user = ADMIN) => {
  const answer = await addDevice(body, user);
  expect(answer.status).toBe(200);
  return api.addDevice.response.parse(answer.body);
};
const enrolDevice = (codice: string, browser: number | null, user = 'operatore') =>
  plant.callRaw(api.enrolDevice, { body: { codice, browser } }, user);
const renewCode = (id: string, user = ADMIN) => plant.callRaw(api.renewDeviceCode, { params: { id }, body: {} }, user);
const revokeDevice = (id: string, user = ADMIN) => plant.callRaw(api.removeDevice, { params: { id } }, user);
const PUSH_KEYS = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
const subscribe = async (place: string, user = 'operatore', more: object = {}): Promise<number> => {
  const body = {
    nome: `Firefox ${place}`,
    endpoint: `https://localhost/${place}`,
    ...PUSH_KEYS,
    tipi: ['rca'],
    ...more,
  };
  const answer = await plant.callRaw(addOwnPush, { body }, user);
  expect(answer.status).toBe(200);
  return addOwnPush.response.parse(answer.body).id;
};
const smartphone = (id: number, android_id: string, more: object = {}, user = ADMIN) =>
  plant.callRaw(
    api.addSmartphone,
    { params: { id }, body: { android_id, nome: 'Pattuglia 1', user_id: id, ...more } },
    user,
  );
const associated = { error: { code: 'conflict', sub_code: 'device_already_associated' } };

it('PMGMT-06 DEV-01 a browser enrolled with the code is a device, receives, and receives nothing once revoked', async () => {
  const { device, codice } = await addAndParse();
  expect(device).toMatchObject({
    id: expect.stringMatching(/^d\d+$/),
    kind: 'pc',
    stato: 'attesa',
    username: 'operatore',
  });
  expect(codice.codice).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
  const browser = await subscribe('uno');
  expect((await enrolDevice(codice.codice.toLowerCase().replace('-', ' '), browser)).body).toMatchObject({
    id: device.id,
  });
  expect(await listDevices()).toMatchObject([
    { id: device.id, stato: 'attivo', registrato_il: NOW, ultimo_contatto: NOW },
  ]);
  // The browser subscribes again and stays the same device.
  await subscribe('uno');
  expect(await listDevices()).toMatchObject([{ id: device.id, stato: 'attivo' }]);
  expect((await revokeDevice(device.id)).status).toBe(204);
  expect(await listDevices()).toEqual([]);
  const { rows } = await plant.pool.query('select 1 from alert_recipient');
  expect(rows).toHaveLength(0);
  expect(plant.audit.records.filter(({ action }) => action.startsWith('devices.')).map(({ action }) => action)).toEqual(
    ['devices.save', 'devices.enrol', 'devices.search', 'devices.search', 'devices.delete', 'devices.search'],
  );
});

it('a code is good once, for half an hour, for whom it was made, and kept as a hash only', async () => {
  const { device, codice } = await addAndParse();
  const bare = codice.codice.replace('-', '');
  const { rows } = await plant.pool.query<{ row: string }>('select d::text as row from plant_device as d');
  expect(rows[0]?.row).not.toContain(bare);
  expect(JSON.stringify(plant.audit.records)).not.toContain(codice.codice);
  const browser = await subscribe('uno');
  expect((await enrolDevice(codice.codice, await subscribe('altrui', 'breve'), 'breve')).status).toBe(404);
  expect((await enrolDevice('AAAAA-AAAAA', browser)).status).toBe(404);
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + api.DEVICE_CODE_MINUTES * 60_000);
  expect((await enrolDevice(codice.codice, browser)).status).toBe(404);
  expect((await listDevices({ kind: 'pc' })).find(({ id }) => id === device.id)).toMatchObject({ stato: 'registrare' });
  const next = api.DeviceCode.parse((await renewCode(device.id)).body);
  expect((await enrolDevice(codice.codice, browser)).status).toBe(404);
  expect((await enrolDevice(next.codice, null)).body).toMatchObject({ error: { sub_code: 'push_needed' } });
  expect((await enrolDevice(next.codice, browser)).status).toBe(200);
  expect((await enrolDevice(next.codice, browser)).status).toBe(404);
});

it('two who enter one code at once: one device', async () => {
  const { codice } = await addAndParse({ user_id: null });
  const [one, other] = [await subscribe('uno'), await subscribe('due', 'breve')];
  const answers = await Promise.all([enrolDevice(codice.codice, one), enrolDevice(codice.codice, other, 'breve')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
});

it('ERR-33 BLK-38 a device that is associated is refused a second time', async () => {
  const browser = await subscribe('uno');
  const [first, second] = [await addAndParse(), await addAndParse({ nome: 'Altro' })];
  expect((await enrolDevice(first.codice.codice, browser)).status).toBe(200);
  expect((await enrolDevice(second.codice.codice, browser)).body).toMatchObject(associated);
  expect((await renewCode(first.device.id)).body).toMatchObject(associated);
  expect((await smartphone(OPERATOR, 'a1b2c3d4e5')).status).toBe(200);
  expect((await smartphone(6, 'A1B2C3D4E5')).body).toMatchObject(associated);
});

it('PLAPI-50 USR-10 a smartphone is registered by its Android id and receives once it was enrolled', async () => {
  const answer = await smartphone(OPERATOR, 'f00dbabe01');
  expect(answer.body).toMatchObject({
    kind: 'smartphone',
    android_id: 'f00dbabe01',
    stato: 'registrare',
    user_id: OPERATOR,
  });
  const { id } = api.Device.parse(answer.body);
  const { codice } = api.DeviceCode.parse((await renewCode(id)).body);
  expect(
    (await enrolDevice(codice, await subscribe('telefono', 'operatore', { dispositivo: 'smartphone' }))).status,
  ).toBe(200);
  expect(await listDevices({ kind: 'smartphone' })).toMatchObject([{ id, stato: 'attivo' }]);
  expect((await smartphone(OPERATOR, 'x', {})).status).toBe(400);
  expect((await smartphone(OPERATOR, 'abcdef', { user_id: 2 })).status).toBe(400);
  expect((await smartphone(99_999, 'abcdef')).status).toBe(404);
});

it('a Telegram chat gets its code there and nowhere else; confirmed, it is told of alerts with the rights of its person', async () => {
  const { device, codice } = await addAndParse({ kind: 'telegram', nome: 'Bassi', chat: '4711' });
  expect(codice).toMatchObject({ codice: '', inviato: true });
  const [call] = service.calls;
  const message = call?.body.toString() ?? '';
  expect(message).toContain('"chat_id":4711');
  const sent = /[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}/.exec(message)?.[0] ?? '';
  expect((await enrolDevice(sent, null)).status).toBe(200);
  expect(await listDevices({ kind: 'telegram' })).toMatchObject([{ id: device.id, stato: 'attivo', chat: '4711' }]);
  service.calls.length = 0;
  await insertBlacklistRow(plant.pool, 'AE111AA');
  const pass = async (seconds: number) => {
    const reads = [{ varco_id: 1, targa: 'AE111AA', data: toIsoInstant(parseInstantMs(NOW) - seconds * 1000) }];
    await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
    await plant.deps.alerts.publishPending();
    await plant.deps.channels.flush();
  };
  await pass(5);
  expect(service.calls[0]?.body.toString()).toContain('AE111AA');
  expect((await listDevices())[0]?.ultimo_contatto).toBe(NOW);
  service.calls.length = 0;
  await revokeDevice(device.id);
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 3_600_000);
  await pass(-3_000);
  expect(service.calls).toHaveLength(0);
  plant.clock.now = NOW;
  await addDevice({ kind: 'telegram', chat: '12' });
  expect((await addDevice({ kind: 'telegram', chat: '12' })).body).toMatchObject(associated);
});

it('a chat that cannot be written to is told to whoever registers it', async () => {
  service.response = { status: 400, body: '{"description":"chat not found"}' };
  const { device, codice } = await addAndParse({ kind: 'telegram', chat: '4711' });
  expect(codice).toMatchObject({ codice: '', inviato: false });
  expect((await renewCode(device.id)).body).toMatchObject({ inviato: false });
});

it('what receives without having been registered is a device too, and ends when revoked', async () => {
  await subscribe('uno', 'operatore', { dispositivo: 'smartphone' });
  await plant.callRaw(
    channels.addAlertRecipient,
    { body: { canale: 'telegram', nome: 'Centrale', indirizzo: '-10077', tipi: ['rca'] } },
    ADMIN,
  );
  const all = await listDevices();
  expect(all.map(({ kind, nome, user_id: user }) => [kind, nome, user])).toEqual([
    ['telegram', 'Centrale', null],
    ['smartphone', 'Firefox uno', OPERATOR],
  ]);
  expect((await listDevices({ assigned: 'false' })).map(({ nome }) => nome)).toEqual(['Centrale']);
  expect((await listDevices({ assigned: 'true' })).map(({ nome }) => nome)).toEqual(['Firefox uno']);
  expect((await listDevices({ q: 'OPERAT' })).map(({ nome }) => nome)).toEqual(['Firefox uno']);
  expect((await listDevices({ user_id: 6 })).length).toBe(0);
  for (const { id } of all) expect((await revokeDevice(id)).status).toBe(204);
  expect(await listDevices()).toEqual([]);
});

it('a device is renamed, and given to another while nobody enrolled it', async () => {
  const { device, codice } = await addAndParse();
  const put = (body: object) => plant.callRaw(api.updateDevice, { params: { id: device.id }, body }, ADMIN);
  expect((await put({ nome: 'Banco', user_id: 6 })).body).toMatchObject({ nome: 'Banco', username: 'breve' });
  expect((await enrolDevice(codice.codice, await subscribe('due', 'breve'), 'breve')).status).toBe(200);
  expect((await put({ nome: 'Banco 2', user_id: 6 })).body).toMatchObject({ nome: 'Banco 2', stato: 'attivo' });
  expect((await put({ nome: 'Banco 2', user_id: OPERATOR })).body).toMatchObject(associated);
  expect((await put({ nome: 'Banco 2', user_id: 99_999 })).status).toBe(409);
});

it('without the channel there is nothing to enrol', async () => {
  await plant.pool.query('update alert_channel set is_enabled = false');
  for (const more of [{ kind: 'pc' }, { kind: 'telegram', chat: '1' }])
    expect((await addDevice(more)).body).toMatchObject({ error: { sub_code: 'channel_off' } });
});

it('RTE-19 devices are managed as users are: everybody’s from level 8 on, else those of one’s own users', async () => {
  const { device } = await addAndParse({ user_id: 6 });
  const { device: spare } = await addAndParse({ user_id: null, nome: 'Scorta' });
  for (const call of [
    () => plant.callRaw(api.listDevices, { query: {} }, 'operatore'),
    () => addDevice({}, 'operatore'),
    () => revokeDevice(device.id, 'operatore'),
    () => renewCode(device.id, 'operatore'),
    () => smartphone(6, 'abcdef', {}, 'operatore'),
  ])
    expect((await call()).status).toBe(403);
  await plant.pool.query(`update plant_user set can_manage_users = true where username = 'operatore'`);
  expect(await listDevices({}, 'operatore')).toEqual([]);
  for (const { id } of [device, spare]) {
    expect((await revokeDevice(id, 'operatore')).status).toBe(404);
    expect((await renewCode(id, 'operatore')).status).toBe(404);
  }
  expect((await smartphone(6, 'abcdef', {}, 'operatore')).status).toBe(404);
  expect((await addDevice({ user_id: 6 }, 'operatore')).status).toBe(404);
  await plant.pool.query('update plant_user set owned_by = 1 where id = 6');
  expect((await listDevices({}, 'operatore')).map(({ id }) => id)).toEqual([device.id]);
  expect((await smartphone(6, 'abcdef', {}, 'operatore')).status).toBe(200);
  expect((await revokeDevice(device.id, 'operatore')).status).toBe(204);
  expect((await plant.callRaw(api.listDevices, { query: {} })).status).toBe(401);
});

it.each([
  ['no name', { nome: ' ' }],
  ['a kind there is not', { kind: 'radio' }],
  ['a chat that is none', { kind: 'telegram', chat: '1;drop' }],
  ['a chat of a browser', { chat: '1' }],
  ['an unknown field', { admin: true }],
])('%s is refused', async (_, more) => {
  expect((await addDevice(more)).status).toBe(400);
});
