import type { Transform } from 'node:stream';
import { createBrotliDecompress, createInflateRaw, createUnzip } from 'node:zlib';
import { AppError } from '@varco/server-kit/errors/app-error.ts';

export type BodyEncoding = 'gzip' | 'deflate' | 'br';

/** A body as it was before compression. */
export interface InflatedBody {
  /** With a fault what was inflated before it, or the body as sent where that is nothing. */
  readonly bytes: Buffer;
  readonly fault: 'body_unreadable' | 'body_truncated' | null;
}

const OPTIONS = { chunkSize: 256 * 1024 };

/** How a body is compressed; null: not at all. Throws `unsupported_media_type` for another encoding, or several. */
export function parseBodyEncoding(header: string | undefined): BodyEncoding | null {
  const names = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity');
  const [name] = names;
  if (name === undefined) return null;
  if (names.length > 1 || (name !== 'gzip' && name !== 'deflate' && name !== 'br'))
    throw new AppError('unsupported_media_type');
  return name;
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

/** The bytes decide between what the names share; null: declared as gzip and sent as it is, which some cameras do. */
function createDecoder(bytes: Uint8Array, encoding: BodyEncoding): Transform | null {
  if (encoding === 'br') return createBrotliDecompress(OPTIONS);
  if (isGzip(bytes) || isZlib(bytes)) return createUnzip(OPTIONS);
  return encoding === 'gzip' ? null : createInflateRaw(OPTIONS);
}

/**
 * Inflates a body, of which at most `maxBytes` are ever in memory. Throws `payload_too_large` when it becomes longer; a body
 * that cannot be inflated is no error but a fault of what the camera sent.
 */
export async function inflateBody(bytes: Buffer, encoding: BodyEncoding, maxBytes: number): Promise<InflatedBody> {
  const decoder = bytes.length === 0 ? null : createDecoder(bytes, encoding);
  if (decoder === null) return { bytes, fault: null };
  const chunks: Buffer[] = [];
  let length = 0;
  decoder.end(bytes);
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new AppError('payload_too_large');
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks), fault: null };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isCut = error instanceof Error && /unexpected end of file/.test(error.message);
    return {
      bytes: length === 0 ? bytes : Buffer.concat(chunks),
      fault: isCut ? 'body_truncated' : 'body_unreadable',
    };
  }
}
