import {
  type CameraBody,
  type CameraWithKey,
  revokeCamera,
  rotateCameraKey,
} from '@varco/contract/plant/camera-intake.ts';
import { listCameraMessages } from '@varco/contract/plant/camera-messages.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCamera, countPlate } from '../../testing/add-camera.ts';
import { buildHikvisionBody } from '../../testing/camera-bodies.ts';
import { type DigestClient, md, proveDigest, readNonces } from '../../testing/digest-client.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
});
afterAll(() => plant.close());
beforeEach(() => {
  plant.clock.now = NOW;
});

const ADMIN = 'amministratore';
const add = (nome: string, chosen: Partial<CameraBody> = {}): Promise<CameraWithKey> => addCamera(plant, nome, chosen);

const DAHUA = '/NotificationInfo/TollgateInfo';
const buildDahua = (plate: string): string =>
  JSON.stringify({
    Picture: {
      Plate: { IsExist: true, PlateNumber: plate, Confidence: 91 },
      SnapInfo: { DeviceID: 'Ponte', AccurateTime: '2026-11-20 15:31:00' },
    },
  });
interface Sent {
  readonly url?: string;
  readonly method?: 'POST' | 'PUT';
  readonly payload?: string | Buffer;
  readonly authorization?: string;
}
const send = ({ url = DAHUA, method = 'POST', payload = '', authorization }: Sent) =>
  plant.app.inject({ method, url, payload, ...(authorization === undefined ? {} : { headers: { authorization } }) });
/** Challenges of a plant, by algorithm. */
async function ask(url = DAHUA): Promise<ReadonlyMap<string, string>> {
  const answer = await send({ url, payload: 'x' });
  expect(answer.statusCode).toBe(401);
  const challenges = [answer.headers['www-authenticate'] ?? []].flat();
  expect(challenges.map((text) => text.split(' ', 1)[0])).toEqual(['Digest', 'Digest', 'Basic']);
  return readNonces(challenges);
}

/** The header a client makes of a challenge to send to the path of Dahua, unless another one is named. */
const prove = (answer: Partial<DigestClient> & Pick<DigestClient, 'user' | 'key' | 'nonce'>): string =>
  proveDigest({ uri: DAHUA, ...answer });

test.each([
  ['MD5', 'DG001ME'],
  ['SHA-256', 'DG002ME'],
])('a camera that can only do digest sends to a fixed path of its vendor: %s', async (algorithm, plate) => {
  const { chiave: key, utente: user } = await add(`Digest ${algorithm}`);
  const nonce = (await ask()).get(algorithm) ?? '';
  const authorization = prove({ user, key, nonce, algorithm });
  const answer = await send({ payload: buildDahua(plate), authorization });
  expect([answer.statusCode, answer.json()]).toEqual([200, { Result: true, Message: 'Success' }]);
  expect(await countPlate(plant, plate)).toBe(1);
  const next = prove({ user, key, nonce, algorithm, nc: '00000002' });
  expect((await send({ payload: buildDahua(`${plate}2`), authorization: next })).statusCode).toBe(200);
});

test('an answer is accepted once; a used or old nonce is told as stale, and the camera comes again', async () => {
  const { chiave: key, utente: user } = await add('Ripetuta');
  const nonce = (await ask()).get('MD5') ?? '';
  const authorization = prove({ user, key, nonce });
  expect((await send({ payload: buildDahua('DG003ME'), authorization })).statusCode).toBe(200);
  const replayed = await send({ payload: buildDahua('DG003XX'), authorization });
  expect(replayed.statusCode).toBe(401);
  expect([replayed.headers['www-authenticate']].flat()[0]).toContain('stale=true');
  expect(await countPlate(plant, 'DG003XX')).toBe(0);
  const old = (await ask()).get('MD5') ?? '';
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 301_000);
  const late = await send({ payload: buildDahua('DG003YY'), authorization: prove({ user, key, nonce: old }) });
  expect([late.statusCode, [late.headers['www-authenticate']].flat().join()]).toEqual([
    401,
    expect.stringContaining('stale=true'),
  ]);
  // The oldest form has no count: such a nonce is good for one message.
  const plain = (await ask()).get('MD5') ?? '';
  const once = prove({ user, key, nonce: plain, nc: null });
  expect((await send({ payload: buildDahua('DG003ZZ'), authorization: once })).statusCode).toBe(200);
  expect((await send({ payload: buildDahua('DG003ZZ'), authorization: once })).statusCode).toBe(401);
});

