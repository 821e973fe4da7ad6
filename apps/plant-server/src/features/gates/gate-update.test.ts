import { updateGate, type GateChangeBody } from '@varco/contract/plant/gate-update.ts';
import { Gate, listGates } from '@varco/contract/plant/gates.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { injectRaw, type InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { NOW, PLANT, REASON, startTestPlant, USERS, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  const limited = { ...USERS[1]!, id: 31, uuid: '00000000-0000-4000-8000-000000000031', username: 'capo1', gates: [1] };
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS), users: [...PLANT.users, limited] });
});
afterAll(() => plant.close());

const put = async (id: unknown, body: unknown, user = 'amministratore'): Promise<InjectResponse> =>
  injectRaw(plant.app, updateGate, { params: { id }, body }, { token: await plant.token(user) });
const changed = async (id: number, body: GateChangeBody): Promise<Gate> => {
  const answer = await put(id, body);
  expect(answer.status).toBe(200);
  return Gate.parse(answer.body);
};
const read = async (id: number): Promise<Gate> => {
  const { body } = await plant.call(listGates, { query: {} }, 'amministratore');
  const found = (body as { objects: Gate[] }).objects.find((gate) => gate.id === id);
  return Gate.parse(found);
};

test('PLAPI-21 PMAP-01 PMAP-03 saves the gate fields, leaves the others, and records before and after', async () => {
  const before = await read(1);
  await plant.token('amministratore');
  const start = plant.audit.records.length;
  const fields = {
    fullname: '  Porta  Fiume nord ',
    desc: 'ponte vecchio',
    ordine: 7,
    gps_lat: 44.15,
    gps_lon: 12.25,
    note: 'lampione',
    lane2: true,
    direction: 2,
    modello_cam: 'Prova X1',
    url_video: 'https://video.example/1',
    boundary: true,
  };
  const answer = await changed(1, fields);
  expect(answer).toEqual({
    ...before,
    ...fields,
    fullname: 'Porta Fiume nord',
    updated: NOW,
    updated_by: 'amministratore',
  });
  expect(await read(1)).toEqual(answer);
  expect(plant.audit.records.slice(start)).toMatchObject([
    {
      action: 'gates.update',
      outcome: 'ok',
      actor: { name: 'amministratore' },
      detail: { gate: 1, before: { fullname: 'Porta Fiume', direction: 0 }, after: { fullname: 'Porta Fiume nord' } },
    },
  ]);
  expect(await changed(1, { note: '' })).toEqual({ ...answer, note: '' });
});

test('PLAPI-21 a gate is sent back as it was read; what only the plant knows is not changed by it', async () => {
  const gate = await read(3);
  const { direction } = await changed(3, { ...gate, last_plate_date: NOW, stato: 'online', direction: 3 });
  expect(direction).toBe(3);
  expect(await read(3)).toEqual({ ...gate, direction: 3, updated: NOW, updated_by: 'amministratore' });
  expect(await changed(3, { ...gate, updated: NOW, gps_lat: null, gps_lon: null })).toMatchObject({ stato: 'nogps' });
  expect(await changed(3, { enabled: false })).toMatchObject({ stato: 'disabled' });
});

test('PLAPI-21 whoever read the gate before another saved it is told', async () => {
  const gate = await read(2);
  plant.clock.now = '2026-11-20T14:32:00.000Z';
  await changed(2, { ...gate, note: 'primo' });
  expect(await put(2, { ...gate, note: 'secondo' })).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict' } },
  });
  expect((await read(2)).note).toBe('primo');
  plant.clock.now = NOW;
});

test.each([
  [{ gps_lat: 44 }],
  [{ gps_lat: 44, gps_lon: null }],
  [{ gps_lat: 91, gps_lon: 12 }],
  [{ gps_lat: 44, gps_lon: -181 }],
  [{ gps_lat: '44', gps_lon: '12' }],
  [{ fullname: '   ' }],
  [{ fullname: 'x'.repeat(121) }],
  [{ fullname: 'A\u202eB' }],
  [{ note: 'A\u0000B' }],
  [{ direction: 5 }],
  [{ direction: 1.5 }],
  [{ ordine: -1 }],
  [{ url_video: 'javascript:alert(1)' }],
  [{ url_video: 'https://user:secret@video.example/1' }],
  [{ admin: true }],
])('PLAPI-21 refuses %j', async (body) => {
  expect(await put(1, body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
});

test('PLAPI-21 a name belongs to one gate, case and accents aside; an unknown gate is not found', async () => {
  expect(await put(2, { fullname: 'pónte VECCHIO' })).toMatchObject({
    status: 409,
    body: { error: { code: 'duplicate' } },
  });
  expect((await put(99, { note: 'x' })).status).toBe(404);
  expect((await put('0', {})).status).toBe(400);
  expect((await put("1' or 1=1", {})).status).toBe(400);
  expect((await changed(2, { fullname: 'PORTA SANTI' })).fullname).toBe('PORTA SANTI');
});

test('PLAPI-21 TPERM-13 only administrators of the plant, and of their own gates', async () => {
  for (const user of ['operatore', 'comune', 'quattro', 'oscurato'])
    expect(await put(1, { note: 'x' }, user)).toMatchObject({ status: 403, body: { error: { sub_code: 'level' } } });
  expect((await put(1, { note: 'mio' }, 'capo1')).status).toBe(200);
  expect(await put(2, { note: 'x' }, 'capo1')).toMatchObject({
    status: 403,
    body: { error: { sub_code: 'gate_not_allowed' } },
  });
  expect((await plant.callRaw(updateGate, { params: { id: 1 }, body: {} })).status).toBe(401);
});

test('PLAPI-21 later reads have the new direction and place at once; the camera’s own word counts before it', async () => {
  await changed(4, { direction: 1, gps_lat: 45.5, gps_lon: 11.5 });
  const body = {
    reads: [
      { varco_id: 4, targa: 'GU001AA', data: NOW },
      { varco_id: 4, targa: 'GU002AA', data: NOW, direction: 2 },
    ],
  };
  const sent = await injectRaw(plant.app, ingestReads, { body }, { headers: buildApiKeyHeader('all') });
  const ids = (sent.body as { results: { id: string }[] }).results.map((one) => one.id);
  const details = await Promise.all(
    ids.map(async (id) => (await plant.call(getTransit, { params: { id } }, 'operatore', REASON)).body),
  );
  expect(details).toMatchObject([
    { direction: 1, varco: 'Magazzino', gps_lat: 45.5, gps_lon: 11.5 },
    { direction: 2, varco: 'Magazzino' },
  ]);
});

test('no entry in the log, no change', async () => {
  plant.audit.refuseWrites();
  expect((await put(4, { note: 'mai' })).status).toBe(503);
  expect((await read(4)).note).toBe('');
});
