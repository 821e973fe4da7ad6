import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { MARK_FONT } from './picture-shelf.ts';
import { threadedMarker } from '@varco/server-kit/media/mark-thread.ts';
import { createPictureMarker } from '@varco/server-kit/media/picture-mark.ts';

const marker = createPictureMarker('Cesena · operatore <1> & 20/11/2026', MARK_FONT);

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

  it('the thread marks alike, many at once; a damaged one is refused and the others go on', async () => {
    const threaded = threadedMarker('Cesena · operatore <1> & 20/11/2026', MARK_FONT);
    const picture = await plain(320, 240, 120);
    const [one, two, damaged] = await Promise.allSettled([
      threaded.mark(picture),
      threaded.mark(await plain(160, 48, 30)),
      threaded.mark(picture.subarray(0, 300)),
    ]);
    expect(one).toMatchObject({ status: 'fulfilled', value: await marker.mark(picture) });
    expect(two.status).toBe('fulfilled');
    expect(damaged).toMatchObject({ status: 'rejected', reason: { name: 'PictureRefused' } });
  });

  it('what is no picture is refused', async () => {
    await expect(marker.mark(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toThrow('damaged');
  });
});
