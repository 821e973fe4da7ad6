import { Agent, request } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type CameraWithKey, MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCamera, countPlate } from '../../testing/add-camera.ts';
import { buildHikvisionBody } from '../../testing/camera-bodies.ts';
import { proveDigest, readNonces } from '../../testing/digest-client.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const URL = '/api/camera?canale=1';
let plant: TestPlant;
let camera: CameraWithKey;
beforeAll(async () => {
  plant = await startTestPlant();
  camera = await addCamera(plant, 'Firmata');
});
afterAll(() => plant.close());
beforeEach(() => {
  plant.clock.now = NOW;
});

let ago = 0;
/** A read of its own second, so that no two are one passage. */
function bodyOf(plate: string): Buffer {
  ago += 11;
  return buildHikvisionBody({ plate, at: toIsoInstant(parseInstantMs(NOW) - ago * 1000) }).bytes;
}
const send = (payload: Buffer, encoding: string, authorization?: string) =>
  plant.app.inject({
    method: 'POST',
    url: URL,
    payload,
    headers: {
      ...{ 'content-type': 'text/xml', 'content-encoding': encoding },
      ...(authorization === undefined ? {} : { authorization }),
    },
  });
async function ask(payload: Buffer, encoding: string): Promise<ReadonlyMap<string, string>> {
  const answer = await send(payload, encoding);
  expect(answer.statusCode).toBe(401);
  return readNonces([answer.headers['www-authenticate'] ?? []].flat());
}
const client = (nonce: string) => ({ user: camera.utente, key: camera.chiave, nonce, uri: URL });

const ENCODINGS = [
  ['gzip', 'MD5', (bytes: Buffer) => gzipSync(bytes)],
  ['deflate', 'SHA-256', (bytes: Buffer) => deflateSync(bytes)],
  ['br', 'MD5', (bytes: Buffer) => brotliCompressSync(bytes)],
  ['identity', 'SHA-256', (bytes: Buffer) => bytes],
] as const;

test.each(ENCODINGS)('a body sent as %s signs in by a digest of %s', async (encoding, algorithm, compress) => {
  const plate = `DB1${ENCODINGS.findIndex(([one]) => one === encoding)}1ME`;
  const payload = compress(bodyOf(plate));
  const nonce = (await ask(payload, encoding)).get(algorithm) ?? '';
  const answer = await send(payload, encoding, proveDigest({ ...client(nonce), algorithm }));
  expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
  expect(await countPlate(plant, plate)).toBe(1);
});

test.each(ENCODINGS)('a digest covers a body sent as %s, with %s', async (encoding, algorithm, compress) => {
  const plate = `DB2${ENCODINGS.findIndex(([one]) => one === encoding)}1ME`;
  const payload = compress(bodyOf(plate));
  const nonce = (await ask(payload, encoding)).get(algorithm) ?? '';
  const authorization = proveDigest({ ...client(nonce), algorithm, covered: payload });
  expect((await send(payload, encoding, authorization)).statusCode).toBe(200);
  expect(await countPlate(plant, plate)).toBe(1);
  const again = await send(payload, encoding, authorization);
  expect([again.statusCode, [again.headers['www-authenticate']].flat()[0]]).toEqual([
    401,
    expect.stringContaining('stale=true'),
  ]);
  const next = proveDigest({ ...client(nonce), algorithm, covered: payload, nc: '00000002' });
  expect((await send(payload, encoding, next)).statusCode).toBe(200);
});

test('a body that its digest does not cover is not read, whoever claims to send it', async () => {
  const [sent, other] = [gzipSync(bodyOf('DB300NO')), gzipSync(bodyOf('DB301NO'))];
  const nonces = await ask(sent, 'gzip');
  const good = client(nonces.get('MD5') ?? '');
  const wrong = [
    proveDigest({ ...good, covered: other }),
    proveDigest({ ...good, covered: bodyOf('DB300NO') }),
    proveDigest({ ...good, covered: sent, key: 'x'.repeat(32) }),
    proveDigest({ ...good, covered: sent, user: 'varco-00000000' }),
    proveDigest({ ...good, covered: sent, uri: '/altrove' }),
    proveDigest({ ...good, covered: sent, nonce: 'MTIz' }),
    proveDigest({ ...good, covered: sent, method: 'PUT' }),
    proveDigest({ ...good, covered: sent }).replace('qop=auth-int', 'qop=auth'),
    proveDigest({ ...good }).replace('qop=auth', 'qop=auth-int'),
  ];
  for (const authorization of wrong) {
    const answer = await send(sent, 'gzip', authorization);
    expect([answer.statusCode, [answer.headers['www-authenticate']].flat().length], authorization).toEqual([401, 3]);
    expect([answer.headers['www-authenticate']].flat().join()).not.toContain('stale');
  }
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 301_000);
  const late = await send(sent, 'gzip', proveDigest({ ...good, covered: sent }));
  expect([late.statusCode, [late.headers['www-authenticate']].flat().join()]).toEqual([
    401,
    expect.stringContaining('stale=true'),
  ]);
  const { rows } = await plant.pool.query<{ n: number }>('select count(*)::int as n from camera_message');
  expect([await countPlate(plant, 'DB300NO'), await countPlate(plant, 'DB301NO'), rows[0]?.n]).toEqual([0, 0, 0]);
});

test('a body is not inflated for who only claims to be a camera', async () => {
  const bomb = gzipSync(Buffer.alloc(MAX_CAMERA_BODY_BYTES + 1, '0'));
  const nonce = (await ask(bomb, 'gzip')).get('MD5') ?? '';
  const claimed = proveDigest({ ...client(nonce), covered: Buffer.from('another') });
  expect((await send(bomb, 'gzip', claimed)).statusCode).toBe(401);
  const proven = proveDigest({ ...client(nonce), covered: bomb });
  expect((await send(bomb, 'gzip', proven)).statusCode).toBe(413);
});

test('over one connection a camera is asked after its body, and sends it again with the answer', async () => {
  await plant.app.listen({ host: '127.0.0.1', port: 0 });
  const address = plant.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const payload = gzipSync(Buffer.concat([bodyOf('DB400ME'), Buffer.from(`<!--${'x'.repeat(200_000)}-->`)]));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (authorization?: string): Promise<{ readonly status: number; readonly challenges: readonly string[] }> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...{ 'content-type': 'text/xml', 'content-encoding': 'gzip', 'content-length': payload.length },
        ...(authorization === undefined ? {} : { authorization }),
      };
      const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: URL, headers }, (answer) => {
        const challenges = answer.headersDistinct['www-authenticate'] ?? [];
        answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, challenges }));
      });
      sent.on('error', reject);
      sent.end(payload);
    });
  const first = await post();
  expect([first.status, first.challenges.length]).toEqual([401, 3]);
  const nonce = readNonces(first.challenges).get('SHA-256') ?? '';
  const answer = proveDigest({ ...client(nonce), algorithm: 'SHA-256', covered: payload });
  expect((await post(answer)).status).toBe(200);
  agent.destroy();
  expect(await countPlate(plant, 'DB400ME')).toBe(1);
});
