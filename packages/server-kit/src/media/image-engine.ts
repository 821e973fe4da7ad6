import sharp, { type Sharp } from 'sharp';

/** Limits of one picture (security, parts 9 and 10). */
export const PICTURE_LIMITS = { plateBytes: 2 * 1024 * 1024, contextBytes: 5 * 1024 * 1024, pixels: 25e6, side: 8_192 };

// Everything the image library can read is refused, then three formats are let in again: without this it would also
// draw SVG, PDF or TIFF that a camera sends under the name of a photograph.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// No pictures of one user kept in memory for the next; one thread each, the server handles many at once.
sharp.cache(false);
sharp.concurrency(1);

const DECODE_TIMEOUT_S = 8;

/** Opens untrusted bytes. Nothing is decoded yet; decoding fails on damage and above 25 megapixels. */
export const openImage = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: PICTURE_LIMITS.pixels, failOn: 'error', pages: 1 }).timeout({
    seconds: DECODE_TIMEOUT_S,
  });
