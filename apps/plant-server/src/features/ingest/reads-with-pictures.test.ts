import { request as httpRequest } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import { ingestReads, ingestReadsWithPictures } from '@varco/contract/plant/ingest.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { buildForm, createPhoto, sendReadsWithPictures } from '../../testing/send-pictures.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
let address: string;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  address = await plant.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => plant.close());

const read = (targa: string, pictures?: object, more = {}) => ({
  varco_id: 1,
  targa,
  data: '2026-11-20T14:00:00Z',
  ...(pictures === undefined ? {} : { pictures }),
  ...more,
});
const createPhotoBytes = async (colour: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await createPhoto(colour));
const readStoredTransits = async (plate: string) => {
  const { rows } = await plant.pool.query<Record<string, string | number>>(
    `select t.flags, p.full_hash, p.plate_hash, p.context_hash from transit t left join transit_picture p using (plate, ts, id) where plate = $1`,
    [plate],
  );
  return rows;
};

test('reads and their pictures are durable together; a picture may be that of two reads', async () => {
  const [red, blue] = [await createPhotoBytes('#ff0000'), await createPhotoBytes('#0000ff')];
  const answer = await sendReadsWithPictures(
    plant,
    [read('PI001CT', { full: 'a', plate: 'b' }), read('PI002CT', { full: 'a' }), read('PI003CT')],
    { a: red, b: blue },
  );
  expect(answer).toMatchObject({
    status: 200,
    body: { results: [{ state: 'stored' }, { state: 'stored' }, { state: 'stored' }] },
  });
  const [[one], [two], [three]] = [
    await readStoredTransits('PI001CT'),
    await readStoredTransits('PI002CT'),
    await readStoredTransits('PI003CT'),
  ];
  expect(one).toMatchObject({ flags: 3, full_hash: two?.['full_hash'], context_hash: '' });
  expect(three).toMatchObject({ flags: 0, full_hash: null });
  expect(await plant.deps.pictures.readOriginal(String(one?.['plate_hash']))).toEqual(Buffer.from(blue));
});

test('pictures that come after their read are attached once, and never replaced', async () => {
  const [first, second] = [await createPhotoBytes('#111111'), await createPhotoBytes('#222222')];
  await injectRaw(
    plant.app,
    ingestReads,
    { body: { reads: [read('LA001TE')] } },
    { headers: buildApiKeyHeader('all') },
  );
  const late = await sendReadsWithPictures(plant, [read('LA001TE', { full: 'a' })], { a: first });
  expect(late.body).toMatchObject({ results: [{ state: 'duplicate' }] });
  const [attached] = await readStoredTransits('LA001TE');
  expect(attached).toMatchObject({ flags: 1 });
  const other = await sendReadsWithPictures(plant, [read('LA001TE', { full: 'a', plate: 'b' })], {
    a: second,
    b: second,
  });
  expect(other.body).toEqual({ results: [{ state: 'duplicate', id: expect.any(String) }] });
  expect(await readStoredTransits('LA001TE')).toEqual([attached]);
});

test('ten senders of the same late picture leave it once', async () => {
  const bytes = await createPhotoBytes('#333333');
  const reads = Array.from({ length: 20 }, (_, i) => read(`LT${String(i).padStart(3, '0')}AA`, { full: 'a' }));
  await injectRaw(
    plant.app,
    ingestReads,
    { body: { reads: reads.map(({ pictures: _p, ...bare }) => bare) } },
    { headers: buildApiKeyHeader('all') },
  );
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      sendReadsWithPictures(plant, i % 2 === 0 ? reads : reads.toReversed(), { a: bytes }),
    ),
  );
  expect(answers.map((one) => one.status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await readStoredTransits('LT007AA')).toMatchObject([{ flags: 1 }]);
});

/** 30 000 x 30 000 black pixels in about 110 kB. */
function hugePng(side: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8 + body.length);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), 4 + body.length);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(
    Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]),
  );
}

