import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { createMixedDecoder, type FileDecoder } from './mixed-decoder.ts';

export const ENCODINGS = ['utf8', 'latin1', 'utf16le'] as const;
/** `mixed`: found only, when lines of a file have different encodings. */
export type Encoding = (typeof ENCODINGS)[number] | 'mixed';

/** Facts about a file from reading it once. */
export interface InspectedFile {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  /** The beginning of the file as text. */
  readonly sample: string;
}

const SAMPLE_BYTES = 512 * 1024;

/** Creates the decoder of a file; a byte order mark is dropped. Files called Latin-1 are in practice Windows-1252. */
export const createFileDecoder = (encoding: Encoding): FileDecoder =>
  encoding === 'mixed'
    ? createMixedDecoder()
    : new TextDecoder({ utf8: 'utf-8', latin1: 'windows-1252', utf16le: 'utf-16le' }[encoding]);

/** Reads a file once, in chunks. `encoding` null: detect it. Throws file system errors. */
export async function inspectFile(path: string, encoding: Encoding | null): Promise<InspectedFile> {
  const hash = createHash('sha256');
  const strict = new TextDecoder('utf-8', { fatal: true });
  const head: Buffer[] = [];
  let [bytes, headBytes, isUtf8] = [0, 0, true];
  for await (const piece of createReadStream(path)) {
    const chunk: Buffer = Buffer.from(piece);
    hash.update(chunk);
    bytes += chunk.length;
    if (headBytes < SAMPLE_BYTES) {
      head.push(chunk);
      headBytes += chunk.length;
    }
    isUtf8 &&= isValidUtf8(() => strict.decode(chunk, { stream: true }));
  }
  isUtf8 &&= isValidUtf8(() => strict.decode());
  const start = Buffer.concat(head);
  const found =
    encoding ?? (start[0] === 0xff && start[1] === 0xfe ? 'utf16le' : isUtf8 ? 'utf8' : await findEncoding(path));
  return {
    hash: hash.digest('hex'),
    bytes,
    encoding: found,
    sample: createFileDecoder(found).decode(start, { stream: true }),
  };
}

/** Encoding of a file that is not UTF-8 throughout. Reads it a second time. */
async function findEncoding(path: string): Promise<Encoding> {
  const decoder = createMixedDecoder();
  for await (const piece of createReadStream(path)) decoder.decode(Buffer.from(piece), { stream: true });
  decoder.decode();
  return decoder.hasUtf8 ? 'mixed' : 'latin1';
}

function isValidUtf8(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}
