import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { openImage } from '../image-engine.ts';
import { PictureRefused } from '../picture-check.ts';
import { createWholeMarker } from '../picture-mark.ts';
import { createJpegMarker } from './jpeg-marker.ts';
import { paintedJpeg, strokes } from './testing/painted-jpeg.ts';

const inPlace = createJpegMarker(strokes);
const whole = createWholeMarker(strokes);
const SMALL = { width: 70, height: 52, across: 2, down: 2, components: 3, quality: 70, restartInterval: 3, seed: 5 };

/** Whether the image library reads it to the end, as strictly as when a whole picture is marked. */
const decodes = (bytes: Uint8Array): Promise<boolean> =>
  openImage(bytes)
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );

/** The same bytes, so many from `at` on replaced. */
const patched = (bytes: Buffer, at: number, ...values: readonly number[]): Buffer => {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
};

const inserted = (bytes: Buffer, at: number, ...parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);

/** Where the body of the first segment with this marker begins. */
const bodyOf = (bytes: Buffer, marker: number): number => bytes.indexOf(Buffer.of(0xff, marker)) + 4;

/** An EXIF segment that names nothing but an orientation. */
const oriented = (orientation: number, type = 3): Buffer =>
  Buffer.concat([
    Buffer.of(0xff, 0xe1, 0, 34),
    Buffer.from('Exif\0\0MM\0*'),
    Buffer.of(0, 0, 0, 8, 0, 1, 1, 0x12, 0, type, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0),
  ]);

describe('what the marker of JPEGs leaves to the other way', () => {
  const scene = paintedJpeg(SMALL);
  const redrawn = async (draw: (image: Sharp) => Sharp): Promise<Buffer> => draw(sharp(await scene)).toBuffer();

  const cases: readonly (readonly [string, () => Promise<Buffer>])[] = [
    ['PNG', () => redrawn((one) => one.png())],
    ['WebP', () => redrawn((one) => one.webp())],
    ['progressive', () => redrawn((one) => one.jpeg({ progressive: true }))],
    ['four colours', () => redrawn((one) => one.toColourspace('cmyk').jpeg())],
    ['a colour profile', () => redrawn((one) => one.withIccProfile('p3').jpeg())],
    ['turned by EXIF', () => redrawn((one) => one.withMetadata({ orientation: 6 }).jpeg())],
    ['turned by an EXIF of few bytes', async () => inserted(await scene, 2, oriented(3))],
    ['red, green and blue, by the marker of Adobe', async () => inserted(await scene, 2, adobe(0))],
  ];
  it.each(cases)('%s: marked as a whole', async (_, make) => {
    const bytes = await make();
    expect(await inPlace(bytes)).toBeNull();
    expect(await decodes(await whole(bytes))).toBe(true);
  });

  const changes: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
    ['12 bits', (bytes) => patched(bytes, bodyOf(bytes, 0xc0), 12)],
    ['arithmetic codes', (bytes) => patched(bytes, bodyOf(bytes, 0xc0) - 3, 0xc9)],
    ['lossless', (bytes) => patched(bytes, bodyOf(bytes, 0xc0) - 3, 0xc3)],
    ['no height, told later', (bytes) => patched(bytes, bodyOf(bytes, 0xc0) + 1, 0, 0)],
    ['a size over the limit', (bytes) => patched(bytes, bodyOf(bytes, 0xc0) + 1, 0x40, 0, 0x40, 0)],
    ['a side over the limit', (bytes) => patched(bytes, bodyOf(bytes, 0xc0) + 1, 0x20, 1)],
    ['4:1:1', (bytes) => patched(bytes, bodyOf(bytes, 0xc0) + 7, 0x41)],
    ['no sampling', (bytes) => patched(bytes, bodyOf(bytes, 0xc0) + 7, 0)],
    ['colours by the letters R, G, B', (bytes) => lettered(bytes)],
    [
      'two frames',
      (bytes) =>
        inserted(bytes, bodyOf(bytes, 0xc0) - 4, bytes.subarray(bodyOf(bytes, 0xc0) - 4, bodyOf(bytes, 0xc0) + 15)),
    ],
    ['a part of the spectrum', (bytes) => patched(bytes, bodyOf(bytes, 0xda) + 7, 0, 5)],
    ['a second scan', (bytes) => Buffer.concat([bytes.subarray(0, -2), bytes.subarray(bodyOf(bytes, 0xda) - 4)])],
    ['a table that is not there', (bytes) => patched(bytes, bodyOf(bytes, 0xc0) + 8, 3)],
    ['a divisor of 0', (bytes) => patched(bytes, bodyOf(bytes, 0xdb) + 9, 0)],
    ['two EXIF segments', (bytes) => inserted(bytes, 2, oriented(1), oriented(1))],
    ['an orientation of another type', (bytes) => inserted(bytes, 2, oriented(1, 4))],
    ['no end', (bytes) => bytes.subarray(0, -2)],
    ['one restart marker too few', (bytes) => patched(bytes, bodyOf(bytes, 0xdd), 0, 4)],
    ['data after the last block', (bytes) => inserted(bytes, bytes.length - 2, Buffer.of(0, 0))],
    ['nothing', () => Buffer.alloc(0)],
    ['two bytes', (bytes) => bytes.subarray(0, 2)],
  ];
  it.each(changes)('%s', async (_, change) => {
    const bytes = change(await scene);
    expect(await inPlace(bytes)).toBeNull();
    await (await inPlace(await scene), whole(bytes)).catch((error: unknown) =>
      expect(error).toBeInstanceOf(PictureRefused),
    );
  });

  it('takes what is usual: upright by EXIF, comments, fill bytes, the marker of Adobe', async () => {
    const comment = Buffer.concat([Buffer.of(0xff, 0xff, 0xfe, 0, 8), Buffer.from('camera')]);
    for (const part of [oriented(1), comment, adobe(1)])
      expect(await inPlace(inserted(await scene, 2, part))).not.toBeNull();
    const end = (await scene).length - 2;
    expect(await inPlace(inserted(await scene, end, Buffer.of(0xff, 0xff)))).not.toBeNull();
  });
});

