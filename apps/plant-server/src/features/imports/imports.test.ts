import { ingestReads } from '@varco/contract/plant/ingest.ts';
import * as api from '@varco/contract/plant/file-imports.ts';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import { updateGate } from '@varco/contract/plant/gate-update.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { type RunningJobs, startJobs } from '@varco/server-kit/jobs/start-jobs.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { createCommitHandler } from './commit-job.ts';

let plant: TestPlant;
let jobs: RunningJobs;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  const report = createJobReport(plant.deps.log);
  jobs = startJobs({ pool: plant.pool, report, handlers: [createCommitHandler(plant.deps)] });
});
afterAll(async () => {
  await jobs.stop();
  await plant.close();
});

type Key = keyof typeof INGEST_KEYS;
const call = (endpoint: Endpoint, input: unknown, key: Key = 'loader') =>
  injectRaw(plant.app, endpoint, input, { headers: buildApiKeyHeader(key) });
let files = 0;
async function start(more = {}, key: Key = 'loader'): Promise<string> {
  files += 1;
  const body = { label: 'letture.csv', file_hash: files.toString(16).padStart(64, '0'), create_gates: true, ...more };
  const answer = await call(api.startImport, { body }, key);
  expect(answer.status).toBe(200);
  return (answer.body as { import: { id: string } }).import.id;
}
const line = (n: number, more = {}) => ({
  line: n,
  targa: `IM${String(n).padStart(5, '0')}`,
  data: '2026-11-10T08:30:00+01:00',
  varco: 'Porta Fiume',
  ...more,
});
const stage = (id: string, reads: readonly unknown[], key: Key = 'loader') =>
  call(api.stageImport, { params: { id }, body: { reads } }, key);
async function commit(id: string, timeout = 60_000): Promise<api.ImportSummary> {
  expect(await call(api.commitImport, { params: { id } })).toMatchObject({
    status: 202,
    body: { state: 'committing' },
  });
  await expect
    .poll(async () => (await call(api.getImport, { params: { id } })).body, { timeout, interval: 50 })
    .not.toMatchObject({ state: 'committing' });
  return api.ImportSummary.parse((await call(api.getImport, { params: { id } })).body);
}
const count = async (text: string): Promise<number> =>
  (await plant.pool.query<{ n: number }>(`select count(*)::int as n from ${text}`)).rows[0]?.n ?? -1;

test('staged lines are seen by nobody, then all at once; missing gates are made with their place', async () => {
  const id = await start();
  const reads = [
    line(1),
    line(2, { varco: 'PORTA  fiùme' }),
    line(3, { varco: 'Via Nuova', gps_lat: 44.5, gps_lon: 12.1 }),
    line(4, { varco: 'via nuova' }),
    line(4, { varco: 'via nuova' }),
    line(5, { targa: '???' }),
    line(10, { targa: 'NO PLATE' }),
    line(11, { targa: 'A<b>' }),
    line(6, { data: '2026-12-01T00:00:00Z' }),
    line(7, { data: '2020-01-01T00:00:00Z' }),
    line(8, { targa: 'IM00001' }),
    line(9, { modello: '\ud800' }),
  ];
  expect((await stage(id, reads)).body).toEqual({
    staged: 8,
    refused: [
      { line: 11, reason: 'plate_unreadable' },
      { line: 6, reason: 'future_time' },
      { line: 7, reason: 'too_old' },
      { line: 9, reason: 'malformed_text' },
    ],
  });
  expect((await stage(id, reads.slice(0, 4))).status).toBe(200);
  expect(await count('transit')).toBe(0);
  expect(await commit(id)).toMatchObject({
    state: 'committed',
    staged: 7,
    stored: 5,
    duplicates: 2,
    created_gates: ['Via Nuova'],
  });
  const found = await plant.call(searchTransits, { body: { f_targa: 'IM0000*' } }, 'operatore', REASON);
  expect(found.body).toMatchObject({ pagination: { count: 4 }, objects: [{}, {}, {}, {}] });
  expect(await count('unread_transit')).toBe(1);
  const { rows } = await plant.pool.query(`select lat, lon from gate where fullname = 'Via Nuova'`);
  expect(rows).toEqual([{ lat: 44.5, lon: 12.1 }]);
  expect(await count('import_read')).toBe(0);
  expect(
    plant.audit.records.filter((one) => one.action === 'ingest.import').map((one) => [one.actor.kind, one.outcome]),
  ).toEqual([
    ['camera', 'ok'],
    ['camera', 'ok'],
    ['system', 'ok'],
  ]);
});

