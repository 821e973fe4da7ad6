import { type CameraWithKey } from '@varco/contract/plant/camera-intake.ts';
import { CameraReading, tryCameraMessage } from '@varco/contract/plant/camera-messages.ts';
import { listTransitReads } from '@varco/contract/plant/transit-reads.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { parseInstantMs, toIsoInstant, toRomeWallMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCamera } from '../../testing/add-camera.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';
import { createPhoto } from '../../testing/send-pictures.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ADMIN = 'amministratore';
let plant: TestPlant;
let camera: CameraWithKey;
beforeAll(async () => {
  plant = await startTestPlant();
  camera = await addCamera(plant, 'Rampa', { famiglia: 'milesight' });
});
afterAll(() => plant.close());

/** A time as the camera writes it, so many seconds before now. */
const written = (ago: number, digits = 19): string =>
  toIsoInstant(toRomeWallMs(parseInstantMs(NOW) - ago * 1000))
    .replace('T', ' ')
    .slice(0, digits);
const recognition = (plate: string, ago: number): object => ({
  ...{ device: 'VARCO1', time: written(ago), time_msec: written(ago, 23), plate, type: 'Visitor' },
  ...{ direction: 'Approach', detection_region: 1, region: 'ITA', confidence: '96', vehicle_type: 'Car' },
});
const event = (name: string, plate: string, ago: number, more: object = {}): object => ({
  ...{ event: name, device: 'VARCO1', time: written(ago), plate },
  ...more,
});
const send = (...messages: readonly object[]): Promise<void> => sendAs(camera, messages);
async function sendAs({ chiave }: CameraWithKey, messages: readonly object[]): Promise<void> {
  for (const payload of messages) {
    const answer = await plant.app.inject({
      method: 'POST',
      url: `/api/camera/${chiave}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
  }
}
const find = async (plate: string) =>
  TransitPage.parse((await plant.call(searchTransits, { body: { f_targa: plate } }, 'operatore', REASON)).body).objects;

test('the recognition of a vehicle and what its camera finds about it are one transit, in any order', async () => {
  await send(
    recognition('PE001AA', 50.412),
    event('List Event', 'PE001AA', 50, { list_type: 'Black' }),
    event('Attributes Event', 'PE001AA', 49, { vehicle_color: 'White' }),
    event('Violation', 'PE001AA', 45, { violation_type: 'Wrong Way' }),
  );
  const [transit, ...others] = await find('PE001AA');
  expect(others).toEqual([]);
  const { body } = await plant.call(listTransitReads, { params: { id: transit?.id ?? '' } }, 'operatore', REASON);
  expect(listTransitReads.response.parse(body).objects.map(({ regola }) => regola)).toEqual([
    'first',
    'passage',
    'passage',
    'passage',
  ]);
  const picture = Buffer.from(await createPhoto('#336699')).toString('base64');
  await send(event('List Event', 'PE002AA', 40), { ...recognition('PE 002 AA', 39.6), full_image: picture });
  expect(await find('PE002AA')).toMatchObject([{ direction: 3, has_image: true }]);
});

test('messages that arrive together are one transit; the same plate later, or another one, is another', async () => {
  await Promise.all([
    send(recognition('PE003AA', 38)),
    send(event('List Event', 'PE003AA', 38)),
    send(event('Violation', 'PE003AA', 37)),
    send(recognition('PE003AB', 38)),
  ]);
  expect([(await find('PE003AA')).length, (await find('PE003AB')).length]).toEqual([1, 1]);
  await send(recognition('PE003AA', 27), recognition('PE003AA', 27));
  expect(await find('PE003AA')).toHaveLength(2);
});

const attributesOf = async (plate: string): Promise<unknown> => {
  const { rows } = await plant.pool.query(
    `select direction, speed, lane, confidence, nation > 0 as nation, brand > 0 as brand, model > 0 as model, colour > 0 as colour,
      vclass > 0 as vclass from transit where plate = $1`,
    [plate],
  );
  return rows;
};

test('a transit gets from later messages what the first did not state, and keeps what it stated', async () => {
  const full = { ...recognition('PE006AA', 89), speed: '52', vehicle_color: 'Blue', vehicle_brand: 'FIAT' };
  await send(event('List Event', 'PE006AA', 90, { list_type: 'Black' }));
  expect(await attributesOf('PE006AA')).toMatchObject([{ speed: -1, lane: -1, confidence: -1, nation: false }]);
  await send(full, event('Attributes Event', 'PE006AA', 88, { vehicle_model: 'PANDA', vehicle_brand: 'FIAT' }));
  const filled = { direction: 3, speed: 52, lane: 1, confidence: 960 };
  const known = { nation: true, brand: true, model: true, colour: true, vclass: true };
  expect(await attributesOf('PE006AA')).toEqual([{ ...filled, ...known }]);
  expect(await find('PE006AA')).toMatchObject([
    { nazione: 'I', marca: 'FIAT', modello: 'PANDA', colore: 'blue', class: 'car', speed: 52, lane: 1, direction: 3 },
  ]);
  await send(full, {
    ...{ ...recognition('PE006AA', 87), speed: '13', vehicle_color: 'Red', vehicle_brand: 'AUDI' },
    ...{ confidence: '12', direction: 'Away', region: 'DEU', detection_region: 4, vehicle_type: 'Bus' },
  });
  expect(await find('PE006AA')).toMatchObject([
    { nazione: 'I', marca: 'FIAT', modello: 'PANDA', colore: 'blue', class: 'car', speed: 52, lane: 1, direction: 3 },
  ]);
  expect(await attributesOf('PE006AA')).toEqual([{ ...filled, ...known }]);
});

test('a model is not put beside the brand of another message', async () => {
  await send(
    event('Attributes Event', 'PE007AA', 90, { vehicle_brand: 'FIAT' }),
    event('Attributes Event', 'PE007AA', 89, { vehicle_brand: 'AUDI', vehicle_model: 'A4', vehicle_color: 'White' }),
  );
  expect(await find('PE007AA')).toMatchObject([{ marca: 'FIAT', modello: '', colore: 'white' }]);
});

test('what was filled is counted: nations and speeds of plates, days and hours', async () => {
  await send(
    event('List Event', 'PE008AA', 70),
    { ...recognition('PE008AA', 69), region: 'DEU', speed: '80' },
    { ...recognition('PE008AA', 68), region: 'DEU', speed: '90' },
  );
  expect(await find('PE008AA')).toMatchObject([{ nazione: 'D', speed: 80 }]);
  const { rows } = await plant.pool.query('select sum(n_foreign)::int as n from gate_hour');
  expect(rows).toEqual([{ n: 1 }]);
  expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));
});

test('vehicles without a plate are not one vehicle', async () => {
  const before = (await plant.pool.query('select 1 from unread_transit')).rowCount ?? 0;
  await send(recognition('unknown', 20), recognition('unknown', 18));
  expect((await plant.pool.query('select 1 from unread_transit')).rowCount).toBe(before + 2);
});

test('the hash by which such messages are joined cannot be computed from the plate alone', async () => {
  await send(recognition('PE004AA', 10));
  const { rows } = await plant.pool.query<{ n: number }>(
    `select count(*)::int as n from camera_event where event = any(select substring(sha256(text::bytea) for 16)
      from unnest(array['PE004AA', 'plate' || chr(10) || 'PE004AA', 'passage' || chr(10) || 'PE004AA']) as text)`,
  );
  expect(rows).toEqual([{ n: 0 }]);
  expect((await plant.pool.query('select 1 from camera_event')).rowCount).toBeGreaterThan(0);
});

test('frames, preview and group of one vehicle are one transit, with what the group says of it', async () => {
  const agent = await addCamera(plant, 'Agente', { famiglia: 'openalpr', varco_id: 2 });
  const at = (ago: number): number => parseInstantMs(NOW) - ago * 1000;
  const frame = (plate: string, ago: number) => ({
    ...{ data_type: 'alpr_results', version: 2, uuid: `f-${ago}`, camera_id: 1, epoch_time: at(ago) },
    results: [{ plate, confidence: 80 + ago / 100, region: '', candidates: [] }],
  });
  const group = (more: object) => ({
    ...{ data_type: 'alpr_group', version: 3, epoch_start: at(66), best_plate_number: 'PE009AA', best_confidence: 93 },
    ...{ best_uuid: `g-${JSON.stringify(more).length}`, camera_id: 1, ...more },
  });
  const vehicle = { color: [{ name: 'white', confidence: 90 }], make: [{ name: 'fiat', confidence: 80 }] };
  await sendAs(agent, [
    ...[66, 65.5, 65, 64.5].map((ago) => frame('PE009AA', ago)),
    frame('PE009AB', 64),
    group({ is_preview: true, vehicle: null }),
    group({ is_preview: false, best_region: 'eu-it', vehicle }),
  ]);
  expect(await find('PE009AA')).toMatchObject([{ nazione: 'I', colore: 'white', marca: 'fiat' }]);
  expect(await find('PE009AB')).toHaveLength(1);
});

test('a message that is tried shows the list and the violation that its camera states', async () => {
  const corpo = Buffer.from(
    JSON.stringify(event('Violation', 'PE005AA', 5, { violation_type: 'Wrong Way', list_type: 'White' })),
  ).toString('base64');
  const body = {
    ...{ varco_id: 1, famiglia: 'milesight', fuso: 'Europe/Rome', unita: 'kmh', mappatura: null },
    tipo: 'application/json',
    nome_file: null,
    query: '',
    corpo,
  };
  const { veicoli } = CameraReading.parse((await plant.callRaw(tryCameraMessage, { body }, ADMIN)).body);
  expect(veicoli).toMatchObject([{ targa: 'PE005AA', lista: 'White list', violazione: 'Wrong Way' }]);
});