test('nobody else gets in: wrong key, user, nonce, address, method, algorithm, network, and keys that are over', async () => {
  const [camera, other, far] = [
    await add('Giusta'),
    await add('Altra'),
    await add('Rete lontana', { reti: ['203.0.113.0/24'] }),
  ];
  const revoked = await add('Da revocare');
  await plant.call(revokeCamera, { params: { id: revoked.camera.id } }, ADMIN);
  const replaced = await add('Da cambiare');
  await plant.call(rotateCameraKey, { params: { id: replaced.camera.id } }, ADMIN);
  const { chiave: key, utente: user } = camera;
  const nonce = (await ask()).get('MD5') ?? '';
  const good = { user, key, nonce };
  const wrong: readonly string[] = [
    prove({ ...good, key: 'x'.repeat(43) }),
    prove({ ...good, user: other.utente }),
    prove({ ...good, user: 'varco' }),
    prove({ ...good, user: `varco-' or 1=1` }),
    prove({ ...good, nonce: 'MTIz' }),
    prove({ ...good, nonce: `${nonce}x` }),
    prove({ ...good, uri: '/altrove' }),
    prove({ ...good, method: 'PUT' }),
    prove({ ...good, algorithm: 'SHA-512' }),
    prove({ ...good, nc: 'zzzzzzzz' }),
    prove({ ...good, user: revoked.utente, key: revoked.chiave }),
    prove({ ...good, user: replaced.utente, key: replaced.chiave }),
    prove({ ...good, user: far.utente, key: far.chiave }),
    'Digest',
    'Digest ,,,',
    `Digest username="${user}"`,
    `Digest username="", realm="", nonce="", uri="", qop="", response=""`,
    `Digest ${'a="'.repeat(600)}`,
    `Digest username="${'x'.repeat(5_000)}"`,
  ];
  for (const authorization of wrong) {
    const answer = await send({ payload: buildDahua('DG004NO'), authorization });
    expect(answer.statusCode, authorization.slice(0, 200)).toBe(401);
    expect([answer.headers['www-authenticate']].flat()).toHaveLength(3);
    expect([answer.headers['www-authenticate']].flat().join()).not.toContain('stale');
  }
  expect(await countPlate(plant, 'DG004NO')).toBe(0);
  const authorization = prove(good);
  expect((await send({ payload: buildDahua('DG004ME'), authorization })).statusCode).toBe(200);
});

test('what cameras write loosely is accepted: a full address, no query, fields in capitals', async () => {
  const { chiave: key, utente: user } = await add('Scritta male');
  const url = `${DAHUA}?channel=1`;
  for (const [at, uri] of [`http://impianto.example${url}`, DAHUA, url].entries()) {
    const nonce = (await ask(url)).get('MD5') ?? '';
    const authorization = prove({ user, key, nonce, uri })
      .replace('username', 'USERNAME')
      .replace('qop=auth', 'qop="auth"');
    expect((await send({ url, payload: buildDahua(`DG005M${at}`), authorization })).statusCode, uri).toBe(200);
  }
});

test('the keep-alive of a Dahua camera is a sign of life whatever it contains', async () => {
  const { chiave, camera } = await add('Viva', { famiglia: 'dahua' });
  const authorization = `Basic ${Buffer.from(`x:${chiave}`).toString('base64')}`;
  for (const payload of ['{"Active": "keepAlive", "DeviceID": "1"}', '{"DeviceID": "1"}', '<a/>', '', '\0\0']) {
    for (const path of ['KeepAlive', 'DeviceInfo']) {
      const answer = await send({ url: `/NotificationInfo/${path}`, payload, authorization });
      expect([answer.statusCode, answer.json()]).toEqual([200, { Result: true, Message: 'Success' }]);
    }
  }
  const kept = await plant.call(listCameraMessages, { params: { id: camera.id } }, ADMIN);
  expect(kept.body).toEqual({ objects: [] });
});

test('a camera made for 2N devices posts to the path of one, and gets the answer of one', async () => {
  const { chiave: key, utente: user } = await add('Al posto di un 2N', { famiglia: '2n' });
  const url = '/api/lpr/licenseplate';
  const payload = JSON.stringify({
    ...{ lprUuid: '0f1e2d3c-0000-4000-8000-000000000001', lprID: 12, accessPoint: 0, plateText: 'DG006ME' },
    ...{ lprDir: 2, timestamp: '2026-11-20T14:31:00Z' },
  });
  const nonce = (await ask(url)).get('SHA-256') ?? '';
  const authorization = prove({ user, key, nonce, algorithm: 'SHA-256', uri: url });
  const answer = await send({ url, payload, authorization });
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
  expect(await countPlate(plant, 'DG006ME')).toBe(1);
  const below = await send({
    url: `/api/camera/${key}${url}`,
    payload: buildHikvisionBody({ plate: 'DG007ME', at: NOW }).bytes,
  });
  expect(below.statusCode).toBe(200);
});

test('a key fits password fields of 32 characters; its digests are kept sealed', async () => {
  const { chiave: key, utente: user } = await add('Sigillata');
  const { rows } = await plant.pool.query<{ digest_keys: Buffer }>(
    'select digest_keys from camera order by id desc limit 1',
  );
  expect([key.length, user.length]).toEqual([32, 14]);
  const text = rows[0]?.digest_keys.toString('latin1') ?? '';
  expect(text).not.toContain(md('MD5', `${user}:Varco:${key}`));
  expect(text.length).toBeGreaterThan(90);
});
