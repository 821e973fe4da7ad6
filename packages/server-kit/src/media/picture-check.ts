import { PICTURE_LIMITS, openImage } from './image-engine.ts';

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** `plate`: the picture of the plate alone; `context`: the scene. They have different size limits. */
export type PictureKind = 'plate' | 'context';

/** Why a picture is rejected: a code for logs and for the report to the camera, never the library's message. */
export type PictureFault = 'empty' | 'too-large' | 'not-a-picture' | 'too-many-pixels' | 'damaged';

/** Thrown for bytes that are not an acceptable picture. The read it came with is stored without it. */
export class PictureRejected extends Error {
  override readonly name = 'PictureRefused';
  readonly fault: PictureFault;

  constructor(fault: PictureFault, cause?: unknown) {
    super(`picture refused: ${fault}`, { cause });
    this.fault = fault;
  }
}

const hasBytesAt = (bytes: Uint8Array, at: number, ...magic: number[]): boolean =>
  magic.every((byte, index) => bytes[at + index] === byte);

/** Type by the first bytes only: names and declared types of a camera are not trusted. Null: none of the three. */
export function detectPictureType(bytes: Uint8Array): PictureType | null {
  if (hasBytesAt(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (hasBytesAt(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  const isRiff = hasBytesAt(bytes, 0, 0x52, 0x49, 0x46, 0x46) && hasBytesAt(bytes, 8, 0x57, 0x45, 0x42, 0x50);
  return isRiff ? 'image/webp' : null;
}

export interface CheckedPicture {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
}

/**
 * Checks size, magic bytes and declared dimensions before a pixel is decoded. Damage in the data is found when the
 * serving copy is created. Throws `PictureRejected` (security, part 10).
 */
export async function checkPicture(bytes: Uint8Array, kind: PictureKind): Promise<CheckedPicture> {
  if (bytes.length === 0) throw new PictureRejected('empty');
  const maxBytes = kind === 'plate' ? PICTURE_LIMITS.plateBytes : PICTURE_LIMITS.contextBytes;
  if (bytes.length > maxBytes) throw new PictureRejected('too-large');
  const type = detectPictureType(bytes);
  if (type === null) throw new PictureRejected('not-a-picture');
  const { width, height } = await readSize(bytes);
  if (width > PICTURE_LIMITS.side || height > PICTURE_LIMITS.side) throw new PictureRejected('too-many-pixels');
  return { type, width, height };
}

async function readSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await openImage(bytes).metadata();
    return autoOrient;
  } catch (error) {
    const isTooBig = error instanceof Error && error.message.includes('pixel limit');
    throw new PictureRejected(isTooBig ? 'too-many-pixels' : 'damaged', error);
  }
}
