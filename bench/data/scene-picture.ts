import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** An invented scene of some tens of kB, like the pictures of the demo. */
export function drawScene(width: number, height: number, seed: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = ((at >> 14) + ((Math.imul(at, seed) ^ (at >> 5)) % 31)) & 255;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer();
}

/** The same JPEG with a comment of its own, so that a store which keeps equal pictures once stores each. */
export function makeUnique(jpeg: Buffer): Uint8Array<ArrayBuffer> {
  const comment = Buffer.from(randomBytes(16).toString('hex'));
  const header = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), header, comment, jpeg.subarray(2)]));
}
