import { LIMITS } from './limits.ts';

export interface FoundPicture {
  readonly type: 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
}
export type PictureFault = 'picture_invalid' | 'picture_too_large';

/** Smallest file that can hold a picture. */
const MIN_BYTES = 60;
/** A text that is too short for a picture is a name or an address. */
export const MIN_PICTURE_TEXT = 100;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Value of each character code; 64: white space, 65: end, 255: not base64. */
const VALUES = new Uint8Array(128).fill(255);
for (let value = 0; value < 64; value += 1) VALUES[BASE64.charCodeAt(value)] = value;
VALUES['-'.charCodeAt(0)] = 62;
VALUES['_'.charCodeAt(0)] = 63;
for (const space of ' \t\r\n') VALUES[space.charCodeAt(0)] = 64;
VALUES['='.charCodeAt(0)] = 65;

/** The type by the first bytes; null: no picture Varco stores. */
export function detectPictureType(bytes: Uint8Array): FoundPicture['type'] | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  const isPng = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, at) => bytes[at] === byte);
  return isPng ? 'image/png' : null;
}

export function toPicture(bytes: Uint8Array): FoundPicture | PictureFault {
  const type = detectPictureType(bytes);
  if (type === null || bytes.length < MIN_BYTES) return 'picture_invalid';
  return bytes.length > LIMITS.pictureBytes ? 'picture_too_large' : { type, bytes };
}

/** Picture of a base64 text or a data URL. */
export function readPictureText(text: string): FoundPicture | PictureFault {
  if (text.length > LIMITS.pictureBytes * 1.5) return 'picture_too_large';
  const comma = text.startsWith('data:') ? text.indexOf(',') : -1;
  const bytes = decodeBase64(text, comma + 1);
  return bytes === null ? 'picture_invalid' : toPicture(bytes);
}

/** Null: a character that does not belong to base64. */
function decodeBase64(text: string, from: number): Uint8Array | null {
  const bytes = new Uint8Array(Math.ceil(((text.length - from) * 3) / 4));
  let [length, bits, count] = [0, 0, 0];
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const value = code < 128 ? (VALUES[code] ?? 255) : 255;
    if (value === 255) return null;
    if (value === 65) break;
    if (value === 64) continue;
    bits = ((bits << 6) | value) & 0xff_ffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[length] = (bits >> count) & 0xff;
      length += 1;
    }
  }
  return bytes.subarray(0, length);
}
