import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { writeMarkedArchive } from './marking/marking-process.ts';
import { openZip } from '@varco/evidence/zip/zip-reader.ts';
import { createBlobFolder } from '@varco/server-kit/media/blob-folder.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WATERMARK_FONT } from './exported-pictures.ts';
import { sha256Hex } from '@varco/evidence/manifest.ts';
import { PictureRejected } from '@varco/server-kit/media/picture-check.ts';
import { createPictureMarker } from '@varco/server-kit/media/picture-mark.ts';

const WORDS = 'Cesena · operatore <1> & 20/11/2026';
const marker = createPictureMarker(WORDS, WATERMARK_FONT);

const plain = (width: number, height: number, grey: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .jpeg({ quality: 95 })
    .toBuffer();

/** Grey values of the marked picture, row by row. */
async function marked(width: number, height: number, grey: number) {
  const bytes = await marker.mark(await plain(width, height, grey));
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height });
  return (from: number, to: number): Uint8Array => data.subarray(from * width, to * width);
}

describe('the mark on a picture', () => {
  it('EXP-03 is a dark band with light words at the foot and words across the middle; the rest stays as it was', async () => {
    const rows = await marked(640, 360, 90);
    const band = rows(340, 360);
    expect(Math.min(...band)).toBeLessThan(50);
    expect(Math.max(...band)).toBeGreaterThan(200);
    expect(Math.max(...rows(160, 185))).toBeGreaterThan(110);
    for (const value of [...rows(0, 140), ...rows(210, 330)]) expect(Math.abs(value - 90)).toBeLessThanOrEqual(4);
  });

  it('is dark on white, light on black, and nothing turns over', async () => {
    const white = await marked(640, 360, 255);
    expect(Math.min(...white(0, 140))).toBeGreaterThanOrEqual(250);
    expect(Math.min(...white(340, 360))).toBeLessThan(130);
    expect(Math.min(...white(160, 185))).toBeGreaterThanOrEqual(245);
    const black = await marked(640, 360, 0);
    expect(Math.max(...black(0, 140))).toBeLessThanOrEqual(6);
    expect(Math.max(...black(160, 185))).toBeGreaterThan(40);
  });

  it('fits the cut-out of a plate, and a picture of hardly any size', async () => {
    const plate = await marked(160, 48, 120);
    expect(Math.max(...plate(36, 48))).toBeGreaterThan(180);
    expect(Math.abs((plate(0, 1)[0] ?? 0) - 120)).toBeLessThanOrEqual(4);
    await marked(8, 8, 120);
  });

  it('the process marks alike, many at once; a damaged one, one that was changed and one that is gone are left out', async () => {
    const root = await mkdtemp(join(tmpdir(), 'varco-marks-'));
    try {
      const [one, two] = [await plain(320, 240, 120), await plain(160, 48, 30)];
      const damaged = one.subarray(0, 300);
      const stored = createBlobFolder(root);
      const keep = async (bytes: Buffer, hash = sha256Hex(bytes)): Promise<string> => {
        await stored.put(`original/${hash.slice(0, 2)}/${hash}`, bytes);
        return hash;
      };
      const hashes = [
        await keep(one),
        await keep(damaged),
        await keep(two),
        await keep(one, sha256Hex(Buffer.from('another'))),
        sha256Hex(Buffer.from('gone')),
      ];
      const draft = join(root, 'archive.draft');
      const order = {
        ...{ line: 'one', mark: WORDS, fontFile: WATERMARK_FONT, password: 'a password', draft },
        source: { kind: 'folder', root },
        pictures: hashes.map((hash, i) => ({ name: `immagini/${i}.jpg`, hash, transit: String(i) })),
      } as const;
      const lines = await writeMarkedArchive(order, new AbortController().signal);
      expect(lines.map((line) => line?.o ?? null)).toEqual([hashes[0], null, hashes[2], null, null]);
      const archive = await openZip(draft);
      const [first, ...rest] = archive.entries;
      expect(rest.map(({ name }) => name)).toEqual(['immagini/2.jpg']);
      const parts: Uint8Array[] = [];
      if (first !== undefined) for await (const bytes of archive.read(first, 'a password')) parts.push(bytes);
      expect(Buffer.concat(parts)).toEqual(await marker.mark(one));
      expect(lines[0]?.h).toBe(sha256Hex(Buffer.concat(parts)));
      await archive.close();
      const stop = new AbortController();
      const stopped = writeMarkedArchive({ ...order, draft: `${draft}.stopped` }, stop.signal);
      stop.abort(new Error('not wanted'));
      await expect(stopped).rejects.toThrow('not wanted');
    } finally {
      await rm(root, { recursive: true });
    }
  });

  it('what is no picture is refused', async () => {
    await expect(marker.mark(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toThrow('damaged');
  });
});

const scene = sharp({ create: { width: 320, height: 240, channels: 3, background: { r: 90, g: 120, b: 60 } } });
const camera = scene.jpeg({ quality: 90 }).toBuffer();

/** True when the picture was marked; false when it was refused. Any other error fails the test. */
async function isMarked(bytes: Uint8Array): Promise<boolean> {
  try {
    await sharp(await marker.mark(bytes))
      .raw()
      .toBuffer();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(PictureRejected);
    return false;
  }
}

describe('marking what a camera sent', () => {
  it('marks every kind of picture the store takes, upright', async () => {
    const turned = await sharp(await camera)
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { width, height } = await sharp(await marker.mark(turned)).metadata();
    expect([width, height]).toEqual([240, 320]);
    const others = [
      await sharp(await camera)
        .png()
        .toBuffer(),
      await sharp(await camera)
        .webp()
        .toBuffer(),
      await sharp(await camera)
        .jpeg({ progressive: true })
        .toBuffer(),
      await sharp(await camera)
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer(),
      await sharp(await camera)
        .greyscale()
        .jpeg()
        .toBuffer(),
    ];
    for (const bytes of others) expect(await isMarked(bytes)).toBe(true);
  });

  it('refuses a picture that is cut, wherever it is cut', async () => {
    const bytes = await camera;
    for (let length = 0; length < bytes.length - 2; length += 97)
      expect(await isMarked(bytes.subarray(0, length))).toBe(false);
  });

  it('either marks or refuses bytes that were changed on the way', async () => {
    const bytes = await camera;
    let seed = 27_345;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    const rounds = 200;
    let [markedCount, refusedCount] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const copy = Buffer.from(bytes);
      for (let left = random(3); left >= 0; left -= 1) copy[random(copy.length)] = random(256);
      if (await isMarked(copy)) markedCount += 1;
      else refusedCount += 1;
    }
    expect(markedCount + refusedCount).toBe(rounds);
    expect(markedCount).toBeGreaterThan(0);
  });
});