test.each([
  ['a 900-megapixel PNG', () => hugePng(30_000)],
  ['a page', () => new TextEncoder().encode('<!doctype html><script>alert(1)</script>')],
  ['a drawing', () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['nothing', () => new Uint8Array(0)],
  ['more than 5 MiB', () => new Uint8Array(5 * 1024 * 1024 + 10)],
  ['the first half of a photograph', async () => (await createPhotoBytes('#444444')).slice(0, 400)],
])('%s for a picture: the read is kept without it, its neighbours with theirs', async (_name, make) => {
  const bad = await make();
  const plate = `BA${String(bad.length).padStart(7, '0')}`;
  const answer = await sendReadsWithPictures(
    plant,
    [
      read(plate, { full: 'bad', plate: 'good' }),
      read(`${plate}X`, { full: 'good' }),
      read(`${plate}Y`, { context: 'absent' }),
    ],
    { bad, good: await createPhotoBytes('#555555') },
  );
  expect(answer).toMatchObject({
    status: 200,
    body: {
      results: [
        { state: 'stored', reason: 'picture_invalid' },
        { state: 'stored', id: expect.any(String) },
        { state: 'stored', reason: 'picture_missing' },
      ],
    },
  });
  expect(await readStoredTransits(plate)).toMatchObject([{ flags: 2, full_hash: '' }]);
});

test('a picture that is also a page and an archive is stored by its hash and given out drawn anew', async () => {
  const polyglot = Buffer.concat([
    await createPhoto('#666666'),
    Buffer.from('<script>alert(1)</script>PK\u0003\u0004'),
  ]);
  await sendReadsWithPictures(plant, [read('PO001LY', { full: 'a' })], { a: new Uint8Array(polyglot) });
  const [row] = await readStoredTransits('PO001LY');
  const served = await plant.deps.pictures.read(String(row?.['full_hash']), 'full');
  expect(served?.includes('<script>')).toBe(false);
});

test('a name is only a key: paths and odd names are stored under the hash alone', async () => {
  const answer = await sendReadsWithPictures(plant, [read('NA001ME', { full: '../../etc/passwd', plate: 'c:\\a b' })], {
    '../../etc/passwd': await createPhotoBytes('#777777'),
    'c:\\a b': await createPhotoBytes('#888888'),
  });
  expect(answer.body).toEqual({ results: [{ state: 'stored', id: expect.any(String) }] });
  expect(await readStoredTransits('NA001ME')).toMatchObject([
    { flags: 3, full_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
});

test('a refused read leaves no picture', async () => {
  const bytes = await createPhotoBytes('#999999');
  const answer = await sendReadsWithPictures(
    plant,
    [read('RE001FU', { full: 'a' }, { varco_id: 2 })],
    { a: bytes },
    'first',
  );
  expect(answer.body).toEqual({ results: [{ state: 'refused', reason: 'gate_not_allowed' }] });
  const { createHash } = await import('node:crypto');
  expect(await plant.deps.pictures.readOriginal(createHash('sha256').update(bytes).digest('hex'))).toBeNull();
});

const post = async (type: string, payload: Buffer, headers = buildApiKeyHeader('all') as Record<string, string>) => {
  const answer = await plant.app.inject({
    method: 'POST',
    url: ingestReadsWithPictures.path,
    headers: { ...headers, 'content-type': type },
    payload,
  });
  return answer.statusCode;
};

test.each([
  ['no key', 401, async () => ({ ...(await buildForm('{"reads":[]}', {})), headers: {} })],
  ['JSON', 415, async () => ({ type: 'application/json', bytes: Buffer.from('{"reads":[]}') })],
  ['no boundary', 400, async () => ({ type: 'multipart/form-data', bytes: Buffer.from('x') })],
  [
    'random bytes',
    400,
    async () => ({ type: 'multipart/form-data; boundary=x', bytes: Buffer.alloc(9_999, 'ab--x\r\n') }),
  ],
  ['an empty body', 400, async () => ({ type: 'multipart/form-data; boundary=x', bytes: Buffer.alloc(0) })],
  ['no reads', 400, async () => buildForm('{"reads":[]}', {})],
  ['reads that are no JSON', 400, async () => buildForm('reads=1', {})],
  [
    'a part nobody named',
    400,
    async () => buildForm(JSON.stringify({ reads: [read('GA001RB')] }), { z: await createPhotoBytes('#101010') }),
  ],
  [
    'a part named __proto__',
    400,
    async () =>
      buildForm(JSON.stringify({ reads: [read('GA001RB', { full: '__proto__' })] }), JSON.parse(`{"__proto__":1}`)),
  ],
  ['two JSON parts', 413, async () => twice('reads')],
  ['JSON deeper than allowed', 400, async () => buildForm(`{"reads":${'['.repeat(99)}${']'.repeat(99)}}`, {})],
])('%s: refused as %i, nothing stored', async (_name, status, make) => {
  const made = await make();
  const headers: Record<string, string> = 'headers' in made ? {} : buildApiKeyHeader('all');
  expect(await post(made.type, made.bytes, headers)).toBe(status);
  expect(await readStoredTransits('GA001RB')).toEqual([]);
});

async function twice(name: string): Promise<{ type: string; bytes: Buffer }> {
  const form = new FormData();
  form.append(name, JSON.stringify({ reads: [read('GA001RB')] }));
  form.append(name, JSON.stringify({ reads: [read('GA001RB')] }));
  const response = new Response(form);
  return { type: response.headers.get('content-type') ?? '', bytes: Buffer.from(await response.arrayBuffer()) };
}

test('half a body stores nothing, and the server goes on', async () => {
  const { type, bytes } = await buildForm(JSON.stringify({ reads: [read('HA001LF', { full: 'a' })] }), {
    a: await createPhotoBytes('#abcdef'),
  });
  await new Promise<void>((resolve) => {
    const call = httpRequest(`${address}${ingestReadsWithPictures.path}`, {
      method: 'POST',
      headers: { ...buildApiKeyHeader('all'), 'content-type': type, 'content-length': bytes.length },
    });
    call.on('error', () => resolve());
    call.write(bytes.subarray(0, bytes.length / 2), () => call.destroy());
  });
  const whole = await sendReadsWithPictures(plant, [read('HA002LF', { full: 'a' })], {
    a: await createPhotoBytes('#abcdef'),
  });
  expect(whole.status).toBe(200);
  expect(await readStoredTransits('HA001LF')).toEqual([]);
});
