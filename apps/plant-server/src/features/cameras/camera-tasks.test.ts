import {
  cameraEvents,
  CameraEvent,
  CameraTask,
  finishCameraTask,
  listCameraTasks,
  takeCameraTask,
} from '@varco/contract/plant/camera-tasks.ts';
import { installMetrics } from '@varco/server-kit/metrics/install-metrics.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { buildUserSeed, NOW, PLANT, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { createCameraMetrics } from './camera-metrics.ts';
import { recordCameraSamples } from './record-camera-samples.ts';
import { watchSilences } from './watch-silences.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
const START = Date.parse(NOW);
const ADMIN = 'amministratore';
const OTHER_ADMIN = 'sostituto';

let plant: TestPlant;
const at = (ms: number): string => new Date(START + ms).toISOString();
/** Reads of a gate around this hour of an earlier week. */
const readsOfWeek = (gate: number, weeks: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    gate,
    plate: `CA${String(n).padStart(3, '0')}AA`,
    at: at(-weeks * WEEK - 2 * HOUR + (n + 1) * ((4 * HOUR) / count)),
  }));
/** Moves the clock of the plant to some milliseconds after the start, and looks for silences. */
async function watchAt(ms: number): Promise<void> {
  plant.clock.now = at(ms);
  await watchSilences(plant.deps);
}

beforeAll(async () => {
  plant = await startTestPlant({ ...PLANT, users: [...USERS, buildUserSeed(30, OTHER_ADMIN, 2)] });
  installMetrics(plant.app, { allowedAddresses: ['127.0.0.1'], own: createCameraMetrics(plant.pool) });
});
beforeEach(async () => {
  plant.clock.now = NOW;
  await plant.pool.query('delete from camera_silence; delete from transit; delete from gate_hour;');
  await insertReads(plant.deps.store, [
    // A busy road, a quiet one, and one that has no earlier weeks; all silent for half an hour or more.
    ...[1, 2, 3, 4].flatMap((weeks) => [...readsOfWeek(1, weeks, 240), ...readsOfWeek(2, weeks, 4)]),
    { gate: 1, plate: 'CB001AA', at: at(-30 * MINUTE) },
    { gate: 2, plate: 'CB002AA', at: at(-90 * MINUTE) },
    { gate: 3, plate: 'CB003AA', at: at(-5 * HOUR) },
  ]);
});
afterAll(() => plant.close());

const Tasks = z.object({ objects: z.array(CameraTask) });
async function readTasks() {
  const answer = await plant.call(listCameraTasks, {}, ADMIN);
  expect(answer.status).toBe(200);
  return Tasks.parse(answer.body).objects;
}
const take = (id: number, from: string | null, user = ADMIN) =>
  plant.call(takeCameraTask, { params: { id }, body: { presa_da: from } }, user);
const finish = (id: number, nota: string, user = ADMIN) =>
  plant.callRaw(finishCameraTask, { params: { id }, body: { nota } }, user);

test('a silence is judged by what the camera reads in that hour of other weeks: a quiet road is not silent', async () => {
  await watchAt(0);
  expect(await readTasks()).toEqual([
    {
      id: expect.any(Number),
      varco_id: 1,
      varco: 'Porta Fiume',
      muta_dal: at(-30 * MINUTE),
      notata_il: NOW,
      attese: 30,
      causa: 'lettore',
      presa_da: null,
      presa_il: null,
      fatta_da: null,
      fatta_il: null,
      nota: null,
    },
  ]);
  // The road without a past is silent after ten hours; the camera that never read is not silent.
  await watchAt(5 * HOUR);
  // The session is of before.
  plant.clock.now = NOW;
  expect((await readTasks()).map(({ varco_id: gate, attese }) => [gate, attese])).toEqual([
    [3, null],
    [1, expect.any(Number)],
  ]);
});

