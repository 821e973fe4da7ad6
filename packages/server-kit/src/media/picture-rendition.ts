import { openImage } from './image-engine.ts';
import { PictureRejected } from './picture-check.ts';

/** Servable forms of a picture. `blurred`: for users who may know that a vehicle passed, but not which. */
export const RENDITIONS = ['full', 't400', 't100', 'blurred'] as const;
export type Rendition = (typeof RENDITIONS)[number];

/** So few pixels that neither plate nor face can be recovered by enlarging. */
const BLUR_GRID_PX = 16;
const BLURRED_WIDTH_PX = 400;

/**
 * Re-encodes a picture as JPEG: no metadata, no trailing bytes, upright. Input: any accepted picture; throws
 * `PictureRejected` when the pixels cannot be read completely.
 */
export async function renderPicture(bytes: Uint8Array, rendition: Rendition): Promise<Buffer> {
  try {
    if (rendition === 'blurred') return await renderBlurred(bytes);
    const image = openImage(bytes).autoOrient().flatten({ background: '#ffffff' });
    const width = { full: null, t400: 400, t100: 100 }[rendition];
    const sized = width === null ? image : image.resize({ width, withoutEnlargement: true });
    return await sized.jpeg({ quality: rendition === 'full' ? 88 : 78 }).toBuffer();
  } catch (error) {
    throw new PictureRejected('damaged', error);
  }
}

async function renderBlurred(bytes: Uint8Array): Promise<Buffer> {
  const grid = await openImage(bytes)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: BLUR_GRID_PX, height: BLUR_GRID_PX, fit: 'inside' })
    .png()
    .toBuffer();
  return openImage(grid).resize({ width: BLURRED_WIDTH_PX, kernel: 'cubic' }).jpeg({ quality: 70 }).toBuffer();
}
