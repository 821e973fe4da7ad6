import type { CameraWithKey } from '@varco/contract/plant/camera-intake.ts';
import { getTransit, TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { listTransitReads, MAX_TRANSIT_READS, TransitRead } from '@varco/contract/plant/transit-reads.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addCamera } from '../../testing/add-camera.ts';
import { buildHikvisionBody } from '../../testing/camera-bodies.ts';
import { createPhoto } from '../../testing/send-pictures.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { expirePictures } from '../retention/expire-pictures.repository.ts';

let plant: TestPlant;
let front: CameraWithKey;
let rear: CameraWithKey;
let other: CameraWithKey;
beforeAll(async () => {
  plant = await startTestPlant();
  front = await addCamera(plant, 'Ponte, fronte', { famiglia: 'axis' });
  rear = await addCamera(plant, 'Ponte, retro', { famiglia: 'axis' });
  other = await addCamera(plant, 'Fiume nord', { varco_id: 2, famiglia: 'hikvision' });
});
afterAll(() => plant.close());

const ago = (seconds: number): string => toIsoInstant(parseInstantMs(NOW) - seconds * 1000);

interface TrackEvent {
  readonly id: string;
  readonly state: 'new' | 'update' | 'lost';
  readonly plate: string;
  readonly confidence?: number;
  readonly direction?: 'in' | 'out';
  /** Seconds before now. */
  readonly ago: number;
  readonly picture?: Uint8Array;
}

async function post({ chiave }: CameraWithKey, type: string, payload: string | Buffer): Promise<void> {
  const call = { method: 'POST', url: `/api/camera/${chiave}`, headers: { 'content-type': type }, payload } as const;
  expect((await plant.app.inject(call)).statusCode).toBe(200);
}

/** One message of a camera that follows vehicles. */
function send(camera: CameraWithKey, { id, state, plate, confidence, direction, ago: seconds, picture }: TrackEvent) {
  const event = {
    ...{ carID: id, carState: state, plateUTF8: plate, carMoveDirection: direction ?? 'unknown' },
    ...(confidence === undefined ? {} : { plateConfidence: String(confidence) }),
    captureTimestamp: String(parseInstantMs(NOW) - seconds * 1000),
    camera_info: { SerialNumber: 'B8A44F000001' },
    ImageArray:
      picture === undefined ? [] : [{ ImageType: 'vehicle', BinaryImage: Buffer.from(picture).toString('base64') }],
  };
  return post(camera, 'application/json', JSON.stringify(event));
}

async function findId(plate: string): Promise<string> {
  const page = await plant.call(searchTransits, { body: { f_targa: plate } }, 'operatore', REASON);
  const { objects } = TransitPage.parse(page.body);
  expect(objects).toHaveLength(1);
  return objects[0]?.id ?? '';
}
async function readsOf(id: string): Promise<readonly TransitRead[]> {
  const answer = await plant.call(listTransitReads, { params: { id } }, 'operatore', REASON);
  return z.object({ objects: z.array(TransitRead) }).parse(answer.body).objects;
}
const countOf = async (id: string) =>
  TransitDetail.parse((await plant.call(getTransit, { params: { id } }, 'operatore', REASON)).body).n_letture;
const summaryOf = async (id: string) =>
  (await readsOf(id)).map(({ targa, fase, regola, scelta, volte }) => [targa, fase, regola, scelta, volte]);
const countRows = async () => (await plant.pool.query('select 1 from transit_read')).rowCount;

test('of a track that read its plate better every message stands behind the transit, those sent again counted once', async () => {
  const [picture, other] = [await createPhoto('#334455'), await createPhoto('#665544')];
  await send(front, { id: '1', state: 'new', plate: 'LT001CN', confidence: 0.61, ago: 50 });
  await send(front, { id: '1', state: 'update', plate: 'LT001CQ', confidence: 0.93, ago: 49.4, picture });
  await send(front, { id: '1', state: 'update', plate: 'LT001CQ', confidence: 0.93, ago: 49.4, picture });
  await send(front, { id: '1', state: 'lost', plate: 'LT001CQ', confidence: 0.9, ago: 40, picture: other });
  const id = await findId('LT001CQ');
  const [first, better, last] = await readsOf(id);
  expect(first).toEqual({
    ...{ data: ago(50), arrivo: null, telecamera: 'Ponte, fronte', targa: 'LT001CN', confidence: 61 },
    ...{ fase: 'new', direction: 0, regola: 'first', scelta: true, volte: 1, foto: null },
  });
  expect(better).toEqual({
    ...{ data: ago(49.4), arrivo: NOW, telecamera: 'Ponte, fronte', targa: 'LT001CQ', confidence: 93 },
    ...{ fase: 'update', direction: 0, regola: 'track', scelta: true, volte: 2, foto: 'full' },
  });
  expect(last).toMatchObject({ data: ago(40), fase: 'lost', scelta: false, volte: 1, foto: 'not_stored' });
  expect(await countOf(id)).toBe(3);
  await expirePictures(plant.pool, 'plate', { beforeMs: parseInstantMs(NOW), limit: 10 });
  expect((await readsOf(id)).map(({ foto }) => foto)).toEqual([null, null, null]);
  expect((await plant.pool.query(`select 1 from transit_read where picture <> ''`)).rowCount).toBe(0);
});

test('a worse read stands there too and is not the plate', async () => {
  await send(front, { id: '2', state: 'update', plate: 'LT002AA', confidence: 0.9, ago: 50 });
  await send(front, { id: '2', state: 'update', plate: 'LT002AB', confidence: 0.7, ago: 49 });
  expect(await summaryOf(await findId('LT002AA'))).toEqual([
    ['LT002AA', 'update', 'first', true, 1],
    ['LT002AB', 'update', 'track', false, 1],
  ]);
});

test('a single read has no rows, also when the camera sends it again', async () => {
  const before = await countRows();
  for (let time = 0; time < 3; time += 1)
    await send(front, { id: '3', state: 'new', plate: 'LT003AA', confidence: 0.9, ago: 50 });
  const id = await findId('LT003AA');
  expect([await countOf(id), await readsOf(id), await countRows()]).toEqual([0, [], before]);
});

test('reads of two cameras of a gate name both, and the later messages of the second belong to it', async () => {
  await send(front, { id: '4', state: 'new', plate: 'LT004AA', confidence: 0.9, direction: 'in', ago: 50 });
  await send(rear, { id: '9', state: 'new', plate: 'LT004AA', confidence: 0.8, direction: 'out', ago: 48 });
  await send(rear, { id: '9', state: 'new', plate: 'LT004AA', confidence: 0.8, direction: 'out', ago: 48 });
  await send(rear, { id: '9', state: 'lost', plate: 'LT004AA', confidence: 0.8, ago: 47 });
  await send(front, { id: '4', state: 'lost', plate: 'LT004AA', confidence: 0.9, ago: 46 });
  const reads = await readsOf(await findId('LT004AA'));
  expect(
    reads.map(({ telecamera, fase, direction, regola, volte }) => [telecamera, fase, direction, regola, volte]),
  ).toEqual([
    ['Ponte, fronte', 'new', 3, 'first', 1],
    ['Ponte, retro', 'new', 4, 'passage', 2],
    ['Ponte, retro', 'lost', 0, 'track', 1],
    ['Ponte, fronte', 'lost', 0, 'track', 1],
  ]);
});

test('a track that began without a plate has its first read behind the transit that replaced it', async () => {
  await send(front, { id: '5', state: 'new', plate: '', ago: 50 });
  await send(front, { id: '5', state: 'update', plate: '', ago: 49.5 });
  await send(front, { id: '5', state: 'update', plate: 'LT005AA', confidence: 0.9, ago: 49 });
  await send(front, { id: '5', state: 'lost', plate: 'LT005AA', confidence: 0.9, ago: 45 });
  expect(await summaryOf(await findId('LT005AA'))).toEqual([
    ['', 'new', 'first', false, 1],
    ['', 'update', 'track', false, 1],
    ['LT005AA', 'update', 'track', true, 1],
    ['LT005AA', 'lost', 'track', false, 1],
  ]);
  expect((await plant.pool.query(`select 1 from transit_read where plate = ''`)).rowCount).toBe(0);
});

test('a later message of an event that is no track is a read by the rule of events', async () => {
  const at = (seconds: number) => ago(seconds).replace('.000Z', 'Z');
  for (const seconds of [50, 48]) {
    const { type, bytes } = buildHikvisionBody({ plate: 'LT006AA', at: at(seconds), uuid: 'e-6' });
    await post(other, type, Buffer.from(bytes));
  }
  const reads = await readsOf(await findId('LT006AA'));
  expect(reads.map(({ telecamera, fase, regola }) => [telecamera, fase, regola])).toEqual([
    ['Fiume nord', null, 'first'],
    ['Fiume nord', null, 'event'],
  ]);
});

test('a camera that sends without end fills the list of one transit and no more', async () => {
  for (let step = 0; step < MAX_TRANSIT_READS + 5; step += 1)
    await send(front, { id: '7', state: 'update', plate: 'LT007AA', confidence: 0.9, ago: 50 - step / 10 });
  expect(await readsOf(await findId('LT007AA'))).toHaveLength(MAX_TRANSIT_READS);
});