test('the task closes itself when the camera reads again, and a new silence is a new task', async () => {
  await watchAt(0);
  const [first] = await readTasks();
  await insertReads(plant.deps.store, [{ gate: 1, plate: 'CB004AA', at: at(10 * MINUTE) }]);
  await watchAt(11 * MINUTE);
  expect(await readTasks()).toEqual([]);
  expect((await finish(first?.id ?? 0, 'troppo tardi')).status).toBe(409);
  await watchAt(45 * MINUTE);
  const [second] = await readTasks();
  expect(second).toMatchObject({ varco_id: 1, muta_dal: at(10 * MINUTE) });
  expect(second?.id).not.toBe(first?.id);
  // A disabled camera is nobody's task.
  await plant.pool.query('update gate set enabled = false where id = 1');
  await watchAt(46 * MINUTE);
  await plant.pool.query('update gate set enabled = true where id = 1');
  expect(await readTasks()).toEqual([]);
});

test('one owner at a time: who saw another owner is refused; done with a note stays done while it is silent', async () => {
  await watchAt(0);
  const id = (await readTasks())[0]?.id ?? 0;
  plant.audit.records.length = 0;
  expect((await take(id, null)).body).toMatchObject({ presa_da: ADMIN, presa_il: NOW });
  expect((await take(id, null, OTHER_ADMIN)).status).toBe(409);
  expect((await take(id, ADMIN, OTHER_ADMIN)).body).toMatchObject({ presa_da: OTHER_ADMIN });
  for (const note of ['', '   ', 'x'.repeat(501), 'a\u0000b']) expect((await finish(id, note)).status).toBe(400);
  expect((await finish(id, ' Lavori in strada ', OTHER_ADMIN)).body).toMatchObject({
    nota: 'Lavori in strada',
    fatta_da: OTHER_ADMIN,
  });
  expect((await finish(id, 'ancora')).status).toBe(409);
  expect((await take(id, OTHER_ADMIN)).status).toBe(409);
  const changes = plant.audit.records.filter(
    ({ action, outcome }) => action.startsWith('cameras.') && outcome === 'ok',
  );
  expect(changes.map(({ action, detail }) => [action, detail])).toEqual([
    ['cameras.take', { gate: 1, before: null }],
    ['cameras.take', { gate: 1, before: ADMIN }],
    ['cameras.done', { gate: 1, owner: OTHER_ADMIN, note: 'Lavori in strada' }],
  ]);
  await watchAt(20 * MINUTE);
  expect(await readTasks()).toMatchObject([{ id, nota: 'Lavori in strada' }]);
});

test('only who administers the plant sees and takes the tasks', async () => {
  await watchAt(0);
  const id = (await readTasks())[0]?.id ?? 0;
  for (const user of ['operatore', 'comune', 'quattro']) {
    expect((await plant.call(listCameraTasks, {}, user)).status).toBe(403);
    expect((await take(id, null, user)).status).toBe(403);
    expect((await finish(id, 'nota', user)).status).toBe(403);
  }
  expect((await plant.callRaw(listCameraTasks, {})).status).toBe(401);
  expect((await take(999_999, null)).status).toBe(404);
  expect((await readTasks())[0]).toMatchObject({ presa_da: null, fatta_da: null });
});

const CAUSES = [
  ['orologio', { reads: 3 }],
  ['rifiutati', { refused: 3, heartbeats: 1 }],
  ['senza_targhe', { no_plate: 3, heartbeats: 1 }],
  ['nessun_veicolo', { heartbeats: 1 }],
  ['contatto', {}],
] as const;

test('the likely cause comes from what the camera still sends', async () => {
  await watchAt(0);
  await declareCamera();
  for (const [cause, counts] of CAUSES) {
    await countHour(-HOUR, counts);
    expect((await readTasks())[0]?.causa).toBe(cause);
  }
  await plant.pool.query('update gate set has_error = true where id = 1');
  expect((await readTasks())[0]?.causa).toBe('guasto');
  await plant.pool.query('update gate set has_error = false where id = 1');
  // All cameras in use.
  await plant.pool
    .query(`insert into camera_silence (gate, silent_since, noticed_at) select id, '${NOW}', '${NOW}' from gate
    where enabled and id <> 1`);
  expect(new Set((await readTasks()).map(({ causa }) => causa))).toEqual(new Set(['impianto']));
  await plant.pool.query('delete from camera');
});

