import { randomInt } from 'node:crypto';
import sharp from 'sharp';

/** A small JPEG that no other has. */
export async function drawPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const bytes = await sharp({
    create: { width: 160 + randomInt(64), height: 90 + randomInt(64), channels: 3, background },
  })
    .jpeg()
    .toBuffer();
  return new Uint8Array(bytes);
}
