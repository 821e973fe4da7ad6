import { ingestGates, ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());

const at = (secondsAgo: number): string => new Date(Date.parse(NOW) - secondsAgo * 1000).toISOString();
const read = (targa: string, secondsAgo: number, more = {}) => ({ varco_id: 1, targa, data: at(secondsAgo), ...more });
const send = (reads: readonly unknown[], key: keyof typeof INGEST_KEYS = 'all') =>
  injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader(key) });
const readResults = (body: unknown): unknown => Reflect.get(Object(body), 'results');
const countStored = async (targa: string): Promise<number> => {
  const { rows } = await plant.pool.query<{ n: number }>('select count(*)::int as n from transit where plate = $1', [
    targa,
  ]);
  return rows[0]?.n ?? -1;
};

test('a mixed batch is answered in its order, each read for itself', async () => {
  const answer = await send([
    read('AB 123-cd', 100, {
      nazione: 'I',
      confidence: 91.5,
      speed: 54,
      colore: 'rosso',
      gps_lat: 44.1,
      gps_lon: 12.2,
    }),
    read('AB123CD', 100),
    read('AB123CD', -360),
    read('AB123CD', 91 * 86_400),
    read('AB123CE', 100, { varco_id: 77 }),
    read('???', 100),
    read('A<b>', 100),
    read('AB?23CF', 100),
    read('AB123CG', -240),
    { varco_id: 1, targa: 'AB123CH', data: '1999-12-31T23:00:00Z' },
  ]);
  expect(answer.status).toBe(200);
  expect(readResults(answer.body)).toEqual([
    { state: 'stored', id: expect.stringMatching(/^\d+$/) },
    { state: 'duplicate', id: expect.stringMatching(/^\d+$/) },
    { state: 'refused', reason: 'future_time' },
    { state: 'refused', reason: 'too_old' },
    { state: 'refused', reason: 'unknown_gate' },
    { state: 'stored', id: expect.stringMatching(/^\d+$/) },
    { state: 'refused', reason: 'plate_unreadable' },
    { state: 'stored', id: expect.stringMatching(/^\d+$/) },
    { state: 'stored', id: expect.stringMatching(/^\d+$/) },
    { state: 'refused', reason: 'too_old' },
  ]);
  const found = await plant.call(searchTransits, { body: { f_targa: 'AB123CD' } }, 'operatore', REASON);
  expect(found.body).toMatchObject({
    objects: [
      { targa: 'AB123CD', varco_id: 1, speed: 54, confidence: 91.5, colore: 'rosso', nazione: 'I', gps_lat: 44.1 },
    ],
  });
});

test.each([
  ['NOPLATE', 'UNKNOWN', 'NO PLATE', 'no-plate', 'nonletta', 'NON LETTA', 'Non rilevata', 'TARGA ILLEGGIBILE'],
  ['', '0', '0000000', '00-000', '-', '----', '___', '. .', '***', '?', '???????', 'N/A', 'null', 'NONE', '<unknown>'],
  ['ＮＯＰＬＡＴＥ', '无车牌', 'sin matrícula', 'Kein Kennzeichen', 'unlicensed', 'not_read', 'NaN'],
])('a word for "not read" is never stored as a plate: %s, %s, %s, ...', async (...words) => {
  const answer = await send(words.map((word, lane) => read(word, 200, { lane })));
  expect(readResults(answer.body)).toMatchObject(words.map(() => ({ id: expect.stringMatching(/^\d+$/) })));
  const { rows } = await plant.pool.query('select plate from transit where ts = $1', [at(200)]);
  expect(rows).toEqual([]);
});

test.each(['N0PLAT3', 'NO123NE', 'ZZ000ZZ', 'NULL1', '000AA', 'UNK7', 'EMPTY1', 'O0O0'])(
  'a plate that looks like such a word is stored: %s',
  async (targa) => {
    expect(readResults((await send([read(targa, 210)])).body)).toMatchObject([{ state: 'stored' }]);
  },
);

test('a whole batch sent again is stored once', async () => {
  const batch = Array.from({ length: 500 }, (_, i) => read(`RE${String(i).padStart(3, '0')}PL`, 50));
  const [first, again] = [await send(batch), await send(batch)];
  expect(new Set((first.body as { results: { state: string }[] }).results.map((r) => r.state))).toEqual(
    new Set(['stored']),
  );
  expect(new Set((again.body as { results: { state: string }[] }).results.map((r) => r.state))).toEqual(
    new Set(['duplicate']),
  );
  expect(await countStored('RE123PL')).toBe(1);
});

test('ten senders of the same reads at once store each once', async () => {
  const batch = Array.from({ length: 50 }, (_, i) => read(`CO${String(i).padStart(3, '0')}NC`, 40));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => send(i % 2 === 0 ? batch : batch.toReversed())),
  );
  const states = answers.flatMap((a) => (a.body as { results: { state: string }[] }).results.map((r) => r.state));
  expect(states.filter((state) => state === 'stored')).toHaveLength(50);
  expect(states.filter((state) => state === 'duplicate')).toHaveLength(450);
});

