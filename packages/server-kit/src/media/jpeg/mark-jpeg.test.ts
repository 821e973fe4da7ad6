import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createWholeMarker } from '../picture-mark.ts';
import { createJpegMarker } from './jpeg-marker.ts';
import { readHead } from './jpeg-segments.ts';
import { type BlockMarks, type Layout, planMark } from './mark-plan.ts';
import { paintedJpeg, type Painting, strokes } from './testing/painted-jpeg.ts';

const inPlace = createJpegMarker(strokes);
const whole = createWholeMarker(strokes);

const LIKE_A_SCENE: Painting = {
  ...{ width: 333, height: 245, across: 2, down: 2, components: 3 },
  ...{ quality: 75, restartInterval: 0, seed: 3 },
};

/** Shades row by row, three a pixel. A warning of the library fails. */
const shadesOf = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { failOn: 'warning' }).toColourspace('srgb').raw().toBuffer();

const marked = async (bytes: Buffer): Promise<Buffer> => {
  const made = await inPlace(bytes);
  if (made === null) throw new Error('not spoken');
  return made;
};

/** How a pixel stands to a mark: in a block it touches, beside one (colours are smoothed over that edge), or away from all. */
async function placesOf(layout: Layout): Promise<(x: number, y: number) => 'in' | 'beside' | 'away'> {
  const { light, colour } = planMark(await strokes(layout.width, layout.height), layout);
  const isTouched = ({ across, places }: BlockMarks, x: number, y: number): boolean =>
    (places[(y >> 3) * across + (x >> 3)] ?? -1) !== -1;
  return (x, y) => {
    if (isTouched(light, x, y)) return 'in';
    if (colour === null) return 'away';
    const [sampleX, sampleY] = [Math.floor(x / layout.across), Math.floor(y / layout.down)];
    for (const stepX of [-1, 0, 1]) {
      for (const stepY of [-1, 0, 1]) {
        const [atX, atY] = [Math.max(0, sampleX + stepX), Math.max(0, sampleY + stepY)];
        const isInside = atX * layout.across < layout.width && atY * layout.down < layout.height;
        if (isInside && isTouched(colour, atX, atY)) return 'beside';
      }
    }
    return 'away';
  };
}

/** Differences of the pixels of two pictures of one layout. */
async function compare(layout: Layout, one: Buffer, other: Buffer) {
  const placeOf = await placesOf(layout);
  const [shades, others] = [await shadesOf(one), await shadesOf(other)];
  expect(shades.length).toBe(layout.width * layout.height * 3);
  expect(others.length).toBe(shades.length);
  const found = {
    in: { pixels: 0, sum: 0, most: 0 },
    beside: { pixels: 0, sum: 0, most: 0 },
    away: { pixels: 0, sum: 0, most: 0 },
  };
  for (let at = 0; at < shades.length; at += 3) {
    const pixel = at / 3;
    const kind = found[placeOf(pixel % layout.width, Math.floor(pixel / layout.width))];
    kind.pixels += 1;
    for (let i = at; i < at + 3; i += 1) {
      const difference = Math.abs((shades[i] ?? 0) - (others[i] ?? 0));
      kind.sum += difference / 3;
      kind.most = Math.max(kind.most, difference);
    }
  }
  return found;
}

