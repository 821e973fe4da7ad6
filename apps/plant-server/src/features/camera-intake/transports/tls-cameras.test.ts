import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CameraCertificate, makeCameraCertificate } from '../../../testing/camera-certificate.ts';
import { CAMERA_PASSWORD, CAMERA_USER } from '../../../testing/camera-sign-in.ts';
import { type CameraSources, startCameraSources } from '../../../testing/camera-sources.ts';
import { type AxisBehaviour, AxisCamera, buildAxisEvent } from '../../../testing/stand-in-axis.ts';
import { buildOnvifEvent, OnvifCamera, type OnvifBehaviour } from '../../../testing/stand-in-onvif.ts';
import { NOW } from '../../../testing/test-plant.ts';

const AUTHORITIES = getCACertificates('default');
const AT_MS = parseInstantMs(NOW) - 30_000;

let sources: CameraSources;
let certificate: CameraCertificate;
const cameras: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  sources = await startCameraSources();
  certificate = await makeCameraCertificate();
});
afterEach(async () => {
  setDefaultCACertificates(AUTHORITIES);
  for (const camera of cameras.splice(0)) await camera.close();
});
afterAll(() => sources.close());

/** The plant believes the authority of the camera, as a server does by a variable. */
const trustCamera = (): void => setDefaultCACertificates([...AUTHORITIES, certificate.cert]);

async function addAxis(plate: string, behaviour: AxisBehaviour = 'digest'): Promise<number> {
  const camera = await AxisCamera.start(behaviour, certificate);
  cameras.push(camera);
  expect(camera.address).toMatch(/^wss:/);
  camera.offer(buildAxisEvent({ text: plate, capture_timestamp: String(AT_MS), carState: 'new', carID: plate }));
  const way = { tipo: 'flusso', indirizzo: camera.address, utente: CAMERA_USER, password: CAMERA_PASSWORD } as const;
  return sources.add(way, { famiglia: 'axis' });
}

async function addOnvif(plate: string, behaviour: OnvifBehaviour = 'token'): Promise<number> {
  const camera = await OnvifCamera.start({ behaviour, certificate });
  cameras.push(camera);
  expect(camera.address).toMatch(/^https:/);
  camera.offer(buildOnvifEvent(plate, toIsoInstant(AT_MS)));
  const way = { tipo: 'onvif', indirizzo: camera.address, utente: CAMERA_USER, password: CAMERA_PASSWORD } as const;
  return sources.add(way, { famiglia: 'onvif' });
}

async function waitForPlate(plate: string): Promise<void> {
  const count = async (): Promise<number> => (await sources.find(plate)).length;
  await expect.poll(count, { timeout: 40_000, interval: 200 }).toBe(1);
}
async function waitForFault(id: number, fault: string | null): Promise<void> {
  const read = async () => (await sources.read(id)).guasto;
  await expect.poll(read, { timeout: 40_000, interval: 200 }).toBe(fault);
}

test.each([
  ['wss:// with its digest', 'TL001AA', addAxis, 'digest'],
  ['wss:// with a token', 'TL002AA', addAxis, 'token'],
] as const)('an Axis camera over %s is read where its certificate is trusted', async (_, plate, add, behaviour) => {
  trustCamera();
  const id = await add(plate, behaviour);
  await waitForPlate(plate);
  await waitForFault(id, null);
  expect(await sources.readRefusals(id)).toEqual([]);
});

test.each([
  ['a password in the message', 'TL011AA', 'token'],
  ['its digest', 'TL012AA', 'digest'],
] as const)(
  'an ONVIF camera over https:// with %s is read where its certificate is trusted',
  async (_, plate, behaviour) => {
    trustCamera();
    const id = await addOnvif(plate, behaviour);
    await waitForPlate(plate);
    await waitForFault(id, null);
    expect(await sources.readRefusals(id)).toEqual([]);
  },
);

test('a camera whose certificate nobody vouches for is told as that, and read once it is trusted', async () => {
  const [axis, onvif] = [await addAxis('TL021AA'), await addOnvif('TL022AA')];
  await waitForFault(axis, 'certificate_refused');
  await waitForFault(onvif, 'certificate_refused');
  expect(await sources.find('TL02*')).toEqual([]);
  trustCamera();
  await waitForPlate('TL021AA');
  await waitForPlate('TL022AA');
  expect(await sources.read(axis)).toMatchObject({ guasto: null, ultimo_guasto: 'certificate_refused' });
}, 90_000);
