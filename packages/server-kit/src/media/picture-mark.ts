import sharp from 'sharp';
import { openImage } from './image-engine.ts';
import { memoizeAsync } from './memoize-async.ts';
import { drawMark, type PixelMark } from './mark-overlays.ts';
import { PictureRejected } from './picture-check.ts';

/** Draws the same text visibly over pictures: a band at the bottom and a pale line across. */
export interface PictureMarker {
  /**
   * A JPEG with the mark, without metadata. Throws `PictureRejected` when the pixels cannot be read.
   */
  mark(bytes: Uint8Array): Promise<Buffer>;
}

/** Cached marks by size: cameras send few sizes. */
const MAX_CACHED_SIZES = 32;
/** Optimised tables would make a picture a sixth smaller, but cost more than all the rest (measured). */
const JPEG = { quality: 86, optimiseCoding: false } as const;

/**
 * Every picture is decoded, drawn on and encoded again by the image library: code of our own would have to parse the bytes of a
 * camera bit by bit.
 * @param text one line, any characters
 * @param fontFile path of a TrueType font: without one, a server without fonts draws boxes
 */
export function createPictureMarker(text: string, fontFile: string): PictureMarker {
  const markFor = memoizeAsync<PixelMark>(MAX_CACHED_SIZES);
  return {
    async mark(bytes) {
      try {
        const image = openImage(bytes).autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
        const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
        const { width, height, channels } = info;
        applyMark(data, channels, await markFor(`${width}x${height}`, () => drawMark(text, fontFile, width, height)));
        const marked = await sharp(data, { raw: { width, height, channels } }).jpeg(JPEG).toBuffer();
        releaseBuffer(data);
        return marked;
      } catch (error) {
        throw new PictureRejected('damaged', error);
      }
    },
  };
}

/** Applies a mark to pixels; the library's own compositing costs as much as the rest of the work (measured). */
function applyMark(data: Buffer, channels: number, { pixels, keep, add }: PixelMark): void {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
  for (let i = 0; i < pixels.length; i += 1) {
    const [stays, more] = [keep[i] as number, add[i] as number];
    const from = (pixels[i] as number) * channels;
    for (let at = from; at < from + channels; at += 1) bytes[at] = ((bytes[at] as number) * stays + more) >> 8;
  }
}

/** Releases some megabytes that would otherwise stay until garbage collection. */
function releaseBuffer({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
