import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { MAX_CAMERA_BODY_BYTES } from '@varco/contract/plant/camera-intake.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countPlate } from '../../testing/add-camera.ts';
import { buildHikvisionBody, buildHikvisionForm, type CameraBody } from '../../testing/camera-bodies.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { createPhoto } from '../../testing/send-pictures.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { insertCamera } from './cameras.repository.ts';

const SEED = Number(process.env['VARCO_MUTATION_SEED'] ?? 20_261_125);
/** Number of mutated bodies; a longer run sets more. */
const MUTATIONS = Number(process.env['VARCO_MUTATIONS'] ?? 1_000);
const CAMERAS = { first: 'a'.repeat(43), second: 'b'.repeat(43), third: 'c'.repeat(43) } as const;
type Name = keyof typeof CAMERAS;

let plant: TestPlant;
let port: number;
beforeAll(async () => {
  plant = await startTestPlant();
  for (const [name, key] of Object.entries(CAMERAS)) await addCamera(plant, name, key);
  await plant.app.listen({ host: '127.0.0.1', port: 0 });
  const address = plant.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => plant.close());

async function addCamera({ deps }: TestPlant, name: string, key: string): Promise<void> {
  const fields = { name, gate: 1, family: 'auto', time_zone: 'Europe/Rome', speed_unit: 'kmh', mapping: null } as const;
  const secret = { uuid: randomUUID(), hash: hashSecretText(key).toString('hex'), digest: Buffer.alloc(0) };
  await insertCamera(
    deps.store.runner,
    { ...fields, networks: [], reception: { tipo: 'http' }, device_filter: '', is_trial: false },
    secret,
    { at: NOW, by: 'prova' },
  );
}

const at = (seconds: number): string => toIsoInstant(parseInstantMs(NOW) - seconds * 1000);
const post = (name: Name, { type, bytes }: CameraBody, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${port}/api/camera/${CAMERAS[name]}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: new Uint8Array(bytes),
  });
const goodBody = (n: number): CameraBody =>
  buildHikvisionBody({ plate: `BU${String(n).padStart(3, '0')}NO`, at: at(n) });
async function isAlive(n: number): Promise<void> {
  expect((await post('second', goodBody(n))).status).toBe(200);
  expect(await countPlate(plant, `BU${String(n).padStart(3, '0')}NO`)).toBe(1);
}

/** Bytes as the product writes plates, accents removed. */
const toPlateText = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9?]/g, '');

/** Opens a connection and sends the head of a message of `length` bytes with the first bytes of its body. */
async function begin(name: Name, length: number, first: Uint8Array): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/camera/${CAMERAS[name]} HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(first);
  return socket;
}

test('a body above the limit is refused, announced or not, and one of a compression that nobody inflates', async () => {
  const huge = { type: 'text/xml', bytes: Buffer.alloc(MAX_CAMERA_BODY_BYTES + 1, 'A') };
  expect((await post('first', huge)).status).toBe(413);
  const chunked = await fetch(`http://127.0.0.1:${port}/api/camera/${CAMERAS.first}`, {
    method: 'POST',
    body: new ReadableStream<Uint8Array>({
      start(controller) {
        for (let sent = 0; sent <= MAX_CAMERA_BODY_BYTES; sent += 1024 * 1024)
          controller.enqueue(new Uint8Array(1024 * 1024));
        controller.close();
      },
    }),
    duplex: 'half',
  }).then(
    ({ status }) => status,
    () => 413,
  );
  expect(chunked).toBe(413);
  expect((await post('first', goodBody(1), { 'content-encoding': 'compress' })).status).toBe(415);
  await isAlive(2);
});

test('a cut message makes no transit; slow ones are ended in time, and others are served meanwhile', async () => {
  const { bytes } = goodBody(3);
  const cut = await begin('first', bytes.length, bytes.subarray(0, bytes.length - 20));
  cut.destroy();
  // One more than a camera may have open: it is refused before its body.
  const slow = await Promise.all(Array.from({ length: 9 }, () => begin('first', bytes.length, bytes.subarray(0, 100))));
  const ends = slow.map(async (socket) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      socket.end();
    });
    await once(socket, 'close');
    return text.split('\r\n', 1)[0];
  });
  expect(await Promise.race(ends)).toBe('HTTP/1.1 429 Too Many Requests');
  await isAlive(4);
  // The one that was cut may still have had its place.
  const lines = (await Promise.all(ends)).filter((line) => line !== '');
  expect(lines.length).toBeLessThanOrEqual(2);
  expect(new Set(lines)).toEqual(new Set(['HTTP/1.1 429 Too Many Requests']));
  expect((await post('first', goodBody(5))).status).toBe(200);
  expect(await countPlate(plant, 'BU003NO')).toBe(0);
}, 40_000);

