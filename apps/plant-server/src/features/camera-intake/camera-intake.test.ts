import { CameraWithKey, revokeCamera, rotateCameraKey, updateCamera } from '@varco/contract/plant/camera-intake.ts';
import { CameraReading, getCameraMessage, retryCameraMessage } from '@varco/contract/plant/camera-messages.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { buildHikvisionBody, buildHikvisionForm } from '../../testing/camera-bodies.ts';
import { createPhoto } from '../../testing/send-pictures.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { recordIngestSummaries } from '../ingest/ingest-summary.ts';
import { expireCameraIntake } from './expire-intake.ts';
import { ADMIN, at, createCameraClient, FIELDS } from '../../testing/camera-client.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());

const { add, send, sendTo, cameraOf, search, messagesOf } = createCameraClient(() => plant);

test('a read of a camera is a transit that a search finds, with its pictures, and is stored once however often it is sent', async () => {
  const camera = await add('Fiume nord');
  const [scene, plate] = [await createPhoto('#334455'), await createPhoto('#ffffff', 200, 60)];
  const body = buildHikvisionForm(
    { plate: 'CA001ME', at: '2026-11-20T15:31:00+01:00', uuid: 'e-1' },
    {
      'licensePlatePicture.jpg': plate,
      'detectionPicture.jpg': scene,
    },
  );
  for (const path of [`/api/camera/${camera.chiave}`, `/api/camera/${camera.chiave}/ISAPI/Event?x=1`]) {
    const answer = await send(path, body);
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
  }
  const found = await search('CA001ME');
  expect(found).toMatchObject([{ varco_id: 1, data: '2026-11-20T14:31:00.000Z', speed: 47, lane: 2 }]);
  const { rows } = await plant.pool.query(
    `select t.flags, p.full_hash <> '' as "full", p.plate_hash <> '' as plate from transit as t join transit_picture as p using (plate, ts, id) where plate = 'CA001ME'`,
  );
  expect(rows).toEqual([{ flags: 3, full: true, plate: true }]);
  expect(await cameraOf(camera)).toMatchObject({
    stato: 'attiva',
    ultima_lettura: NOW,
    oggi: { letture: 1, ripetute: 1, rifiutati: 0 },
    errore_orologio: 58_000,
  });
});

test('the key may come as bearer, as the password of any user, or in the path; with none the password is asked for', async () => {
  const camera = await add('Fiume sud');
  const event = { plate: 'CA002ME', at: at(30) };
  const basic = `Basic ${Buffer.from(`admin:${camera.chiave}`).toString('base64')}`;
  for (const authorization of [`Bearer ${camera.chiave}`, basic])
    expect((await send('/api/camera', buildHikvisionBody(event), { authorization })).statusCode).toBe(200);
  // A camera whose page asks for a user sends it although the key is in the path.
  const other = { authorization: 'Basic YWRtaW46YWRtaW4=' };
  expect((await send(`/api/camera/${camera.chiave}`, buildHikvisionBody(event), other)).statusCode).toBe(200);
  const bare = await send('/api/camera', buildHikvisionBody(event));
  expect([bare.statusCode, bare.headers['www-authenticate']]).toEqual([
    401,
    [
      expect.stringContaining('algorithm=MD5'),
      expect.stringContaining('algorithm=SHA-256'),
      'Basic realm="Varco", charset="UTF-8"',
    ],
  ]);
  const wrong = { authorization: `Bearer ${'x'.repeat(43)}` };
  expect((await send('/api/camera', buildHikvisionBody(event), wrong)).statusCode).toBe(401);
  expect(await search('CA002ME')).toHaveLength(1);
});