test('a gate added while the server runs is known at once', async () => {
  await send([read('GA001TE', 30, { varco_id: 9 })]);
  await plant.pool.query(`insert into gate (id, fullname) values (9, 'Nuovo')`);
  await expect
    .poll(async () => readResults((await send([read('GA001TE', 30, { varco_id: 9 })])).body))
    .toMatchObject([{ state: 'stored' }]);
});

test('a key of one gate sends for no other, and is not told which there are', async () => {
  const answer = await send(
    [read('OT001HR', 20), read('OT001HR', 20, { varco_id: 2 }), read('OT001HR', 20, { varco_id: 99 })],
    'first',
  );
  expect(readResults(answer.body)).toEqual([
    { state: 'stored', id: expect.any(String) },
    { state: 'refused', reason: 'gate_not_allowed' },
    { state: 'refused', reason: 'gate_not_allowed' },
  ]);
  const gates = await injectRaw(plant.app, ingestGates, {}, { headers: buildApiKeyHeader('first') });
  expect(gates.body).toEqual({
    plant: { label: 'Prova Nord', code: 'PRN' },
    can_create_gates: false,
    objects: [{ id: 1, fullname: 'Porta Fiume' }],
  });
  const all = await injectRaw(plant.app, ingestGates, {}, { headers: buildApiKeyHeader('loader') });
  expect(all.body).toMatchObject({ can_create_gates: true });
});

test.each([
  ['without a key', {}, 'missing_api_key'],
  ['with an unknown key', { 'x-api-key': 'x'.repeat(43) }, 'invalid_api_key'],
  ['with a huge key', { 'x-api-key': 'x'.repeat(8_000) }, 'invalid_api_key'],
  ['with a key from another network', buildApiKeyHeader('elsewhere'), 'invalid_api_key'],
  ['with a key after a comma', { 'x-api-key': `${INGEST_KEYS.all.key}, x` }, 'invalid_api_key'],
])('refused %s, alike on every call of cameras', async (_name, headers, code) => {
  for (const answer of [
    await injectRaw(plant.app, ingestReads, { body: { reads: [read('NO001NO', 1)] } }, { headers }),
    await injectRaw(plant.app, ingestGates, {}, { headers }),
  ])
    expect(answer).toMatchObject({ status: 401, body: { error: { code } } });
  expect(await countStored('NO001NO')).toBe(0);
});

test('a revoked key ends at once; a token of a person is no key', async () => {
  await plant.pool.query(`update ingest_key set revoked_at = now() where id = $1`, [INGEST_KEYS.otherLoader.id]);
  expect(await send([read('NO002NO', 1)], 'otherLoader')).toMatchObject({ status: 401 });
  const token = await plant.token('amministratore');
  expect(await injectRaw(plant.app, ingestReads, { body: { reads: [read('NO002NO', 1)] } }, { token })).toMatchObject({
    status: 401,
    body: { error: { code: 'missing_api_key' } },
  });
});

test.each([
  ['no reads', []],
  ['501 reads', Array.from({ length: 501 }, () => read('BA001AD', 1))],
  ['a text for a number', [read('BA001AD', 1, { speed: '54' })]],
  ['a time without zone', [{ varco_id: 1, targa: 'BA001AD', data: '2026-11-20T14:00:00' }]],
  ['no plate', [{ varco_id: 1, data: at(1) }]],
  ['an unknown field', [read('BA001AD', 1, { admin: true })]],
  ['NUL in a word', [read('BA001AD', 1, { marca: 'FI\u0000AT' })]],
  ['a plate of 33 characters', [read('A'.repeat(33), 1)]],
  ['a number that is none', [read('BA001AD', 1, { confidence: Number.POSITIVE_INFINITY })]],
])('%s: the whole batch is refused with the name of the field, nothing is stored', async (_name, reads) => {
  const answer = await send(reads);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  expect(await countStored('BA001AD')).toBe(0);
});

test.each([
  ['a quote', "AB'; drop table transit; --"],
  ['a wildcard', 'AB%'],
  ['NUL', 'AB\u0000CD'],
  ['a right-to-left mark', 'AB\u202eCD'],
  ['a plate of another script', 'АВ123'],
])('%s in a plate refuses that read only', async (_name, targa) => {
  const answer = await send([read(targa, 1), read('GO001OD', 1)]);
  expect(readResults(answer.body)).toMatchObject([
    { state: 'refused', reason: 'plate_unreadable' },
    { id: expect.any(String) },
  ]);
});

test('bodies that are too large or no JSON are refused before anything is read from them', async () => {
  const post = (payload: string, type = 'application/json') =>
    plant.app.inject({
      method: 'POST',
      url: '/api/ingest/reads',
      headers: { ...buildApiKeyHeader('all'), 'content-type': type },
      payload,
    });
  expect((await post(`{"reads":[${' '.repeat(1024 * 1024)}]}`)).statusCode).toBe(413);
  expect((await post('{"reads":[')).statusCode).toBe(400);
  expect((await post('reads=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
  expect((await post(`{"reads":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)).statusCode).toBe(400);
});