test('the same file again is told so; its lines add nothing', async () => {
  const hash = 'ab'.repeat(32);
  const first = await start({ file_hash: hash });
  await stage(first, [line(100)]);
  await commit(first);
  const again = await call(api.startImport, { body: { label: 'x', file_hash: hash, create_gates: false } });
  expect(again.body).toMatchObject({ already_imported: { id: first, state: 'committed' } });
  const second = (again.body as { import: { id: string } }).import.id;
  await stage(second, [line(100)]);
  expect(await commit(second)).toMatchObject({ stored: 0, duplicates: 1 });
});

test('a discarded import leaves nothing and takes nothing more', async () => {
  const id = await start();
  await stage(id, [line(200)]);
  expect(await call(api.discardImport, { params: { id } })).toMatchObject({
    status: 200,
    body: { state: 'discarded' },
  });
  expect(await count(`import_read where job = '${id}'`)).toBe(0);
  expect(await stage(id, [line(201)])).toMatchObject({ status: 409 });
  expect(await call(api.commitImport, { params: { id } })).toMatchObject({ status: 409 });
});

test('a camera key imports nothing; another key does not find it; a key of one gate keeps to it', async () => {
  const body = { label: 'x', file_hash: 'cd'.repeat(32), create_gates: false };
  expect(await call(api.startImport, { body }, 'all')).toMatchObject({ status: 403 });
  expect(await injectRaw(plant.app, api.startImport, { body })).toMatchObject({ status: 401 });
  expect(await call(api.startImport, { body: { ...body, create_gates: true } }, 'loaderOfOne')).toMatchObject({
    status: 403,
  });
  const id = await start();
  for (const endpoint of [api.getImport, api.commitImport, api.discardImport])
    expect(await call(endpoint, { params: { id } }, 'otherLoader')).toMatchObject({ status: 404 });
  expect(await stage(id, [line(1)], 'otherLoader')).toMatchObject({ status: 404 });
  const own = await start({ create_gates: false }, 'loaderOfOne');
  expect(
    (await stage(own, [line(300), line(301, { varco: 'Porta Santi' }), line(302, { varco: 'Altrove' })], 'loaderOfOne'))
      .body,
  ).toEqual({
    staged: 1,
    refused: [
      { line: 301, reason: 'gate_not_allowed' },
      { line: 302, reason: 'unknown_gate' },
    ],
  });
});

test.each([
  ['a name with NUL', [line(1, { varco: 'a\u0000b' })]],
  ['a huge name', [line(1, { varco: 'x'.repeat(121) })]],
  ['a text for a number', [line(1, { speed: 'fast' })]],
  ['line 0', [line(0)]],
  ['an unknown field', [line(1, { admin: 1 })]],
])('%s is refused with the name of the field', async (_name, reads) => {
  expect(await stage(await start(), reads)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
});

test('100 000 lines are stored in one transaction while cameras go on', async () => {
  const id = await start();
  for (let from = 1; from <= 100_000; from += 500) {
    const reads = Array.from({ length: 500 }, (_, i) =>
      line(from + i, {
        targa: `Z${String((from + i) % 40_000).padStart(6, '0')}`,
        data: new Date(Date.parse('2026-11-01T00:00:00Z') + (from + i) * 7_000).toISOString(),
        nazione: 'I',
      }),
    );
    expect((await stage(id, reads)).status).toBe(200);
  }
  const importing = commit(id, 150_000);
  for (let i = 0; i < 20; i += 1) {
    const read = { varco_id: 1, targa: `Z${String(i).padStart(6, '0')}`, data: '2026-11-20T14:00:00Z' };
    expect((await call(ingestReads, { body: { reads: [read] } }, 'all')).status).toBe(200);
  }
  expect(await importing).toMatchObject({ state: 'committed', stored: 100_000 });
}, 240_000);

test('PLAPI-21 a gate that was renamed keeps the reads of files that still use its old name', async () => {
  const renamed = { params: { id: 2 }, body: { fullname: 'Varco Ospedale' } };
  expect((await plant.call(updateGate, renamed, 'amministratore')).status).toBe(200);
  const gates = await count('gate');
  const id = await start({ create_gates: false });
  const staged = await stage(id, [line(900, { varco: 'PORTA SANTI' }), line(901, { varco: 'varco ospedale' })]);
  expect(staged.body).toMatchObject({ refused: [] });
  expect(await commit(id)).toMatchObject({ stored: 2, created_gates: [] });
  expect(await count(`transit where gate = 2 and plate in ('IM00900', 'IM00901')`)).toBe(2);
  expect(await count('gate')).toBe(gates);
});
