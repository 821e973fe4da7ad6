import { CameraLogLine, cameraLog, CameraSample, cameraStatus } from '@varco/contract/plant/camera-status.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { PLANT, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { deleteOldCameraSamples, recordCameraSamples } from './record-camera-samples.ts';

const AT = Date.parse('2026-11-20T14:30:00.000Z');
const MINUTE = 60_000;
const toIso = (minutes: number): string => new Date(AT + minutes * MINUTE).toISOString();
const DAY = { start_time: '2026-11-19T23:00:00.000Z', end_time: '2026-11-20T22:59:59.999Z' };

let plant: TestPlant;
const recordSamples = (minutes: number) => recordCameraSamples(plant.deps.store.runner, AT + minutes * MINUTE);
beforeAll(async () => {
  plant = await startTestPlant();
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'CA001AA', at: toIso(-5) },
    { gate: 1, plate: 'CA002AA', at: toIso(-0.001) },
    { gate: 1, plate: 'CA003AA', at: toIso(0) },
    { gate: 2, plate: 'CA001AA', at: toIso(-15) },
    { gate: 3, plate: 'CA001AA', at: toIso(-601) },
    { gate: 4, plate: 'CA001AA', at: toIso(-1) },
  ]);
});
afterAll(() => plant.close());

type Query = Readonly<Record<string, string | number | undefined>>;
const callCameraStatus = (query: Query, user = 'comune') => plant.callRaw(cameraStatus, { query }, user);
const samples = async (query: Query) => {
  const answer = await callCameraStatus(query);
  expect(answer.status).toBe(200);
  return z.object({ objects: z.array(CameraSample), pagination: z.unknown() }).parse(answer.body);
};
const FULL = { p: -1, offset: 0, limit: 999_999 };

test('PLAPI-26 CAM-05 the plant samples its cameras once an interval, however many processes try', async () => {
  expect((await samples({ ...DAY, ...FULL })).objects).toEqual([]);
  expect(await Promise.all([recordSamples(0), recordSamples(0.5), recordSamples(4.9)])).toContain(5);
  expect(await recordSamples(4.99)).toBe(0);
  const { objects, pagination } = await samples({ ...DAY, ...FULL });
  // The disabled gate is not counted; the one without coordinates reads well.
  expect(objects).toEqual([
    {
      sampled_at: toIso(0),
      n_cameras: 4,
      n_cameras_off: 1,
      off_cameras_list: [{ varco_id: 3, varco: 'Ponte Vecchio', last_plate_date: toIso(-601) }],
    },
  ]);
  expect(pagination).toMatchObject({ count: 1, offset: 0, limit: 999_999, has_next: false });
});

test('PLAPI-26 CAM-06 samples of a range, oldest first, whole or in pages; a broken camera is off at once', async () => {
  await plant.pool.query('update gate set has_error = true where id = 1');
  await recordSamples(5);
  await plant.pool.query('update gate set has_error = false, enabled = false where id = 1');
  await recordSamples(10);
  await plant.pool.query('update gate set enabled = true where id = 1');
  const { objects } = await samples({ ...DAY, ...FULL });
  expect(
    objects.map((one) => [one.sampled_at, one.n_cameras, one.off_cameras_list.map((off) => off.varco_id)]),
  ).toEqual([
    [toIso(0), 4, [3]],
    [toIso(5), 4, [1, 3]],
    [toIso(10), 3, [3]],
  ]);
  const middle = { start_time: toIso(5), end_time: toIso(5) };
  expect((await samples(middle)).objects.map((one) => one.sampled_at)).toEqual([toIso(5)]);
  const second = await samples({ ...DAY, p: 2, limit: 2 });
  expect(second.objects.map((one) => one.sampled_at)).toEqual([toIso(10)]);
  expect(second.pagination).toMatchObject({ count: 3, page: 2, num_pages: 2, has_previous: true, has_next: false });
  expect((await samples({ ...DAY, offset: 1, limit: 1 })).objects.map((one) => one.sampled_at)).toEqual([toIso(5)]);
});

test('PLAPI-26 refuses ranges without sense, and a zone nobody made', async () => {
  for (const query of [
    {},
    { start_time: DAY.start_time },
    { start_time: DAY.end_time, end_time: DAY.start_time },
    { start_time: '2026-10-01T00:00:00Z', end_time: '2026-11-20T00:00:00Z' },
    { start_time: 'ieri', end_time: 'oggi' },
    { ...DAY, limit: 1_000_000 },
    { ...DAY, offset: -1 },
    { ...DAY, p: "1' or 1=1" },
  ])
    expect((await callCameraStatus(query)).status).toBe(400);
  expect((await callCameraStatus({ ...DAY, zone_id: 7 })).status).toBe(404);
  expect((await plant.callRaw(cameraStatus, { query: DAY })).status).toBe(401);
});

const readLogFile = (folder: string, file: string, user?: string) =>
  plant.callRaw(cameraLog, { params: { folder, file } }, user);
const FOLDER = `${PLANT.uuid}-LogCamStat`;

test('PLAPI-27 CAM-07 the log of one camera is text of JSON lines, each whole by itself', async () => {
  for (const name of ['CamStat_1.json', 'CamStat_42-1.json']) {
    const answer = await readLogFile(FOLDER, name, 'comune');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
    const lines = answer.bytes.toString().split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => CameraLogLine.parse(JSON.parse(line)))).toEqual([
      // Reads from 14:25 (inclusive) to 14:30 (exclusive).
      { ...LINE, sampled_at: toIso(0), stato: 'online', off: false, n_reads: 2 },
      { ...LINE, sampled_at: toIso(5), stato: 'error', off: true, n_reads: 1 },
      { ...LINE, sampled_at: toIso(10), stato: 'disabled', off: false, n_reads: 0 },
    ]);
  }
});
const LINE = { varco_id: 1, varco: 'Porta Fiume', interval_s: 300, last_plate_date: toIso(0) };

test('PLAPI-27 another plant, an unknown camera and odd names are not found or refused', async () => {
  expect((await readLogFile(`${PLANT.uuid.replace('1', '2')}-LogCamStat`, 'CamStat_1.json', 'comune')).status).toBe(
    404,
  );
  expect((await readLogFile(FOLDER, 'CamStat_99.json', 'comune')).status).toBe(404);
  for (const file of ['CamStat_.json', 'CamStat_1.json.bak', '../../etc/passwd', 'CamStat_1.xml', 'CamStat_1_1.json'])
    expect((await readLogFile(FOLDER, file, 'comune')).status).toBe(400);
  expect((await readLogFile(FOLDER, 'CamStat_1.json')).status).toBe(401);
});

test('samples past their term go, the others stay', async () => {
  expect(await deleteOldCameraSamples(plant.deps.store.runner, AT + 5 * MINUTE + 90 * 86_400_000)).toBe(5);
  expect((await samples({ ...DAY, ...FULL })).objects.map((one) => one.sampled_at)).toEqual([toIso(5), toIso(10)]);
});