test('a wrong key, a revoked, a replaced one and one from another network get the same refusal', async () => {
  const [revoked, replaced, far, near] = [
    await add('Revocata'),
    await add('Sostituita'),
    await add('Lontana', { reti: ['203.0.113.0/24', '2001:db8::/32'] }),
    await add('Vicina', { reti: ['203.0.113.0/24', '127.0.0.1'] }),
  ];
  expect((await plant.call(revokeCamera, { params: { id: revoked.camera.id } }, ADMIN)).status).toBe(204);
  const renewed = CameraWithKey.parse(
    (await plant.call(rotateCameraKey, { params: { id: replaced.camera.id } }, ADMIN)).body,
  );
  const body = buildHikvisionBody({ plate: 'CA003ME', at: at(20) });
  const refusals = await Promise.all(
    ['x'.repeat(43), 'short', revoked.chiave, replaced.chiave, far.chiave].map(async (key) => {
      const answer = await send(`/api/camera/${key}`, body);
      const { error } = z.object({ error: z.object({ code: z.string(), path: z.string() }) }).parse(answer.json());
      return [answer.statusCode, error.code, error.path, Object.keys(answer.headers).sort().join()];
    }),
  );
  expect(refusals[0]?.slice(0, 2)).toEqual([404, 'not_found']);
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  expect(await search('CA003ME')).toEqual([]);
  expect((await sendTo(renewed, body)).statusCode).toBe(200);
  expect((await sendTo(near, body)).statusCode).toBe(200);
  expect(near.camera.reti.toSorted()).toEqual(['127.0.0.1/32', '203.0.113.0/24']);
  expect((await cameraOf(revoked)).stato).toBe('revocata');
  expect((await plant.call(rotateCameraKey, { params: { id: revoked.camera.id } }, ADMIN)).status).toBe(409);
});

test('messages about one event within a minute are one transit; another plate under the same id is another vehicle', async () => {
  const camera = await add('Ponte');
  const event = (plate: string, seconds: number, uuid = 'track-9') =>
    buildHikvisionBody({ plate, at: at(seconds), uuid });
  const answers = await Promise.all([50, 49, 48, 50].map((seconds) => sendTo(camera, event('CA004ME', seconds))));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(await search('CA004ME')).toHaveLength(1);
  await sendTo(camera, event('CA005ME', 47));
  expect(await search('CA005ME')).toHaveLength(1);
  // The counter of the camera started again.
  await sendTo(camera, event('CA004ME', 400, 'track-10'));
  await sendTo(camera, event('CA004ME', 500, 'track-10'));
  expect(await search('CA004ME')).toHaveLength(3);
  expect((await cameraOf(camera)).oggi).toMatchObject({ letture: 4, ripetute: 3 });
});

test('in trial nothing counts: the message is kept, shown with its fields and the transit it would make, and stored when wanted', async () => {
  const camera = await add('In prova', { prova: true });
  const params = { id: camera.camera.id };
  expect((await sendTo(camera, buildHikvisionBody({ plate: 'CA006ME', at: at(10) }))).statusCode).toBe(200);
  expect(await search('CA006ME')).toEqual([]);
  const [message] = await messagesOf(camera);
  expect(message).toMatchObject({ stato: 'prova', motivo: null });
  const one = { ...params, message: message?.id ?? '' };
  const shown = await plant.call(getCameraMessage, { params: one }, ADMIN);
  const { lettura } = z.object({ lettura: CameraReading }).parse(shown.body);
  expect(lettura).toMatchObject({
    esito: 'letture',
    famiglia: 'hikvision',
    veicoli: [{ targa: 'CA006ME', lettura: { varco_id: 1, targa: 'CA006ME', speed: 47, lane: 2 }, motivo: null }],
  });
  expect(lettura.campi.map(({ valore }) => valore)).toContain('CA006ME');
  expect(lettura.testo).toContain('<licensePlate>CA006ME</licensePlate>');
  expect(plant.audit.records.at(-1)).toMatchObject({ action: 'cameras.message', count: 1 });
  const { rows } = await plant.pool.query<{ sealed: Buffer }>('select sealed from camera_message where id = $1', [
    message?.id,
  ]);
  expect(rows[0]?.sealed.includes('CA006ME')).toBe(false);
  expect((await cameraOf(camera)).stato).toBe('prova');
  const stored = await plant.call(retryCameraMessage, { params: one }, ADMIN);
  expect(stored.body).toEqual({ memorizzate: 1, ripetute: 0, senza_targa: 0, rifiutate: 0, motivo: null });
  expect(await search('CA006ME')).toHaveLength(1);
  expect(await messagesOf(camera)).toEqual([]);
  const ended = { ...FIELDS, nome: 'In prova', updated: (await cameraOf(camera)).updated };
  expect((await plant.call(updateCamera, { params, body: ended }, ADMIN)).status).toBe(200);
  await sendTo(camera, buildHikvisionBody({ plate: 'CA007ME', at: at(9) }));
  expect(await search('CA007ME')).toHaveLength(1);
});

