import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CAMERA_PASSWORD, CAMERA_USER } from '../../../testing/camera-sign-in.ts';
import { type CameraSources, startCameraSources } from '../../../testing/camera-sources.ts';
import { createPhoto } from '../../../testing/send-pictures.ts';
import { type AxisBehaviour, AxisCamera, buildAxisEvent, type StandInAxis } from '../../../testing/stand-in-axis.ts';
import { NOW } from '../../../testing/test-plant.ts';

let sources: CameraSources;
const cameras: StandInAxis[] = [];
beforeAll(async () => {
  sources = await startCameraSources();
});
afterEach(async () => {
  for (const camera of cameras.splice(0)) await camera.close();
});
afterAll(() => sources.close());

async function startCamera(behaviour?: AxisBehaviour): Promise<StandInAxis> {
  const camera = await AxisCamera.start(behaviour);
  cameras.push(camera);
  return camera;
}
const add = ({ address }: Pick<StandInAxis, 'address'>, password = CAMERA_PASSWORD): Promise<number> =>
  sources.add({ tipo: 'flusso', indirizzo: address, utente: CAMERA_USER, password }, { famiglia: 'axis' });

const timeOf = (secondsAgo: number): string => String(parseInstantMs(NOW) - secondsAgo * 1000);
const buildEvent = (text: string, secondsAgo: number, more: Readonly<Record<string, string>> = {}): string =>
  buildAxisEvent({
    text,
    capture_timestamp: timeOf(secondsAgo),
    country: 'ITA',
    carState: 'new',
    carID: text,
    ...more,
  });
async function expectPlates(pattern: string, plates: readonly string[]): Promise<void> {
  const read = async () => (await sources.find(pattern)).map(({ targa }) => targa).toSorted();
  await expect.poll(read, { timeout: 20_000, interval: 100 }).toEqual(plates);
}
async function expectLastFault(id: number, fault: string): Promise<void> {
  const read = async () => (await sources.read(id)).ultimo_guasto;
  await expect.poll(read, { timeout: 40_000, interval: 200 }).toBe(fault);
}

test('an Axis camera over WebSocket: signed in by digest, events chosen, one track in all its stages is one transit', async () => {
  const camera = await startCamera();
  const id = await add(camera);
  const track = { carID: '77', text: 'AX001AA', capture_timestamp: timeOf(40) };
  camera.offer(buildAxisEvent({ ...track, text: 'AX001AO', carState: 'new', carMoveDirection: 'unknown' }));
  const picture = Buffer.from(await createPhoto('#336699')).toString('base64');
  camera.offer(buildAxisEvent({ ...track, carState: 'update', carMoveDirection: 'in', lpImage: picture }));
  camera.offer(buildAxisEvent({ ...track, carState: 'lost', carMoveDirection: 'in' }));
  camera.offer(buildEvent('AX002AA', 10));
  await expectPlates('AX002AA', ['AX002AA']);
  // The better plate is a correction by the camera: the first read stays, and both find the one transit.
  const found = await sources.find('AX001AA');
  expect(found).toMatchObject([{ direction: 3, has_plate_image: true }]);
  expect((await sources.find('AX001AO')).map(({ id: transit }) => transit)).toEqual(
    found.map(({ id: transit }) => transit),
  );
  expect(JSON.parse(camera.received[0] ?? '')).toMatchObject({
    method: 'events:configure',
    params: { eventFilterList: [{ topicFilter: 'tnsaxis:CameraApplicationPlatform/ALPV.AllPlates' }, {}] },
  });
  expect(camera.authorizations.join(' ')).toContain(`username="${CAMERA_USER}"`);
  expect(camera.authorizations.join(' ')).not.toContain(CAMERA_PASSWORD);
  expect(await sources.read(id)).toMatchObject({
    guasto: null,
    ultimo_guasto: null,
    collegata_dal: expect.any(String),
  });
  expect(await sources.readRefusals(id)).toEqual([]);
});

test('a camera that wants a token instead of a password gets it from the page of the camera', async () => {
  const camera = await startCamera('token');
  const id = await add(camera);
  camera.offer(buildEvent('AX010AA', 20));
  await expectPlates('AX010AA', ['AX010AA']);
  expect(await sources.read(id)).toMatchObject({ guasto: null });
});

test('a camera that restarts is connected to again; what it offers again is stored once', async () => {
  const camera = await startCamera();
  const id = await add(camera);
  camera.offer(buildEvent('AX021AA', 20));
  await expectPlates('AX021AA', ['AX021AA']);
  camera.restart();
  await expectLastFault(id, 'unreachable');
  camera.offer(buildEvent('AX022AA', 15));
  await expectPlates('AX02*', ['AX021AA', 'AX022AA']);
  await sources.restart();
  camera.offer(buildEvent('AX023AA', 10));
  await expectPlates('AX02*', ['AX021AA', 'AX022AA', 'AX023AA']);
  await expect.poll(async () => (await sources.read(id)).guasto, { timeout: 20_000 }).toBeNull();
  expect(await sources.read(id)).toMatchObject({ ultimo_guasto: 'unreachable', ultimo_guasto_il: expect.any(String) });
});

test('an event that is no read counts as a contact; a broken one is among the refused messages', async () => {
  const camera = await startCamera();
  const id = await add(camera);
  camera.offer(buildAxisEvent({ active: '1' }));
  camera.offer('{"method":"events:notify","params":{"notification":{"message":{"data":{"text":"AX03');
  camera.offer(buildEvent('AX031AA', 10));
  await expectPlates('AX03*', ['AX031AA']);
  expect(await sources.readRefusals(id)).toEqual(['body_truncated']);
});

test.each([
  ['refuses everybody', 'credentials_refused'],
  ['refuses the topics', 'events_refused'],
  ['sends no JSON', 'not_a_stream'],
  ['sends too much', 'message_too_long'],
  ['redirects', 'not_a_stream'],
  ['never answers', 'unreachable'],
  ['sends half a frame', 'unreachable'],
] as const)('a camera that %s is told as %s, and tried again', { timeout: 60_000 }, async (behaviour, fault) => {
  const camera = await startCamera(behaviour);
  const id = await add(camera);
  await expectLastFault(id, fault);
  const before = camera.connections();
  await expect.poll(() => camera.connections(), { timeout: 20_000 }).toBeGreaterThan(before);
  await expectLastFault(id, fault);
  expect(await sources.readRefusals(id)).toEqual([]);
});

test('a wrong password is told; no user means no password; an inner address is never called', async () => {
  const camera = await startCamera();
  await expectLastFault(await add(camera, 'sbagliata'), 'credentials_refused');
  const plain = await sources.add({ tipo: 'flusso', indirizzo: camera.address, utente: '' });
  await expectLastFault(plain, 'credentials_refused');
  const inner = await sources.add({ tipo: 'flusso', indirizzo: 'wss://169.254.169.254/vapix', utente: '' });
  await expectLastFault(inner, 'address_not_allowed');
  expect((await sources.read(inner)).collegata_dal).toBeNull();
});