describe('a mark in a baseline JPEG', () => {
  const samplings = [
    { name: '4:2:0', across: 2, down: 2, components: 3 },
    { name: '4:2:2', across: 2, down: 1, components: 3 },
    { name: '4:4:0', across: 1, down: 2, components: 3 },
    { name: '4:4:4', across: 1, down: 1, components: 3 },
    { name: 'grey', across: 1, down: 1, components: 1 },
  ];
  const cases = samplings.flatMap((sampling) =>
    [30, 60, 85, 95].flatMap((quality) =>
      [0, 1, 7].map((restartInterval) => ({ ...sampling, quality, restartInterval })),
    ),
  );
  it.each(cases)(
    'EXP-03 $name, quality $quality, restart markers every $restartInterval: pixels away from it are the very same, others those of the other way',
    async ({ name: _, ...of }) => {
      const painting = { ...LIKE_A_SCENE, ...of };
      const original = await paintedJpeg(painting);
      const made = await marked(original);
      const { away } = await compare(painting, original, made);
      expect(away.pixels).toBeGreaterThan(0.6 * painting.width * painting.height);
      expect(away.most).toBe(0);
      const { in: touched } = await compare(painting, made, await whole(original));

      expect(touched.sum / touched.pixels).toBeLessThan(of.quality < 50 ? 12 : 8);
      const { restartInterval } = readHead(made);
      expect(restartInterval).toBe(of.restartInterval);
    },
  );

  it('stands in any size, sampling and quality, and changes nothing away from it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          ...{ width: fc.integer({ min: 1, max: 90 }), height: fc.integer({ min: 1, max: 90 }) },
          sampling: fc.constantFrom(...samplings),
          quality: fc.integer({ min: 5, max: 100 }),
          restartInterval: fc.integer({ min: 0, max: 9 }),
          seed: fc.integer({ min: 0, max: 1_000 }),
        }),
        async ({ sampling: { name: _, ...sampling }, ...of }) => {
          const painting = { ...of, ...sampling };
          const original = await paintedJpeg(painting);
          const { away } = await compare(painting, original, await marked(original));
          expect(away.most).toBe(0);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('tables made for one picture are completed; the pixels stay', async () => {
    const shades = await shadesOf(await paintedJpeg({ ...LIKE_A_SCENE, quality: 90 }));
    const raw = { width: LIKE_A_SCENE.width, height: LIKE_A_SCENE.height, channels: 3 } as const;
    for (const chromaSubsampling of ['4:2:0', '4:4:4']) {
      for (const quality of [20, 50, 80, 95]) {
        const original = await sharp(shades, { raw })
          .jpeg({ quality, chromaSubsampling, optimiseCoding: true })
          .toBuffer();
        const made = await marked(original);
        const [before, after] = [readHead(original), readHead(made)];
        if (quality === 95) expect(original.length).toBeGreaterThan(16 * 1_024);
        expect(before.ac.get(0)?.symbols.length).toBeLessThan(162);
        expect(after.ac.get(0)?.symbols.length).toBe(162);
        const size = chromaSubsampling === '4:2:0' ? 2 : 1;
        const { away } = await compare({ ...LIKE_A_SCENE, across: size, down: size }, original, made);
        expect(away.most).toBe(0);
      }
    }
  });

  it('a picture of one shade, with the fewest codes there can be', async () => {
    for (const shade of [0, 127, 255]) {
      const background = { r: shade, g: shade, b: shade };
      const original = await sharp({ create: { width: 200, height: 210, channels: 3, background } })
        .jpeg()
        .toBuffer();
      const made = await marked(original);
      const { in: touched } = await compare({ ...LIKE_A_SCENE, width: 200, height: 210 }, made, await whole(original));
      expect(touched.sum / touched.pixels).toBeLessThan(8);
    }
  });

  it('drops metadata and what follows the picture', async () => {
    const painted = await paintedJpeg(LIKE_A_SCENE);
    const withWords = await sharp(painted)
      .withExif({ IFD0: { Copyright: 'SECRET-WORDS' } })
      .jpeg()
      .toBuffer();
    expect(withWords.includes('SECRET-WORDS')).toBe(true);
    const made = await marked(Buffer.concat([withWords, Buffer.from('TRAILING-WORDS')]));
    for (const words of ['SECRET-WORDS', 'TRAILING-WORDS', 'Exif']) expect(made.includes(words)).toBe(false);
    expect(made.subarray(-2)).toEqual(Buffer.of(0xff, 0xd9));
    expect(await marked(await sharp(painted).withExif({}).jpeg().toBuffer())).toBeInstanceOf(Buffer);
  });

  it('leaves the bytes it was given as they were', async () => {
    const original = await sharp(await paintedJpeg(LIKE_A_SCENE))
      .jpeg({ optimiseCoding: true })
      .toBuffer();
    const copy = Buffer.from(original);
    await marked(original);
    expect(original.equals(copy)).toBe(true);
  });
});
