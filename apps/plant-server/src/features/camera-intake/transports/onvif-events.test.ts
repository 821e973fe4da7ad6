import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CAMERA_PASSWORD, CAMERA_USER } from '../../../testing/camera-sign-in.ts';
import { type CameraSources, startCameraSources } from '../../../testing/camera-sources.ts';
import { createPhoto } from '../../../testing/send-pictures.ts';
import { buildOnvifEvent, OnvifCamera, type OnvifOptions, type StandInOnvif } from '../../../testing/stand-in-onvif.ts';
import { NOW } from '../../../testing/test-plant.ts';

const HOUR_MS = 3_600_000;

let sources: CameraSources;
const cameras: StandInOnvif[] = [];
beforeAll(async () => {
  sources = await startCameraSources();
});
afterEach(async () => {
  for (const camera of cameras.splice(0)) await camera.close();
});
afterAll(() => sources.close());

async function startCamera(options?: OnvifOptions): Promise<StandInOnvif> {
  const camera = await OnvifCamera.start(options);
  cameras.push(camera);
  return camera;
}
const add = ({ address }: Pick<StandInOnvif, 'address'>, password = CAMERA_PASSWORD): Promise<number> =>
  sources.add({ tipo: 'onvif', indirizzo: address, utente: CAMERA_USER, password }, { famiglia: 'onvif' });

const at = (secondsAgo: number): string => toIsoInstant(parseInstantMs(NOW) - secondsAgo * 1000);
async function expectPlates(pattern: string, plates: readonly string[]): Promise<void> {
  const read = async () => (await sources.find(pattern)).map(({ targa }) => targa).toSorted();
  await expect.poll(read, { timeout: 20_000, interval: 100 }).toEqual(plates);
}
async function expectLastFault(id: number, fault: string): Promise<void> {
  const read = async () => (await sources.read(id)).ultimo_guasto;
  await expect.poll(read, { timeout: 40_000, interval: 200 }).toBe(fault);
}
const count = ({ calls }: StandInOnvif, name: string): number => calls.filter((call) => call === name).length;

test('a camera that is asked for its events: many in one answer, pictures, others among them; each is stored once', async () => {
  const camera = await startCamera();
  const id = await add(camera);
  const picture = Buffer.from(await createPhoto('#663399')).toString('base64');
  const speed = '<tt:SimpleItem Name="Speed" Value="13.9"/>';
  camera.offer(
    buildOnvifEvent(
      'OV001AA',
      at(30),
      `<tt:ElementItem Name="Image"><tt:Image>${picture}</tt:Image></tt:ElementItem>${speed}`,
    ),
    '<wsnt:NotificationMessage><wsnt:Message><tt:Message UtcTime="2026-11-20T10:00:00Z"><tt:Data><tt:SimpleItem Name="IsMotion" Value="true"/></tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>',
    ...Array.from({ length: 24 }, (_, n) => buildOnvifEvent(`OV1${String(n).padStart(2, '0')}AA`, at(60 + n))),
    buildOnvifEvent('OV001AA', at(30)),
  );
  await expectPlates(
    'OV1*',
    Array.from({ length: 24 }, (_, n) => `OV1${String(n).padStart(2, '0')}AA`),
  );
  await expectPlates('OV001AA', ['OV001AA']);
  expect(await sources.find('OV001AA')).toMatchObject([{ has_plate_image: true, nazione: 'I', speed: 50 }]);
  expect(await sources.read(id)).toMatchObject({
    guasto: null,
    ultimo_guasto: null,
    collegata_dal: expect.any(String),
  });
  expect(await sources.readRefusals(id)).toEqual([]);
});

test('a camera whose clock is hours behind takes the password; its reads have the time that it writes', async () => {
  const clockErrorMs = -5 * HOUR_MS;
  const camera = await startCamera({ clockErrorMs });
  const id = await add(camera);
  camera.offer(buildOnvifEvent('OV201AA', at(5 * 3600).slice(0, -1)));
  await expectPlates('OV201AA', ['OV201AA']);
  const [found] = await sources.find('OV201AA');
  expect(parseInstantMs(found?.data ?? '')).toBe(parseInstantMs(at(5 * 3600)));
  expect(await sources.read(id)).toMatchObject({ guasto: null });
  // Of a clock that is ahead the reads are refused as of every camera, where they can be seen.
  const ahead = await startCamera({ clockErrorMs: 5 * HOUR_MS });
  const other = await add(ahead);
  ahead.offer(buildOnvifEvent('OV202AA', new Date(Date.now() + 5 * HOUR_MS).toISOString()));
  await expect.poll(() => sources.readRefusals(other), { timeout: 20_000 }).toEqual(['future_time']);
});

