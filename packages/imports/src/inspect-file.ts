import { createSHA256 } from 'hash-wasm';
import { findForeignFormat, type ForeignFormat } from './foreign-format.ts';
import { createMixedDecoder, joinBytes, type FileDecoder } from './mixed-decoder.ts';

export const ENCODINGS = ['utf8', 'latin1', 'utf16le', 'utf16be'] as const;
/** `mixed`: found only, when lines of a file have different encodings. */
export type Encoding = (typeof ENCODINGS)[number] | 'mixed';

/** A file that can be read several times, in pieces and never whole. */
export interface FileSource {
  /** Bytes from the beginning of the file. */
  read(): AsyncIterable<Uint8Array>;
}

/** Facts about a file from reading it once. */
export interface InspectedFile {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  /** The beginning of the file as text. */
  readonly sample: string;
  /** What the file is when it is no text at all; null: text. */
  readonly foreign: ForeignFormat | null;
}

const SAMPLE_BYTES = 512 * 1024;
const LABELS = { utf8: 'utf-8', latin1: 'windows-1252', utf16le: 'utf-16le', utf16be: 'utf-16be' } as const;

/** Creates the decoder of a file; a byte order mark is dropped. Files called Latin-1 are in practice Windows-1252. */
export const createFileDecoder = (encoding: Encoding): FileDecoder =>
  encoding === 'mixed' ? createMixedDecoder() : new TextDecoder(LABELS[encoding]);

/**
 * Reads a file once, in pieces. `encoding` null: detect it. A file that is no text is not read to its end. `onBytes`: bytes
 * read so far. Throws errors of the source.
 */
export async function inspectFile(
  source: FileSource,
  encoding: Encoding | null,
  onBytes?: (bytes: number) => void,
): Promise<InspectedFile> {
  const hash = await createSHA256();
  const strict = new TextDecoder('utf-8', { fatal: true });
  const head: Uint8Array[] = [];
  let [bytes, headBytes, isUtf8] = [0, 0, true];
  for await (const piece of source.read()) {
    if (bytes === 0) {
      const foreign = findForeignFormat(piece);
      if (foreign !== null) return { hash: '', bytes: 0, encoding: 'latin1', sample: '', foreign };
    }
    hash.update(piece);
    bytes += piece.length;
    if (headBytes < SAMPLE_BYTES) {
      head.push(piece);
      headBytes += piece.length;
    }
    isUtf8 &&= isValidUtf8(() => strict.decode(piece, { stream: true }));
    onBytes?.(bytes);
  }
  isUtf8 &&= isValidUtf8(() => strict.decode());
  const start = joinBytes(head);
  const found = encoding ?? findByteOrder(start) ?? (isUtf8 ? 'utf8' : await findEncoding(source));
  return { hash: hash.digest('hex'), bytes, encoding: found, sample: decodeSample(start, found), foreign: null };
}

/** The beginning of a file in another encoding than the one found. */
export async function readSample(source: FileSource, encoding: Encoding): Promise<string> {
  const head: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of source.read()) {
    head.push(piece);
    bytes += piece.length;
    if (bytes >= SAMPLE_BYTES) break;
  }
  return decodeSample(joinBytes(head), encoding);
}

const decodeSample = (start: Uint8Array, encoding: Encoding): string =>
  createFileDecoder(encoding).decode(start, { stream: start.length >= SAMPLE_BYTES });

function findByteOrder([first, second]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf16le';
  return first === 0xfe && second === 0xff ? 'utf16be' : null;
}

/** Encoding of a file that is not UTF-8 throughout. Reads it a second time. */
async function findEncoding(source: FileSource): Promise<Encoding> {
  const decoder = createMixedDecoder();
  for await (const piece of source.read()) decoder.decode(piece, { stream: true });
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
