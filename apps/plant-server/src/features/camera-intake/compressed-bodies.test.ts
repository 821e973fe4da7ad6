import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type CameraWithKey, MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import { CameraReading, getCameraMessage, listCameraMessages } from '@varco/contract/plant/camera-messages.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addCamera, countPlate } from '../../testing/add-camera.ts';
import { buildHikvisionBody } from '../../testing/camera-bodies.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ADMIN = 'amministratore';
let plant: TestPlant;
let camera: CameraWithKey;
let port: number;
beforeAll(async () => {
  plant = await startTestPlant();
  camera = await addCamera(plant, 'Compressa');
  await plant.app.listen({ host: '127.0.0.1', port: 0 });
  const address = plant.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => plant.close());

let ago = 0;
/** A read of its own second, so that no two are one passage. */
function bodyOf(plate: string): Buffer {
  ago += 11;
  return buildHikvisionBody({ plate, at: toIsoInstant(parseInstantMs(NOW) - ago * 1000) }).bytes;
}
let sent = 0;
/** Each message arrives a second after the one before, so that the newest one is known. */
function send(bytes: Buffer, encoding: string) {
  sent += 1;
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + sent * 1000);
  return plant.app.inject({
    method: 'POST',
    url: `/api/camera/${camera.chiave}`,
    headers: { 'content-type': 'text/xml', 'content-encoding': encoding },
    payload: bytes,
  });
}
const Messages = z.object({ objects: z.array(z.object({ id: z.string(), motivo: z.string().nullable() })) });
async function newestMessage() {
  const params = { id: camera.camera.id };
  const [message] = Messages.parse((await plant.call(listCameraMessages, { params }, ADMIN)).body).objects;
  const one = { ...params, message: message?.id ?? '' };
  const shown = await plant.call(getCameraMessage, { params: one }, ADMIN);
  const { lettura } = z.object({ lettura: CameraReading }).parse(shown.body);
  return { motivo: message?.motivo, testo: lettura.testo };
}

test.each([
  ['gzip', 'gzip', gzipSync],
  ['gzip under its old name, in capitals', 'X-GZIP', gzipSync],
  ['deflate', 'deflate', deflateSync],
  ['deflate without its frame', 'deflate', deflateRawSync],
  ['gzip declared as deflate', 'deflate', gzipSync],
  ['brotli', 'br', brotliCompressSync],
  ['a body as it is, declared as gzip', 'gzip', (bytes: Buffer) => bytes],
  ['a body as it is, declared as such', 'identity', (bytes: Buffer) => bytes],
  ['an encoding beside none', 'identity, gzip', gzipSync],
  ['an empty encoding', '', (bytes: Buffer) => bytes],
])('a read compressed by %s is a transit', async (_, encoding, compress) => {
  const plate = `CZ${String(ago).padStart(3, '0')}IP`;
  expect((await send(compress(bodyOf(plate)), encoding)).statusCode).toBe(200);
  expect(await countPlate(plant, plate)).toBe(1);
});

test('a compressed body signs in by any way, and a wrong key is refused before it is inflated', async () => {
  const compressed = gzipSync(bodyOf('CZ100IP'));
  const authorization = `Basic ${Buffer.from(`admin:${camera.chiave}`).toString('base64')}`;
  const headers = { 'content-encoding': 'gzip', authorization };
  const to = { method: 'POST', url: '/api/camera', payload: compressed } as const;
  expect((await plant.app.inject({ ...to, headers })).statusCode).toBe(200);
  expect(await countPlate(plant, 'CZ100IP')).toBe(1);
  const bare = await plant.app.inject({ ...to, headers: { 'content-encoding': 'gzip' } });
  expect([bare.statusCode, String(bare.headers['www-authenticate'])]).toEqual([401, expect.stringContaining('Digest')]);
});

test('a body that grows beyond the limit of plain ones is refused as too large, at any level of compression', async () => {
  const zeros = Buffer.alloc(MAX_CAMERA_BODY_BYTES + 1, '0');
  for (const [encoding, bytes] of [
    ['gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    // Members of gzip one behind the other are one body.
    ['gzip', Buffer.concat(Array.from({ length: 200 }, () => gzipSync(zeros.subarray(0, 1024 * 1024))))],
  ] as const)
    expect((await send(bytes, encoding)).statusCode, encoding).toBe(413);
  const largest = gzipSync(zeros.subarray(1));
  expect((await send(largest, 'gzip')).statusCode).toBe(200);
  expect((await send(gzipSync(gzipSync(bodyOf('CZ101IP'))), 'gzip, gzip')).statusCode).toBe(415);
});

test('a body that cannot be inflated is acknowledged and stored as far as it was inflated, with its fault', async () => {
  // Text that compresses badly, so that a cut leaves some of it.
  const text = `${bodyOf('CZ102IP').toString()}<!-- ${Array.from({ length: 9_000 }, (_, n) => (n * 7919) % 104_729).join(' ')} -->`;
  const whole = gzipSync(text);
  expect((await send(whole.subarray(0, whole.length - 2_000), 'gzip')).statusCode).toBe(200);
  const cut = await newestMessage();
  expect(cut.motivo).toBe('body_truncated');
  expect(cut.testo).toContain('CZ102IP');
  const wrong = Buffer.from(whole);
  wrong.fill(0xff, 2_000, 2_100);
  expect((await send(wrong, 'gzip')).statusCode).toBe(200);
  expect((await newestMessage()).motivo).toBe('body_unreadable');
  expect((await send(Buffer.from('nothing of the kind'), 'br')).statusCode).toBe(200);
  expect(await newestMessage()).toEqual({ motivo: 'body_unreadable', testo: 'nothing of the kind' });
  expect(await countPlate(plant, 'CZ102IP')).toBe(0);
});

test('what is refused for its content is stored as it was inflated', async () => {
  expect((await send(gzipSync('<Weather>rain</Weather>'), 'gzip')).statusCode).toBe(200);
  expect(await newestMessage()).toEqual({ motivo: 'family_unknown', testo: '<Weather>rain</Weather>' });
});

/** Sends a head, waits for `Continue`, sends the body, and returns the first line of the last answer. */
async function sendWhenContinued(headers: readonly string[], body: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [`POST /api/camera/${camera.chiave} HTTP/1.1`, 'Host: x', 'Expect: 100-continue', ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 100 Continue\r\n/);
  socket.write(body);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString().split('\r\n', 1)[0] ?? '';
}

test('a camera that waits to be asked for the body is asked, with a length or in chunks', async () => {
  const known = bodyOf('CZ103IP');
  expect(await sendWhenContinued([`Content-Length: ${known.length}`], known)).toBe('HTTP/1.1 200 OK');
  const packed = gzipSync(bodyOf('CZ104IP'));
  const half = packed.length >> 1;
  const chunks = [packed.subarray(0, half), packed.subarray(half), Buffer.alloc(0)];
  const body = Buffer.concat(
    chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
  );
  const headers = ['Transfer-Encoding: chunked', 'Content-Encoding: gzip'];
  expect(await sendWhenContinued(headers, body)).toBe('HTTP/1.1 200 OK');
  expect([await countPlate(plant, 'CZ103IP'), await countPlate(plant, 'CZ104IP')]).toEqual([1, 1]);
});
