import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBucket, type TestBucket } from '../testing/test-bucket.ts';
import { BucketError, createBlobBucket, type BucketSettings } from './blob-bucket.ts';
import { createPictureStore } from './picture-store.ts';

const ACCESS = { region: 'eu-south-1', keyId: 'VARCOKEY', secret: 'segreto/di+prova=' };
const NOW = new Date('2026-11-20T14:31:58.123Z');
let bucket: TestBucket;
let settings: BucketSettings;
beforeAll(async () => {
  bucket = await startTestBucket({ ...ACCESS, now: () => NOW.getTime() });
  settings = { ...ACCESS, url: `${bucket.url}/`, now: () => NOW, allowedCidrs: ['127.0.0.0/8'] };
});
afterAll(() => bucket.stop());

const LATER = NOW.getTime() + 60_000;

test('keeps, finds and removes bytes; the store accepts every signature', async () => {
  const store = createBlobBucket(settings);
  const key = 'original/ab/abcdef0123';
  expect([await store.has(key), await store.get(key), await store.touch(key)]).toEqual([false, null, false]);
  expect(await store.removeUntouched(key, LATER)).toBe(false);
  await store.put(key, Buffer.from('uno'));
  await store.put(key, Buffer.from('uno'));
  expect([...bucket.objects.keys()]).toEqual(['/targhe/impianto-1/original/ab/abcdef0123']);
  expect([await store.has(key), String(await store.get(key))]).toEqual([true, 'uno']);
  expect([await store.removeUntouched(key, NOW.getTime() - 60_000), await store.has(key)]).toEqual([false, true]);
  expect([await store.removeUntouched(key, LATER), await store.has(key)]).toEqual([true, false]);
  expect(bucket.objects.size).toBe(0);
});

test('what is touched stays, even when the touch comes while it is taken away', async () => {
  let now = NOW.getTime();
  const own = await startTestBucket({ ...ACCESS, now: () => now });
  const store = createBlobBucket({ ...settings, url: own.url, now: () => new Date(now) });
  const key = 'full/ab/ab01';
  await store.put(key, Buffer.from('uno'));
  now += 30_000;
  expect(await store.touch(key)).toBe(true);
  expect([await store.removeUntouched(key, now - 10_000), await store.has(key)]).toEqual([false, true]);
  now += 60_000;
  const since = now - 10_000;
  const [isTouched] = await Promise.all([store.touch(key), store.removeUntouched(key, since)]);
  // Either it was there and stays, or the toucher was told to write it anew.
  expect(await store.has(key)).toBe(isTouched);
  await own.stop();
});

test('lists the keys of a folder page by page, and nothing that is no key of ours', async () => {
  const store = createBlobBucket(settings);
  const keys = ['full/ab/ab01', 'full/ab/ab02', 'full/ab/ab03', 'full/ab/ab04', 'full/ab/ab05'];
  for (const key of [...keys, 'full/ac/ac01', 'original/ab/ab01']) await store.put(key, Buffer.from('x'));
  bucket.objects.set('/targhe/impianto-1/full/ab/..%2fx', Buffer.from('x'));
  bucket.objects.set('/targhe/impianto-1/full/ab/A', Buffer.from('x'));
  const listed: string[] = [];
  for await (const key of store.list('full/ab', LATER)) listed.push(key);
  expect(listed).toEqual(keys);
  for await (const key of store.list('t100/ab', LATER)) expect(key).toBe('nothing');
  bucket.objects.clear();
});

test('a wrong secret, region or clock is refused, and said', async () => {
  for (const wrong of [{ secret: 'altro' }, { region: 'us-east-1' }, { now: () => new Date('2026-11-20T15:00:00Z') }]) {
    const store = createBlobBucket({ ...settings, ...wrong });
    await expect(store.put('full/ab/ab', Buffer.from('x'))).rejects.toMatchObject({ name: 'BucketError', status: 403 });
    await expect(store.get('full/ab/ab')).rejects.toBeInstanceOf(BucketError);
  }
  expect(bucket.objects.size).toBe(0);
});

test('a try that broke is made again; an error that stays is thrown and nothing is taken for missing', async () => {
  const store = createBlobBucket(settings);
  bucket.failNext(503, 0);
  await store.put('full/cd/cd', Buffer.from('due'));
  expect(bucket.objects.get('/targhe/impianto-1/full/cd/cd')?.toString()).toBe('due');
  bucket.failNext(500, 500, 500);
  await expect(store.get('full/cd/cd')).rejects.toMatchObject({ status: 500 });
  bucket.failNext(0, 0, 0);
  await expect(store.has('full/cd/cd')).rejects.toMatchObject({ status: null });
  // A redirect is not followed: the signature would go to whoever answers there.
  bucket.failNext(307);
  await expect(store.get('full/cd/cd')).rejects.toMatchObject({ status: 307 });
  bucket.objects.clear();
});

test('only keys of ours; an object too large is not read', async () => {
  const store = createBlobBucket(settings);
  for (const key of ['../x', 'a/../b', 'A/b', '', 'a//b', 'a?x=1', 'a%2fb'])
    await expect(store.get(key)).rejects.toBeInstanceOf(RangeError);
  bucket.objects.set('/targhe/impianto-1/full/ee/ee', Buffer.alloc(10 * 1024 * 1024 + 1));
  await expect(store.get('full/ee/ee')).rejects.toBeInstanceOf(BucketError);
  bucket.objects.clear();
});

test('pictures live in a bucket as in a folder: once by content, thumbnails made once, all gone when removed', async () => {
  const pictures = createPictureStore(createBlobBucket(settings));
  const photo = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#345678' } })
    .jpeg()
    .toBuffer();
  const { hash } = await pictures.put(photo, 'context');
  expect(await pictures.put(photo, 'context')).toMatchObject({ hash, isNew: false });
  // The original and the mark of the second sending.
  expect(bucket.objects.size).toBe(2);
  const twenty = await Promise.all(Array.from({ length: 20 }, () => pictures.read(hash, 't400')));
  const again = await createPictureStore(createBlobBucket(settings)).read(hash, 't400');
  expect(new Set([...twenty, again].map((bytes) => bytes?.toString('base64'))).size).toBe(1);
  expect(bucket.requests.filter((line) => line.startsWith('PUT') && line.includes('/t400/'))).toHaveLength(1);
  for (const [rendition, width] of [
    ['t100', 100],
    ['t400', 400],
  ] as const)
    expect((await sharp((await pictures.read(hash, rendition)) ?? undefined).metadata()).width).toBe(width);
  expect(await pictures.readOriginal(hash)).toEqual(photo);
  expect(await pictures.removeUntouched(hash, LATER)).toBe(3);
  expect(bucket.objects.size).toBe(0);
});

test.each(['https://169.254.169.254/pictures', 'https://10.0.0.1/pictures', 'http://bucket.example/pictures'])(
  'security 9: a store at %s is not called',
  async (url) => {
    const store = createBlobBucket({ ...settings, url, allowedCidrs: [] });
    const refused = await store.put('full/ab/ab01', Buffer.from('uno')).catch((error: unknown) => error);
    expect(refused).toMatchObject({ cause: { name: 'OutboundRefused' } });
  },
);

test('a store in a network that is not allowed is not called', async () => {
  const store = createBlobBucket({ ...settings, allowedCidrs: [] });
  await expect(store.put('full/ab/ab01', Buffer.from('uno'))).rejects.toThrow(BucketError);
  expect(bucket.objects.size).toBe(0);
});
