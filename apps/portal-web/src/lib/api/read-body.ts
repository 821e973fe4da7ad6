import type { Endpoint } from '@varco/contract/endpoint.ts';

const MIB = 1024 * 1024;

/** Maximum size of a response in bytes, and maximum time for the whole response (security 9, "plant answer, in the browser"). */
export interface ResponseLimits {
  readonly bytes: number;
  readonly timeMs: number;
}

export function getResponseLimits(endpoint: Endpoint): ResponseLimits {
  const { limit, response } = endpoint;
  const isFile = response !== null && 'file' in response;
  if (limit === 'list-import') return { bytes: MIB, timeMs: 65_000 };
  if (limit === 'print') return { bytes: 100 * MIB, timeMs: 35_000 };
  if (isFile) return { bytes: 8 * MIB, timeMs: 10_000 };
  // The ministry is slow, and a licence response contains documents.
  if (limit === 'search' || limit === 'look-up') return { bytes: 8 * MIB, timeMs: 35_000 };
  return { bytes: MIB, timeMs: limit === 'sign-in' ? 15_000 : 10_000 };
}

/** All bytes of a response, or null as soon as there are more than `maxBytes`; the rest is not downloaded. */
export async function readCapped(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

const startsWith = (bytes: Uint8Array, magic: readonly number[], at = 0): boolean =>
  magic.every((byte, i) => bytes[at + i] === byte);

/**
 * Detects a file type by its first bytes, limited to the types of security 8; null: none of them. Never trusts the type
 * sent by a plant.
 */
export function sniffType(bytes: Uint8Array): string | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8))
    return 'image/webp';
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'application/pdf';
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'application/zip';
  const head = bytes.subarray(0, 4096);
  const isText = head.length > 0 && !head.includes(0) && head[0] !== 0x3c;
  return isText ? 'text/csv' : null;
}

/**
 * The type a response with these bytes is given; null: none of the expected ones. Plain text cannot be told from a
 * table, so it passes for whichever text was expected.
 */
export function matchFileType(bytes: Uint8Array, expected: readonly string[]): string | null {
  const type = sniffType(bytes);
  if (type === null || expected.includes(type)) return type;
  return type === 'text/csv' ? (expected.find((one) => one.startsWith('text/plain')) ?? null) : null;
}
