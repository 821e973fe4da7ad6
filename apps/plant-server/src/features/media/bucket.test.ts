import { getTransitImage } from '@varco/contract/plant/media.ts';
import { createBlobBucket } from '@varco/server-kit/media/blob-bucket.ts';
import { createPictureStore } from '@varco/server-kit/media/picture-store.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { startTestBucket, type TestBucket } from '@varco/server-kit/testing/test-bucket.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { createPhoto, sendReadsWithPictures } from '../../testing/send-pictures.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ACCESS = { region: 'eu-south-1', keyId: 'VARCOKEY', secret: 'segreto/di+prova=' };
let bucket: TestBucket;
let plant: TestPlant;
let app: PlantApp;
beforeAll(async () => {
  bucket = await startTestBucket({ ...ACCESS, now: () => Date.parse(NOW) });
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
  const blobs = createBlobBucket({
    ...ACCESS,
    url: bucket.url,
    now: () => new Date(NOW),
    allowedCidrs: ['127.0.0.0/8'],
  });
  app = buildApp({ ...plant.deps, pictures: createPictureStore(blobs) });
});
afterAll(async () => {
  await app.close();
  await plant.close();
  await bucket.stop();
});

const send = async (plate: string, colour: string) => {
  const parts = { scene: new Uint8Array(await createPhoto(colour, 800, 450)) };
  const read = { varco_id: 1, targa: plate, data: NOW, pictures: { full: 'scene' } };
  return sendReadsWithPictures({ ...plant, app }, [read], parts);
};
const idOf = ({ body }: { body: unknown }): string => (body as { results: { id: string }[] }).results[0]?.id ?? '';
const image = async (id: string, variant: string) =>
  injectRaw(
    app,
    getTransitImage,
    { params: { id }, query: { variant } },
    {
      token: await plant.token('operatore'),
      headers: REASON,
    },
  );

test('pictures of reads go to the bucket, once by content, and come back from it in every size', async () => {
  const [one, other] = [await send('BU001AA', '#cc0000'), await send('BU002AA', '#cc0000')];
  expect([one.status, other.status]).toEqual([200, 200]);
  expect([...bucket.objects.keys()].filter((key) => key.includes('/impianto-1/original/'))).toHaveLength(1);
  for (const [variant, width] of [
    ['full', 800],
    ['t400', 400],
    ['t100', 100],
  ] as const) {
    const answer = await image(idOf(one), variant);
    expect(answer.status).toBe(200);
    expect((await sharp(answer.bytes).metadata()).width).toBe(width);
  }
});

test('a bucket that is away refuses the read whole, so that the camera sends it again, and never shows "no picture"', async () => {
  bucket.failNext(...Array.from({ length: 3 }, () => 503));
  expect(await send('BU003AA', '#00cc00')).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  const again = await send('BU003AA', '#00cc00');
  expect(again).toMatchObject({ status: 200, body: { results: [{ state: 'stored' }] } });
  bucket.failNext(403);
  expect(await image(idOf(again), 'full')).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect((await image(idOf(again), 'full')).status).toBe(200);
});