test('CAM-07 the log of a camera has its last 20 entries, newest first', async () => {
  await declareCamera();
  // Thirty hours with refused messages, then a silence, and a clock that went wrong.
  for (let hour = 30; hour >= 1; hour -= 1)
    await countHour(-(hour + 2) * HOUR, { refused: hour }, hour === 1 ? [25_000, 30_000, 31_000] : [100]);
  await watchAt(0);
  await recordCameraSamples(plant.deps.store.runner, START);
  await plant.pool.query('update gate set has_error = true where id = 1');
  await recordCameraSamples(plant.deps.store.runner, START + 5 * MINUTE);
  await plant.pool.query('update gate set has_error = false where id = 1');
  await recordCameraSamples(plant.deps.store.runner, START + 10 * MINUTE);
  const answer = await plant.call(cameraEvents, { params: { id: 1 } }, 'comune');
  const entries = z.object({ objects: z.array(CameraEvent) }).parse(answer.body).objects;
  expect(entries).toHaveLength(20);
  expect(entries.slice(0, 6).map(({ tipo, n }) => [tipo, n])).toEqual([
    ['torna', null],
    ['ferma', null],
    ['muta', null],
    ['orologio', 30],
    ['rifiutati', 1],
    ['rifiutati', 2],
  ]);
  const times = entries.map(({ ora }) => Date.parse(ora));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect((await plant.callRaw(cameraEvents, { params: { id: 99 } }, 'comune')).status).toBe(404);
  expect((await plant.callRaw(cameraEvents, { params: { id: 1 } })).status).toBe(401);
  await plant.pool.query('delete from camera');
});

test('the metric has the silent cameras only, with the state of their task', async () => {
  const scrape = async (): Promise<readonly string[]> => {
    const { body } = await plant.app.inject({ url: '/metrics' });
    return body.split('\n').filter((line) => line.startsWith('varco_camera_silent_seconds{'));
  };
  await watchAt(0);
  expect(await scrape()).toEqual([
    expect.stringMatching(/^varco_camera_silent_seconds\{gate="1",task="open"\} [\d.e+-]+$/),
  ]);
  await take((await readTasks())[0]?.id ?? 0, null);
  expect(await scrape()).toEqual([expect.stringContaining('{gate="1",task="taken"}')]);
  await insertReads(plant.deps.store, [{ gate: 1, plate: 'CB005AA', at: at(MINUTE) }]);
  await watchAt(2 * MINUTE);
  expect(await scrape()).toEqual([]);
});

async function declareCamera(): Promise<void> {
  await plant.pool
    .query(`insert into camera (uuid, name, gate, family, time_zone, speed_unit, key_hash, is_trial, created_at, created_by,
    updated_at, rotated_at, rotated_by) values (gen_random_uuid(), 'Porta Fiume 1', 1, 'auto', 'Europe/Rome', 'kmh', 'x', false, now(),
    'prova', now(), now(), 'prova')`);
}

async function countHour(
  ms: number,
  counts: { reads?: number; refused?: number; no_plate?: number; heartbeats?: number },
  clockErrors: readonly number[] = [],
): Promise<void> {
  const hour = new Date(Math.floor((START + ms) / HOUR) * HOUR).toISOString();
  const { reads = 0, refused = 0, no_plate: unread = 0, heartbeats = 0 } = counts;
  await plant.pool.query(
    `insert into camera_hour as h (camera, hour, reads, refused, no_plate, heartbeats, clock_errors)
      select id, $1, $2, $3, $4, $5, $6 from camera where gate = 1
      on conflict (camera, hour) do update set reads = excluded.reads, refused = excluded.refused, no_plate = excluded.no_plate,
        heartbeats = excluded.heartbeats`,
    [hour, reads, refused, unread, heartbeats, clockErrors],
  );
}