test('what is refused is acknowledged and kept for a week, and stored once the camera is set up right', async () => {
  const camera = await add('Da mappare', { famiglia: 'generic' });
  const body = {
    type: 'application/json',
    bytes: Buffer.from(JSON.stringify({ foto: 1, dati: { letta: 'CA008ME', quando: at(5) } })),
  };
  expect((await sendTo(camera, body)).statusCode).toBe(200);
  const [message] = await messagesOf(camera);
  expect(message).toMatchObject({ stato: 'rifiutato', motivo: 'mapping_missing' });
  expect((await cameraOf(camera)).stato).toBe('rifiutata');
  const params = { id: camera.camera.id, message: message?.id ?? '' };
  const retry = async () => (await plant.call(retryCameraMessage, { params }, ADMIN)).body;
  expect(await retry()).toMatchObject({ memorizzate: 0, motivo: 'mapping_missing' });
  const mappatura = {
    each: '',
    fields: { plate: ['dati.letta'], at: ['dati.quando'] },
    dateOrder: 'dmy' as const,
    confidenceScale: 'auto' as const,
    noPlateWords: [],
  };
  const repaired = { ...FIELDS, nome: 'Da mappare', famiglia: 'generic', mappatura, updated: camera.camera.updated };
  expect((await plant.call(updateCamera, { params: { id: camera.camera.id }, body: repaired }, ADMIN)).status).toBe(
    200,
  );
  expect(await retry()).toMatchObject({ memorizzate: 1, motivo: null });
  expect(await search('CA008ME')).toMatchObject([{ data: toIsoInstant(parseInstantMs(NOW) - 5000) }]);
  await sendTo(camera, { type: 'image/x-nothing', bytes: Buffer.from('???') });
  expect(await messagesOf(camera)).toHaveLength(1);
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 8 * 86_400_000);
  await expireCameraIntake(plant.deps);
  plant.clock.now = NOW;
  expect(await messagesOf(camera)).toEqual([]);
});

test('a vehicle without a plate is counted apart and never gets one; times far ahead are refused and kept', async () => {
  const camera = await add('Senza targa');
  for (const [index, plate] of ['unknown', '', 'NO PLATE'].entries())
    expect((await sendTo(camera, buildHikvisionBody({ plate, at: at(3 + index) }))).statusCode).toBe(200);
  await sendTo(camera, buildHikvisionBody({ plate: 'CA009ME', at: at(-3600) }));
  await sendTo(camera, buildHikvisionBody({ plate: 'CA010ME', at: at(2), confidence: 31 }));
  expect((await cameraOf(camera)).oggi).toEqual({ letture: 1, senza_targa: 3, incerte: 1, ripetute: 0, rifiutati: 1 });
  expect(await messagesOf(camera)).toMatchObject([{ motivo: 'future_time' }]);
  expect(await search('CA009ME')).toEqual([]);
});

test('a test without a body is a contact; an address may have a query, any method and no type', async () => {
  const camera = await add('Contatti');
  const url = `/api/camera/${camera.chiave}`;
  for (const method of ['GET', 'POST', 'PUT'] as const)
    expect((await plant.app.inject({ method, url })).statusCode).toBe(200);
  expect(await messagesOf(camera)).toEqual([]);
  const { bytes } = buildHikvisionBody({ plate: 'CA011ME', at: at(2) });
  expect(
    (await plant.app.inject({ method: 'PUT', url, headers: { 'content-length': bytes.length }, payload: bytes }))
      .statusCode,
  ).toBe(200);
  for (const type of ['', 'text', ';;;', 'multipart/form-data', 'text/xml; charset=utf-16; boundary="'])
    expect((await send(url, { type, bytes })).statusCode, type).toBe(200);
  expect(await search('CA011ME')).toHaveLength(1);
  expect((await plant.app.inject({ method: 'DELETE', url })).statusCode).toBe(405);
});

test('the hourly entry of the consultation log names the camera and counts its reads', async () => {
  const camera = await add('Riepilogo');
  await sendTo(camera, buildHikvisionBody({ plate: 'CA014ME', at: at(1) }));
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 2 * 3_600_000);
  await recordIngestSummaries(plant.deps);
  plant.clock.now = NOW;
  const entry = plant.audit.records.find(
    ({ action, actor }) => action === 'ingest.summary' && actor.name === 'Riepilogo',
  );
  expect(entry).toMatchObject({ actor: { kind: 'camera', group: 'camera' }, count: 1 });
});
