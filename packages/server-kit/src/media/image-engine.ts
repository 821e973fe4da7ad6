import sharp, { type Sharp } from 'sharp';

/** Limits of one picture (security, parts 9 and 10). */
export const PICTURE_LIMITS = { plateBytes: 2 * 1024 * 1024, contextBytes: 5 * 1024 * 1024, pixels: 25e6, side: 8_192 };

// All loaders of the image library are blocked, and then three formats are allowed: otherwise it would also render
// SVG, PDF or TIFF sent as a photograph.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// No cache, so that no picture stays in memory; one thread each, because the server handles many pictures at once.
sharp.cache(false);
sharp.concurrency(1);

const DECODE_TIMEOUT_S = 8;

/** Opens untrusted bytes without decoding them; decoding fails on damage and above 25 megapixels. */
export const openImage = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: PICTURE_LIMITS.pixels, failOn: 'error', pages: 1 }).timeout({
    seconds: DECODE_TIMEOUT_S,
  });
