import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlobFolder } from './blob-folder.ts';
import { PictureRejected } from './picture-check.ts';
import { renderPicture } from './picture-rendition.ts';
import { type PictureStore, createPictureStore } from './picture-store.ts';

let root: string;
let store: PictureStore;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'varco-pictures-'));
  store = createPictureStore(createBlobFolder(root));
});
afterAll(() => rm(root, { recursive: true }));

const scene = (width = 1280, height = 720) =>
  sharp({
    create: { width, height, channels: 3, background: '#345678', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  });
const files = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

test('a picture is stored once and served drawn anew, without what the camera hid in it', async () => {
  const secret = 'lat 44.1391 lon 12.2431';
  const photo = await scene()
    .withExif({ IFD0: { ImageDescription: secret } })
    .jpeg()
    .toBuffer();
  const first = await store.put(photo, 'context');
  const again = await store.put(photo, 'context');
  expect(first).toMatchObject({ type: 'image/jpeg', width: 1280, height: 720, isNew: true });
  expect(again).toEqual({ ...first, isNew: false });
  const served = await store.read(first.hash, 'full');
  expect(photo.includes(secret)).toBe(true);
  expect(served!.includes(secret)).toBe(false);
  expect((await sharp(served!).metadata()).exif).toBeUndefined();
  expect(await store.readOriginal(first.hash)).toEqual(photo);
});

test('a picture takes the space of what the camera sent until somebody looks at it', async () => {
  const photo = await scene(901, 601).jpeg().toBuffer();
  const before = (await files()).length;
  const { hash } = await store.put(photo, 'context');
  expect((await files()).length).toBe(before + 1);
  await store.read(hash, 'full');
  await store.read(hash, 'full');
  expect((await files()).length).toBe(before + 2);
});

test('thumbnails are made once, by however many viewers', async () => {
  const { hash } = await store.put(await scene(900, 600).webp().toBuffer(), 'context');
  const before = (await files()).length;
  const copies = await Promise.all(Array.from({ length: 20 }, () => store.read(hash, 't400')));
  expect(new Set(copies.map((copy) => copy!.toString('base64'))).size).toBe(1);
  expect((await files()).length).toBe(before + 1);
  expect(await sharp(copies[0]!).metadata()).toMatchObject({ format: 'jpeg', width: 400 });
  expect(await sharp((await store.read(hash, 't100'))!).metadata()).toMatchObject({ width: 100 });
  expect(await store.removeUntouched(hash, Date.now() + 1_000)).toBe(3);
  expect(await store.read(hash, 't100')).toBeNull();
});

test('the blurred copy cannot be sharpened back into a plate', async () => {
  const stripes = Buffer.alloc(400 * 100 * 3);
  for (let i = 0; i < stripes.length; i++) stripes[i] = Math.floor(i / 3 / 4) % 2 === 0 ? 0 : 255;
  const { hash } = await store.put(
    await sharp(stripes, { raw: { width: 400, height: 100, channels: 3 } })
      .png()
      .toBuffer(),
    'plate',
  );
  const contrast = async (bytes: Buffer) => (await sharp(bytes).greyscale().stats()).channels[0]!.stdev;
  expect(await contrast((await store.read(hash, 'full'))!)).toBeGreaterThan(100);
  expect(await contrast((await store.read(hash, 'blurred'))!)).toBeLessThan(10);
});

/** A well-formed PNG of black pixels, 1 bit each: 110 kB that would be 900 megapixels. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8 + body.length);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), 4 + body.length);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

test('a 900-megapixel PNG is refused before it is unpacked', async () => {
  const bomb = hugePng(30_000);
  const memory = process.memoryUsage().rss;
  await expect(store.put(bomb, 'plate')).rejects.toMatchObject({ fault: 'too-many-pixels' });
  expect(process.memoryUsage().rss - memory).toBeLessThan(60e6);
});

test('a long narrow picture over the side limit is refused', async () => {
  const long = await scene(8_193, 10).png().toBuffer();
  await expect(store.put(long, 'plate')).rejects.toMatchObject({ fault: 'too-many-pixels' });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
test.each([
  ['nothing', Buffer.alloc(0), 'empty'],
  ['SVG', Buffer.from(svg), 'not-a-picture'],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'not-a-picture'],
  ['GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), 'not-a-picture'],
  [
    'SVG behind the first bytes of a JPEG',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
    'damaged',
  ],
  ['over 2 MiB for a plate', Buffer.alloc(2 * 1024 * 1024 + 1, 0xff), 'too-large'],
])('refused as a picture: %s', async (_name, bytes, fault) => {
  const before = (await files()).length;
  await expect(store.put(bytes, 'plate')).rejects.toMatchObject({ fault });
  expect((await files()).length).toBe(before);
});

test('SVG is not drawn even by the library itself', async () => {
  await expect(sharp(Buffer.from(svg)).png().toBuffer()).rejects.toThrow('unsupported image format');
});

test('a truncated JPEG is refused and leaves nothing behind', async () => {
  const photo = await scene(640, 480).jpeg().toBuffer();
  const before = (await files()).length;
  await expect(store.put(photo.subarray(0, photo.length / 2), 'context')).rejects.toMatchObject({ fault: 'damaged' });
  // A thumbnail is made from fewer pixels, but all are read: also the last ones.
  await expect(store.put(photo.subarray(0, photo.length - 400), 'context')).rejects.toMatchObject({ fault: 'damaged' });
  expect((await files()).length).toBe(before);
});

test('a picture within the limits of size is refused exactly when its renditions cannot be made', async () => {
  const photo = await scene(320, 180).jpeg().toBuffer();
  const HEIGHT_AT = photo.indexOf(Buffer.from([0xff, 0xc0])) + 5;
  const change = fc.tuple(fc.integer({ min: 2, max: photo.length - 1 }), fc.integer({ min: 0, max: 255 }));
  const outcome = (done: Promise<unknown>) =>
    done.then(
      () => 'taken',
      (error: unknown) => (error instanceof PictureRejected ? error.fault : 'failed'),
    );
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const bytes = Buffer.from(photo);
      for (const [at, byte] of changes) bytes[at] = byte;
      const stored = await outcome(store.put(bytes, 'context'));
      seen.add(stored);
      // Refused for its size before a pixel is decoded: a rendition could still be made.
      if (stored === 'too-many-pixels') return;
      expect((await outcome(renderPicture(bytes, 'full'))) === 'taken').toBe(stored === 'taken');
    }),
    // A height of 8,372 pixels.
    { numRuns: 300, examples: [[[[HEIGHT_AT, 32]]]] },
  );
  expect([...seen]).toEqual(expect.arrayContaining(['taken', 'damaged', 'too-many-pixels']));
});

test('a picture that is also a page and an archive is served as a picture only', async () => {
  const photo = await scene(64, 64).jpeg().toBuffer();
  const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>PK\u0003\u0004evil')]);
  const { hash } = await store.put(polyglot, 'plate');
  for (const rendition of ['full', 't100', 'blurred'] as const) {
    const served = await store.read(hash, rendition);
    expect(served!.includes('<script>')).toBe(false);
    expect(served!.includes('PK\u0003\u0004')).toBe(false);
  }
});

test.each(['../../etc/passwd', `${'a'.repeat(63)}/`, '..%2f', 'A'.repeat(64), '', `${'a'.repeat(64)}\n`])(
  'a name that is not one of our hashes reaches no file: %j',
  async (hash) => {
    await writeFile(join(root, 'outside'), 'x');
    await expect(async () => store.read(hash, 'full')).rejects.toThrow('picture refused: not-a-picture');
    await expect(async () => store.readOriginal(hash)).rejects.toThrow('picture refused: not-a-picture');
    await expect(async () => createBlobFolder(root).get('../outside')).rejects.toThrow(RangeError);
  },
);
