import { searchAlerts } from '@varco/contract/plant/alerts.ts';
import type { CameraWithKey } from '@varco/contract/plant/camera-intake.ts';
import { correctPlate } from '@varco/contract/plant/corrections.ts';
import { addTransitNote } from '@varco/contract/plant/transit-notes.ts';
import { TransitDetail, getTransit } from '@varco/contract/plant/transit-detail.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCamera } from '../../testing/add-camera.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { createPhoto } from '../../testing/send-pictures.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { isBetterRead } from './better-read.ts';

let plant: TestPlant;
let camera: CameraWithKey;
beforeAll(async () => {
  plant = await startTestPlant();
  camera = await addCamera(plant, 'Assi nord', { famiglia: 'axis' });
});
afterAll(() => plant.close());

interface TrackEvent {
  readonly id: string;
  readonly state: 'new' | 'update' | 'lost';
  readonly plate: string;
  readonly confidence?: number;
  readonly direction?: string;
  /** Seconds before now. */
  readonly ago: number;
  readonly picture?: Uint8Array;
}

async function send({ id, state, plate, confidence, direction, ago, picture }: TrackEvent): Promise<void> {
  const event = {
    ...{ carID: id, carState: state, plateUTF8: plate, carMoveDirection: direction ?? 'unknown' },
    ...(confidence === undefined ? {} : { plateConfidence: String(confidence) }),
    captureTimestamp: String(parseInstantMs(NOW) - ago * 1000),
    camera_info: { SerialNumber: 'B8A44F000001' },
    ImageArray:
      picture === undefined ? [] : [{ ImageType: 'vehicle', BinaryImage: Buffer.from(picture).toString('base64') }],
  };
  const answer = await plant.app.inject({
    method: 'POST',
    url: `/api/camera/${camera.chiave}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(event),
  });
  expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
}
const find = async (pattern: string) =>
  TransitPage.parse((await plant.call(searchTransits, { body: { f_targa: pattern } }, 'operatore', REASON)).body)
    .objects;
const summary = async (pattern: string) =>
  (await find(pattern)).map(({ targa, targa_corretta, direction }) => [targa, targa_corretta, direction]);

test('a later, better read of a track corrects the plate and says so; the first read stays and the lists are asked again', async () => {
  await insertBlacklistRow(plant.pool, 'TR001CQ');
  await send({ id: '77', state: 'new', plate: 'TR001CN', confidence: 0.61, ago: 50 });
  expect(await summary('TR001*')).toEqual([['TR001CN', null, 0]]);
  await send({ id: '77', state: 'update', plate: 'TR001CQ', confidence: 0.93, direction: 'in', ago: 49 });
  await send({ id: '77', state: 'update', plate: 'TR001CQ', confidence: 0.93, direction: 'in', ago: 49 });
  await send({ id: '77', state: 'lost', plate: 'TR001CQ', confidence: 0.9, direction: 'in', ago: 40 });
  expect(await summary('TR001CQ')).toEqual([['TR001CN', 'TR001CQ', 3]]);
  expect(await summary('TR001CN')).toEqual([['TR001CN', 'TR001CQ', 3]]);
  const [transit] = await find('TR001CQ');
  const detail = await plant.call(getTransit, { params: { id: transit?.id ?? '' } }, 'operatore', REASON);
  expect(TransitDetail.parse(detail.body).correzione).toMatchObject({
    targa: 'TR001CQ',
    autore: 'Assi nord',
    data: NOW,
    motivo: 'telecamera: lettura migliore, 93 %',
  });
  await plant.deps.alerts.publishPending();
  const alerts = await plant.call(searchAlerts, { body: {} }, 'operatore', REASON);
  expect(searchAlerts.response.parse(alerts.body).objects).toMatchObject([
    { targa: 'TR001CN', vicinanza: 'misread', voce: { voce: 'TR001CQ' } },
  ]);
});

test('a worse read, one that arrives late and an unread character change nothing', async () => {
  await send({ id: '78', state: 'update', plate: 'TR002AA', confidence: 0.9, ago: 50 });
  await send({ id: '78', state: 'update', plate: 'TR002AB', confidence: 0.7, ago: 49 });
  await send({ id: '78', state: 'new', plate: 'TR002AC', confidence: 0.99, ago: 51 });
  await send({ id: '78', state: 'lost', plate: 'TR002?A', confidence: 0.99, ago: 40 });
  expect(await summary('TR002*')).toEqual([['TR002AA', null, 0]]);
});

test('the first plate comes back when the end of the track says so; a person’s correction stands', async () => {
  await send({ id: '79', state: 'new', plate: 'TR003AA', confidence: 0.9, ago: 50 });
  await send({ id: '79', state: 'update', plate: 'TR003AB', confidence: 0.95, ago: 49 });
  await send({ id: '79', state: 'lost', plate: 'TR003AA', confidence: 0.9, ago: 40 });
  expect(await summary('TR003*')).toEqual([['TR003AA', null, 0]]);
  await send({ id: '80', state: 'new', plate: 'TR004AA', confidence: 0.5, ago: 50 });
  const [transit] = await find('TR004AA');
  const input = { params: { id: transit?.id ?? '' }, body: { targa: 'TR004ZZ', reason: 'letta dalla foto' } };
  expect((await plant.call(correctPlate, input, 'operatore', REASON)).status).toBe(200);
  await send({ id: '80', state: 'lost', plate: 'TR004AB', confidence: 0.99, ago: 40 });
  expect(await summary('TR004*')).toEqual([['TR004AA', 'TR004ZZ', 0]]);
});

test('pictures of the better read belong to the transit', async () => {
  await send({ id: '81', state: 'new', plate: 'TR005AA', confidence: 0.5, ago: 50 });
  await send({
    id: '81',
    state: 'update',
    plate: 'TR005AB',
    confidence: 0.8,
    ago: 49,
    picture: await createPhoto('#225577'),
  });
  const { rows } = await plant.pool.query(
    `select p.full_hash <> '' as "full" from transit_picture as p where p.plate = 'TR005AA'`,
  );
  expect(rows).toEqual([{ full: true }]);
  expect(await summary('TR005AB')).toEqual([['TR005AA', 'TR005AB', 0]]);
});

const findUnread = async () =>
  TransitPage.parse((await plant.call(searchTransits, { body: { f_unread: 'only' } }, 'operatore', REASON)).body)
    .objects;

test('a track that begins without a plate becomes the transit with the plate and keeps its picture; without one it stays', async () => {
  await insertBlacklistRow(plant.pool, 'TR007AA');
  await send({ id: '83', state: 'new', plate: '', ago: 50, picture: await createPhoto('#884400') });
  const [unread] = await findUnread();
  expect(unread).toMatchObject({ targa: '', has_image: true });
  const note = { params: { id: unread?.id ?? '' }, body: { testo: 'targa coperta dal fango' } };
  expect((await plant.call(addTransitNote, note, 'operatore', REASON)).status).toBe(200);
  await send({ id: '83', state: 'update', plate: 'TR007AA', confidence: 0.9, ago: 49 });
  await send({ id: '83', state: 'update', plate: 'TR007AA', confidence: 0.9, ago: 49 });
  await send({ id: '83', state: 'lost', plate: '', ago: 45 });
  expect(await findUnread()).toEqual([]);
  expect(await find('TR007AA')).toMatchObject([{ targa: 'TR007AA', targa_corretta: null, has_image: true, n_note: 1 }]);
  await plant.deps.alerts.publishPending();
  const alerts = await plant.call(searchAlerts, { body: { targa: 'TR007AA' } }, 'operatore', REASON);
  expect(searchAlerts.response.parse(alerts.body).objects.filter(({ targa }) => targa === 'TR007AA')).toHaveLength(1);
  await send({ id: '84', state: 'new', plate: '', ago: 30 });
  await send({ id: '84', state: 'lost', plate: '', ago: 28 });
  expect(await findUnread()).toHaveLength(1);
});

test('an id the camera uses again after a minute is another vehicle', async () => {
  await send({ id: '82', state: 'new', plate: 'TR006AA', confidence: 0.9, ago: 300 });
  await send({ id: '82', state: 'update', plate: 'TR006BB', confidence: 0.95, ago: 200 });
  expect(await summary('TR006*')).toEqual([
    ['TR006BB', null, 0],
    ['TR006AA', null, 0],
  ]);
});

test('the cameras of one gate make one passage, with the picture of either', async () => {
  await insertBlacklistRow(plant.pool, 'TR008AA');
  const rear = { ...camera };
  const made = await addCamera(plant, 'Assi nord, retro', { famiglia: 'axis' });
  await send({ id: '90', state: 'new', plate: 'TR008AA', confidence: 0.9, ago: 50 });
  camera = made;
  await send({
    id: '7',
    state: 'new',
    plate: 'TR008AA',
    confidence: 0.9,
    ago: 48,
    picture: await createPhoto('#113355'),
  });
  camera = rear;
  await send({ id: '91', state: 'new', plate: 'TR008AA', confidence: 0.9, ago: 44 });
  expect(await find('TR008AA')).toMatchObject([{ has_image: true, data: toIsoInstant(parseInstantMs(NOW) - 50_000) }]);
  await send({ id: '92', state: 'new', plate: 'TR008AA', confidence: 0.9, ago: 30 });
  expect(await find('TR008AA')).toHaveLength(2);
  await plant.deps.alerts.publishPending();
  const alerts = await plant.call(searchAlerts, { body: {} }, 'operatore', REASON);
  const own = searchAlerts.response.parse(alerts.body).objects.filter(({ targa }) => targa === 'TR008AA');
  expect(own).toHaveLength(2);
});

const state = (plate: string, confidence: number | null, stage: number) => ({ plate, confidence, stage });
test.each([
  ['more confidence', state('AA000AA', 60, 1), state('AA000AB', 90, 2), true],
  ['less confidence', state('AA000AA', 90, 1), state('AA000AB', 60, 2), false],
  ['the end of the track', state('AA000AA', 90, 2), state('AA000AB', 60, 3), true],
  ['no confidence stated', state('AA000AA', null, 1), state('AA000AB', null, 2), true],
  ['an earlier stage', state('AA000AA', 60, 2), state('AA000AB', 99, 1), false],
  ['fewer unread characters', state('AA?00AA', 90, 1), state('AA000AA', 60, 1), true],
  ['more unread characters', state('AA000AA', 60, 1), state('AA0?0AA', 99, 3), false],
])('%s decides between two reads of a track', (_, best, later, expected) => {
  expect(isBetterRead(best, later)).toBe(expected);
});
