import {
  createCamera,
  listCameras,
  revokeCamera,
  rotateCameraKey,
  updateCamera,
} from '@varco/contract/plant/camera-intake.ts';
import {
  getCameraMessage,
  listCameraMessages,
  retryCameraMessage,
  tryCameraMessage,
} from '@varco/contract/plant/camera-messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHikvisionBody } from '../../testing/camera-bodies.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { ADMIN, at, createCameraClient, FIELDS } from '../../testing/camera-client.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());

const { add, sendTo, search, messagesOf } = createCameraClient(() => plant);

test('a body that is tried is read and nothing is stored', async () => {
  const { bytes, type } = buildHikvisionBody({ plate: 'CA012ME', at: at(1) });
  const body = {
    ...FIELDS,
    nome: undefined,
    prova: undefined,
    reti: undefined,
    famiglia: 'auto',
    tipo: type,
    nome_file: null,
    query: '',
    corpo: bytes.toString('base64'),
  };
  const answer = await plant.callRaw(tryCameraMessage, { body }, ADMIN);
  expect(answer.body).toMatchObject({
    esito: 'letture',
    famiglia: 'hikvision',
    veicoli: [{ targa: 'CA012ME', motivo: null }],
  });
  expect(await search('CA012ME')).toEqual([]);
  const { rows } = await plant.pool.query('select count(*)::int as n from camera_message');
  const again = await plant.callRaw(
    tryCameraMessage,
    { body: { ...body, corpo: Buffer.from('??').toString('base64') } },
    ADMIN,
  );
  expect(again.body).toMatchObject({ esito: 'rifiutato', veicoli: [] });
  expect((await plant.pool.query('select count(*)::int as n from camera_message')).rows).toEqual(rows);
});

test('only administrators see and change cameras, and content only with the right to plates; each change is logged without the key', async () => {
  const camera = await add('Diritti', { prova: true });
  await sendTo(camera, buildHikvisionBody({ plate: 'CA013ME', at: at(1) }));
  const [message] = await messagesOf(camera);
  const id = { id: camera.camera.id };
  const one = { ...id, message: message?.id ?? '' };
  const body = { ...FIELDS, nome: 'Diritti', updated: camera.camera.updated };
  const tried = { ...FIELDS, tipo: null, nome_file: null, query: '', corpo: '' };
  const calls = [
    [listCameras, {}],
    [createCamera, { body: { ...FIELDS, nome: 'Altra' } }],
    [updateCamera, { params: id, body }],
    [rotateCameraKey, { params: id }],
    [revokeCamera, { params: id }],
    [listCameraMessages, { params: id }],
    [getCameraMessage, { params: one }],
    [retryCameraMessage, { params: one }],
    [tryCameraMessage, { body: tried }],
  ] as const;
  for (const [endpoint, input] of calls) {
    for (const user of ['operatore', 'comune', 'limitato', 'oscurato'])
      expect((await plant.callRaw(endpoint, input, user)).status, `${endpoint.id} ${user}`).toBe(403);
    expect((await plant.callRaw(endpoint, input)).status, endpoint.id).toBe(401);
  }
  const setRights = (text: string) => plant.pool.query(`update plant_user set ${text} where username = $1`, [ADMIN]);
  await setRights('sees_plates = false');
  expect((await plant.call(getCameraMessage, { params: one }, ADMIN)).status).toBe(403);
  await setRights("sees_plates = true, gates = '{2}'");
  expect((await plant.call(getCameraMessage, { params: one }, ADMIN)).status).toBe(403);
  await setRights('gates = null');
  expect((await plant.call(getCameraMessage, { params: one }, ADMIN)).status).toBe(200);
  const other = await add('Diritti 2');
  expect((await plant.call(getCameraMessage, { params: { ...one, id: other.camera.id } }, ADMIN)).status).toBe(404);
  const log = JSON.stringify(plant.audit.records);
  expect(log).not.toContain(camera.chiave);
  expect(log).not.toContain('CA013ME');
  expect(plant.audit.records.filter(({ action }) => action === 'cameras.save').length).toBeGreaterThan(0);
});

test.each([
  ['a family there is not', { famiglia: 'nessuna' }],
  ['a zone there is not', { fuso: 'Europe/Atlantide' }],
  ['a gate there is not', { varco_id: 99 }],
  ['a network that is none', { reti: ['300.1.1.1/8'] }],
  [
    'a mapping to an unknown field',
    { mappatura: { each: '', fields: { admin: ['x'] }, dateOrder: 'dmy', confidenceScale: 'auto', noPlateWords: [] } },
  ],
  ['no name', { nome: ' ' }],
  ['an unknown member', { key_hash: 'x' }],
])('%s is refused', async (_, more) => {
  expect((await plant.callRaw(createCamera, { body: { ...FIELDS, nome: 'Cattiva', ...more } }, ADMIN)).status).toBe(
    400,
  );
});

test('a name is used once, and a camera is not changed over the work of another', async () => {
  const camera = await add('Unica');
  const save = (body: object) => plant.callRaw(createCamera, { body: { ...FIELDS, ...body } }, ADMIN);
  expect((await save({ nome: 'UNICA' })).body).toMatchObject({ error: { code: 'duplicate' } });
  const body = { ...FIELDS, nome: 'Unica', updated: at(100) };
  expect((await plant.call(updateCamera, { params: { id: camera.camera.id }, body }, ADMIN)).status).toBe(409);
  await plant.call(revokeCamera, { params: { id: camera.camera.id } }, ADMIN);
  expect((await save({ nome: 'unica' })).status).toBe(200);
});