test('XML that grows, reaches for files or nests deeply, odd keys and pictures that are none do no harm', async () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i} "&a${i === 0 ? '' : i - 1};&a${i === 0 ? '' : i - 1};">`).join('')}]><EventNotificationAlert><ANPR><licensePlate>&a29;</licensePlate></ANPR></EventNotificationAlert>`;
  const file = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><EventNotificationAlert><eventType>ANPR</eventType><ANPR><licensePlate>&x;</licensePlate></ANPR></EventNotificationAlert>`;
  const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`;
  const json = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const proto = '{"__proto__":{"admin":true},"constructor":{"prototype":{"plate":"XX000XX"}}}';
  const parts = Array.from(
    { length: 3_000 },
    (_, i) => `--b\r\nContent-Disposition: form-data; name="p${i}"\r\n\r\nx\r\n`,
  ).join('');
  const bodies: readonly (readonly [string, string])[] = [
    ['text/xml', laughs],
    ['text/xml', file],
    ['text/xml', deep],
    ['application/json', json],
    ['application/json', proto],
    ['multipart/form-data; boundary=b', `${parts}--b--\r\n`],
    ['application/x-www-form-urlencoded', 'a=1&'.repeat(100_000)],
  ];
  for (const [type, text] of bodies)
    expect((await post('third', { type, bytes: Buffer.from(text) })).status, text.slice(0, 40)).toBe(200);
  const lie = buildHikvisionForm(
    { plate: 'BU006NO', at: at(6) },
    { 'licensePlatePicture.jpg': Buffer.from('\u00ff\u00d8\u00ff<svg onload=x>', 'latin1') },
  );
  expect((await post('third', lie)).status).toBe(200);
  expect(await countPlate(plant, 'BU006NO')).toBe(1);
  for (const key of ['%00', '..%2f..', 'x'.repeat(600), '%', '%ff%fe', "' or 1=1"])
    expect(
      (await plant.app.inject({ method: 'POST', url: `/api/camera/${key}`, payload: 'x' })).statusCode,
      key,
    ).toBeOneOf([400, 404]);
  await isAlive(7);
}, 30_000);

test(
  `${MUTATIONS} mutated bodies never fail the server, and no plate is stored that was not sent`,
  async () => {
    const random = createSeededRandom(SEED);
    const pick = (below: number): number => Math.floor(random() * below);
    const photo = await createPhoto('#224466', 64, 48);
    const sent: string[] = [];
    const originals = [
      buildHikvisionBody({ plate: 'MU001TA', at: at(60), uuid: 'm-1' }),
      buildHikvisionForm({ plate: 'MU002TA', at: at(61) }, { 'licensePlatePicture.jpg': photo }),
      {
        type: 'application/json',
        bytes: Buffer.from(
          JSON.stringify({
            data_type: 'alpr_group',
            version: 2,
            uuid: 'm-3',
            epoch_start: parseInstantMs(NOW) - 5000,
            best_plate_number: 'MU003TA',
            best_confidence: 91.5,
            best_plate: { plate: 'MU003TA', confidence: 91.5 },
          }),
        ),
      },
    ];
    const mutate = (bytes: Buffer): Buffer => {
      const copy = Buffer.from(bytes);
      for (let n = pick(8); n >= 0; n -= 1) copy[pick(copy.length)] = pick(256);
      const from = pick(copy.length);
      const to = Math.min(copy.length, from + pick(200));
      const kind = pick(4);
      if (kind === 0) return copy.subarray(0, from);
      if (kind === 1) return Buffer.concat([copy.subarray(0, from), copy.subarray(to)]);
      return kind === 2 ? Buffer.concat([copy.subarray(0, to), copy.subarray(from)]) : copy;
    };
    for (let n = 0; n < MUTATIONS; n += 1) {
      const original = originals[n % originals.length] ?? goodBody(8);
      const bytes = mutate(original.bytes);
      sent.push(toPlateText(bytes));
      const type =
        pick(10) === 0
          ? mutate(Buffer.from(original.type))
              .toString('latin1')
              .replaceAll(/[^\u0020-\u007e]/g, '')
          : original.type;
      const answer = await plant.app.inject({
        method: 'POST',
        url: `/api/camera/${CAMERAS.third}`,
        headers: { 'content-type': type },
        payload: bytes,
      });
      expect(answer.statusCode, `seed ${SEED}, body ${n}`).toBe(200);
    }
    const { rows } = await plant.pool.query<{ plate: string }>(
      `select distinct plate from transit where plate not like 'BU%NO'`,
    );
    expect(rows.length).toBeGreaterThan(3);
    const invented = rows.filter(
      ({ plate }) => normalisePlate(plate) !== plate || !sent.some((text) => text.includes(plate)),
    );
    expect(invented, `seed ${SEED}`).toEqual([]);
    await isAlive(8);
  },
  60_000 + MUTATIONS * 100,
);

test('a camera that sends more than its rate is told when to come again', async () => {
  const limited = await startTestPlant({}, { limits: { ingest_rate: 1, ingest_burst: 3 } });
  await addCamera(limited, 'Limitata', CAMERAS.first);
  await addCamera(limited, 'Libera', CAMERAS.second);
  const call = (key: string) =>
    limited.app.inject({
      method: 'POST',
      url: `/api/camera/${key}`,
      headers: { 'content-type': 'text/xml' },
      payload: goodBody(9).bytes,
    });
  for (let n = 0; n < 3; n += 1) expect((await call(CAMERAS.first)).statusCode).toBe(200);
  const refused = await call(CAMERAS.first);
  expect([refused.statusCode, Number(refused.headers['retry-after']) >= 1]).toEqual([429, true]);
  expect((await call(CAMERAS.second)).statusCode).toBe(200);
  await limited.close();
});