test('a subscription is renewed before it ends, with what the camera wants repeated, at the host of the camera alone', async () => {
  const camera = await startCamera({ behaviour: 'digest', subscriptionS: 3 });
  const id = await add(camera);
  await expect.poll(() => count(camera, 'Renew'), { timeout: 20_000 }).toBeGreaterThan(12);
  camera.offer(buildOnvifEvent('OV301AA', at(20)));
  await expectPlates('OV301AA', ['OV301AA']);
  // Twice for each call of a camera that signs in by digest.
  expect(count(camera, 'CreatePullPointSubscription')).toBe(2);
  const pull = camera.bodies.findLast((body) => body.includes('<tev:PullMessages>')) ?? '';
  expect(pull).toContain('<p:Idx xmlns:p="urn:stand-in" wsa:IsReferenceParameter="true">1</p:Idx>');
  expect(pull).toContain('<wsa:To>http://169.254.169.254/onvif/pull?a=1&amp;b=2</wsa:To>');
  expect(pull).not.toContain('UsernameToken');
  expect(await sources.read(id)).toMatchObject({ guasto: null, ultimo_guasto: null });
});

test('a camera that restarts gets a new subscription; what it offers again is stored once; the last one is ended', async () => {
  const camera = await startCamera();
  const id = await add(camera);
  camera.offer(buildOnvifEvent('OV401AA', at(30)), buildOnvifEvent('OV402AA', at(20)));
  await expectPlates('OV4*', ['OV401AA', 'OV402AA']);
  camera.restart();
  await expect.poll(async () => (await sources.read(id)).ultimo_guasto, { timeout: 20_000 }).not.toBeNull();
  camera.offer(buildOnvifEvent('OV403AA', at(10)));
  await expectPlates('OV4*', ['OV401AA', 'OV402AA', 'OV403AA']);
  await sources.restart();
  expect(count(camera, 'Unsubscribe')).toBeGreaterThan(0);
  camera.offer(buildOnvifEvent('OV404AA', at(5)));
  await expectPlates('OV4*', ['OV401AA', 'OV402AA', 'OV403AA', 'OV404AA']);
});

test('an answer that breaks off is among the refused messages, and the connection begins anew', async () => {
  const camera = await startCamera();
  const id = await add(camera);
  camera.offer('<wsnt:NotificationMessage><wsnt:Message><tt:Message');
  await expect.poll(() => sources.readRefusals(id), { timeout: 20_000 }).toContain('body_unreadable');
  await expectLastFault(id, 'not_a_stream');
  expect(await sources.find('OV5*')).toEqual([]);
});

test.each([
  ['refuses everybody', 'credentials_refused'],
  ['has no events', 'events_refused'],
  ['sends no XML', 'not_a_stream'],
  ['sends a document type', 'not_a_stream'],
  ['sends too much', 'message_too_long'],
  ['redirects', 'not_a_stream'],
  ['never answers', 'unreachable'],
] as const)(
  'a camera of ONVIF that %s is told as %s, and tried again',
  { timeout: 60_000 },
  async (behaviour, fault) => {
    const camera = await startCamera({ behaviour });
    const id = await add(camera);
    await expectLastFault(id, fault);
    const before = camera.calls.length;
    await expect.poll(() => camera.calls.length, { timeout: 20_000 }).toBeGreaterThan(before);
    await expectLastFault(id, fault);
    expect(await sources.readRefusals(id)).toEqual([]);
  },
);

test('a wrong password is told; the password stands in no message; an inner address is never called', async () => {
  for (const behaviour of ['token', 'digest'] as const) {
    const camera = await startCamera({ behaviour });
    await expectLastFault(await add(camera, 'sbagliata'), 'credentials_refused');
    await expectLastFault(
      await sources.add({ tipo: 'onvif', indirizzo: camera.address, utente: '' }),
      'credentials_refused',
    );
    expect(camera.bodies.join(' ')).not.toContain('sbagliata');
  }
  const inner = await sources.add({ tipo: 'onvif', indirizzo: 'http://169.254.169.254', utente: '' });
  await expectLastFault(inner, 'address_not_allowed');
});