const adobe = (transform: number): Buffer =>
  Buffer.concat([Buffer.of(0xff, 0xee, 0, 14), Buffer.from('Adobe'), Buffer.of(0, 100, 0, 0, 0, 0, transform)]);

/** Numbers of the components, in frame and scan, by letters; without the marker that says otherwise. */
function lettered(bytes: Buffer): Buffer {
  let made = bytes;
  for (const [i, letter] of [82, 71, 66].entries()) {
    made = patched(made, bodyOf(made, 0xc0) + 6 + 3 * i, letter);
    made = patched(made, bodyOf(made, 0xda) + 1 + 2 * i, letter);
  }
  return made;
}

describe('damaged and hostile JPEGs', () => {
  // So large that several coefficients are read at once.
  const large = paintedJpeg({ ...SMALL, width: 260, height: 210, quality: 96 });
  const pictures = Promise.all([
    large,
    large.then((bytes) => sharp(bytes).jpeg({ quality: 95, optimiseCoding: true }).toBuffer()),
    paintedJpeg(SMALL),
    paintedJpeg({ ...SMALL, across: 1, down: 1, restartInterval: 0, quality: 40 }),
    paintedJpeg({ ...SMALL, components: 1, across: 1, down: 1, width: 33, restartInterval: 1 }),
    paintedJpeg(SMALL).then((bytes) => sharp(bytes).jpeg({ quality: 60, optimiseCoding: true }).toBuffer()),
  ]);

  /** What was marked in place decodes, and the other way would have taken it too. Counted: how many were taken. */
  const judge = async (bytes: Buffer): Promise<number> => {
    const made = await inPlace(bytes);
    if (made === null) return 0;
    expect(await decodes(made)).toBe(true);
    expect(await decodes(bytes)).toBe(true);
    return 1;
  };

  it('one that is cut is not taken as whole, wherever it is cut', async () => {
    expect((await large).length).toBeGreaterThan(16 * 1_024);
    for (const bytes of await pictures) {
      for (let length = 0; length < bytes.length; length += 1 + (length % 5) + (bytes.length >> 10)) {
        expect(await inPlace(bytes.subarray(0, length))).toBeNull();
      }
    }
  });

  it('bytes that turned over: nothing else is thrown, and what is taken decodes', async () => {
    let taken = 0;
    let seed = 27_345;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    for (const bytes of await pictures) {
      for (let round = 0; round < 800; round += 1) {
        const copy = Buffer.from(bytes);
        for (let left = random(3); left >= 0; left -= 1) copy[random(copy.length)] = random(256);
        taken += await judge(copy);
      }
    }
    // Bits of a coefficient may turn over unseen.
    expect(taken).toBeGreaterThan(0);
  }, 60_000);

  it('a stretch left out or twice there', async () => {
    const bytes = await paintedJpeg(SMALL);
    const at = (marker: number): number => bytes.indexOf(Buffer.of(0xff, marker));
    const without = Buffer.concat([bytes.subarray(0, at(0xd0)), bytes.subarray(at(0xd1))]);
    const twice = inserted(bytes, at(0xd1), bytes.subarray(at(0xd0), at(0xd1)));
    for (const one of [without, twice]) expect(await inPlace(one)).toBeNull();
  });
});
