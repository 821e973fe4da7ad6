import * as api from '@varco/contract/plant/file-imports.ts';
import { updateGate } from '@varco/contract/plant/gate-update.ts';
import { createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { type RunningJobs, startJobs } from '@varco/server-kit/jobs/start-jobs.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
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

const ADMINISTRATOR = 'amministratore';
const FORM: api.ImportForm = {
  encoding: 'utf8',
  delimiter: ';',
  columns: [
    { meaning: 'plate', column: 0 },
    { meaning: 'time', column: 2 },
  ],
  time_format: 'dd/MM/yyyy HH:mm',
  zone: 'Europe/Rome',
  gate: 'Porta Fiume',
  gates: [{ name: 'T1', gate: 'Porta Fiume' }],
};
const line = (n: number, more = {}) => ({
  line: n,
  targa: `PI${String(n).padStart(5, '0')}`,
  data: '2026-11-10T08:30:00+01:00',
  varco: 'Porta Fiume',
  ...more,
});
let files = 0;
const nextHash = (): string => {
  files += 1;
  return files.toString(16).padStart(64, 'f');
};
const start = async (hash: string, more = {}): Promise<string> => {
  const body = { label: 'varchi.csv', file_hash: hash, create_gates: false, form: FORM, ...more };
  const { body: answer } = await plant.call(api.startImport, { body }, ADMINISTRATOR);
  return (answer as { import: { id: string } }).import.id;
};
const stage = (id: string, reads: readonly unknown[], user = ADMINISTRATOR) =>
  plant.callRaw(api.stageImport, { params: { id }, body: { reads } }, user);
const withKey = (endpoint: Parameters<typeof injectRaw>[1], input: unknown, key: keyof typeof INGEST_KEYS) =>
  injectRaw(plant.app, endpoint, input, { headers: buildApiKeyHeader(key) });

test('an administrator imports a file; the log names the person, the file and the counts', async () => {
  const hash = nextHash();
  const id = await start(hash);
  const staged = await stage(id, [
    line(2),
    line(3),
    line(4, { varco: 'Altrove' }),
    line(5, { data: '2099-01-01T00:00:00Z' }),
  ]);
  expect(staged.body).toEqual({
    staged: 2,
    refused: [
      { line: 4, reason: 'unknown_gate' },
      { line: 5, reason: 'future_time' },
    ],
  });
  const committing = await plant.call(api.commitImport, { params: { id } }, ADMINISTRATOR);
  expect(committing).toMatchObject({ status: 202, body: { state: 'committing', started_by: ADMINISTRATOR } });
  await expect
    .poll(async () => (await plant.call(api.getImport, { params: { id } }, ADMINISTRATOR)).body, { timeout: 30_000 })
    .toMatchObject({ state: 'committed', stored: 2, refused: 2, read_to: 5 });
  const entries = plant.audit.records.filter(
    ({ action, detail }) => action === 'ingest.import' && detail?.['import'] === id,
  );
  expect(entries.map(({ actor, detail }) => [actor.kind, actor.name, detail])).toEqual([
    ['user', ADMINISTRATOR, { import: id, label: 'varchi.csv', file: hash, step: 'start' }],
    [
      'user',
      ADMINISTRATOR,
      { import: id, label: 'varchi.csv', file: hash, step: 'commit', staged: 2, refused: 2, by: ADMINISTRATOR },
    ],
    ['system', 'import', { import: id, stored: 2, duplicates: 0, createdGates: [] }],
  ]);
});

test('a person without the right, a camera key and no credential are refused by every call', async () => {
  const id = await start(nextHash());
  const calls = [
    [api.startImport, { body: { label: 'x', file_hash: nextHash(), create_gates: false } }],
    [api.findImports, { query: { file_hash: nextHash() } }],
    [api.matchImportGates, { body: { names: ['Porta Fiume'] } }],
    [api.stageImport, { params: { id }, body: { reads: [line(1)] } }],
    [api.getImport, { params: { id } }],
    [api.listImportRefusals, { params: { id }, query: {} }],
    [api.commitImport, { params: { id } }],
    [api.discardImport, { params: { id } }],
  ] as const;
  for (const [endpoint, input] of calls) {
    expect(await plant.callRaw(endpoint, input, 'operatore')).toMatchObject({
      status: 403,
      body: { error: { code: 'no_perms' } },
    });
    expect(await withKey(endpoint, input, 'all')).toMatchObject({ status: 403 });
    expect(await injectRaw(plant.app, endpoint, input)).toMatchObject({ status: 401 });
  }
  expect((await plant.call(api.getImport, { params: { id } }, ADMINISTRATOR)).body).toMatchObject({
    state: 'staging',
    staged: 0,
  });
});

test('an administrator has the imports of keys and persons; a key has its own only', async () => {
  const body = { label: 'x', file_hash: nextHash(), create_gates: false };
  const started = await withKey(api.startImport, { body }, 'loader');
  const ofKey = (started.body as { import: { id: string } }).import.id;
  expect((await plant.call(api.getImport, { params: { id: ofKey } }, ADMINISTRATOR)).body).toMatchObject({
    started_by: 'loader',
  });
  expect((await plant.call(api.discardImport, { params: { id: ofKey } }, ADMINISTRATOR)).status).toBe(200);
  const ofPerson = await start(nextHash());
  expect((await withKey(api.getImport, { params: { id: ofPerson } }, 'loader')).status).toBe(404);
});

test('an import is continued: the plant says how far it got, how the file is read and what it refused', async () => {
  const hash = nextHash();
  const id = await start(hash, { create_gates: true });
  await stage(id, [line(2, { targa: '???' }), line(3), line(4, { data: '2020-01-01T00:00:00Z' })]);
  const find = () => plant.call(api.findImports, { query: { file_hash: hash } }, ADMINISTRATOR);
  expect((await find()).body).toEqual({
    already_imported: null,
    open: [
      {
        import: expect.objectContaining({ id, staged: 2, refused: 1, read_to: 4, state: 'staging' }),
        create_gates: true,
        form: FORM,
      },
    ],
  });
  // The same lines again, as a client sends them whose answer was lost, count once.
  await stage(id, [line(3), line(4, { data: '2020-01-01T00:00:00Z' }), line(6)]);
  expect((await find()).body).toMatchObject({ open: [{ import: { staged: 3, refused: 1, read_to: 6 } }] });
  const refusals = (after: number) =>
    plant.call(api.listImportRefusals, { params: { id }, query: { after } }, ADMINISTRATOR);
  expect((await refusals(0)).body).toEqual({ objects: [{ line: 4, reason: 'too_old' }] });
  expect((await refusals(4)).body).toEqual({ objects: [] });
  await plant.call(api.discardImport, { params: { id } }, ADMINISTRATOR);
  expect((await find()).body).toEqual({ already_imported: null, open: [] });
  expect((await refusals(0)).body).toEqual({ objects: [] });
});

test('names of a file are matched to gates with case, accents and former names', async () => {
  const renamed = { params: { id: 2 }, body: { fullname: 'Varco Ospedale' } };
  expect((await plant.call(updateGate, renamed, ADMINISTRATOR)).status).toBe(200);
  const names = ['PORTA  fiùme', 'porta santi', 'varco ospedale', 'Mai Visto'];
  const { body } = await plant.call(api.matchImportGates, { body: { names } }, ADMINISTRATOR);
  const hospital = { id: 2, fullname: 'Varco Ospedale' };
  expect(body).toEqual({ gates: [{ id: 1, fullname: 'Porta Fiume' }, hospital, hospital, null] });
});

test.each([
  ['an unknown field', { form: { ...FORM, admin: true } }],
  ['a huge pattern', { form: { ...FORM, time_format: 'd'.repeat(101) } }],
  ['too many gates', { form: { ...FORM, gates: Array.from({ length: 501 }, () => ({ name: 'a', gate: 'b' })) } }],
  ['a negative column', { form: { ...FORM, columns: [{ meaning: 'plate', column: -1 }] } }],
  ['a name with NUL', { form: { ...FORM, gates: [{ name: 'a\u0000', gate: 'b' }] } }],
  ['a huge name of a file', { label: 'a'.repeat(201) }],
  ['a hash that is none', { file_hash: 'zz' }],
])('a form with %s is refused', async (_name, more) => {
  const body = { label: 'x', file_hash: nextHash(), create_gates: false, form: FORM, ...more };
  expect(await plant.callRaw(api.startImport, { body }, ADMINISTRATOR)).toMatchObject({
    status: 400,
    body: { error: { code: 'bad_request' } },
  });
});

test('while an import is stored the plant says how far it is, and no longer when it is done', async () => {
  const id = await start(nextHash());
  const params = { id };
  const lines = Array.from({ length: 12_000 }, (_, at) => line(at + 1, { targa: `PR${String(at).padStart(5, '0')}` }));
  for (let from = 0; from < lines.length; from += 500)
    expect((await stage(id, lines.slice(from, from + 500))).status).toBe(200);
  const read = async () => {
    const { body } = await plant.callRaw(api.getImport, { params }, ADMINISTRATOR);
    return api.ImportSummary.parse(body);
  };
  expect((await read()).done).toBeNull();
  await plant.callRaw(api.commitImport, { params }, ADMINISTRATOR);
  const seen: number[] = [];
  let summary = await read();
  while (summary.state === 'committing') {
    seen.push(summary.done ?? -1);
    summary = await read();
  }
  expect(summary).toMatchObject({ state: 'committed', stored: 12_000, done: null });
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.some((done) => done > 0 && done < 12_000)).toBe(true);
  expect((await plant.pool.query('select 1 from import_progress')).rowCount).toBe(0);
}, 120_000);
