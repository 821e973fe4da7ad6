import { open, opendir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PlateMatcher } from './plate-matcher.ts';

const PIECE_BYTES = 4 * 2 ** 20;

/** What was read in a folder. */
export interface FileSearch {
  files: number;
  bytes: number;
  /** Plates found, with the files they are in. */
  readonly found: Map<string, Set<string>>;
  /** Files and folders that could not be read. */
  readonly unreadable: string[];
}

/**
 * Searches names and bytes of all files of a folder; files that end meanwhile are passed over. `describe` names a file in the result,
 * null leaves it out.
 */
export async function searchFiles(
  folder: string,
  matcher: PlateMatcher,
  describe: (path: string) => string | null,
  signal?: AbortSignal,
): Promise<FileSearch> {
  const result: FileSearch = { files: 0, bytes: 0, found: new Map(), unreadable: [] };
  const piece = Buffer.allocUnsafe(PIECE_BYTES + matcher.maxLength);
  for await (const path of listFiles(folder, result.unreadable)) {
    signal?.throwIfAborted();
    const name = describe(path);
    if (name === null) continue;
    const found = new Set<string>();
    matcher.find(Buffer.from(basename(path), 'utf8'), found);
    try {
      result.bytes += await searchFile(path, { matcher, piece, found });
      result.files += 1;
    } catch (error) {
      if (!isMissing(error)) result.unreadable.push(path);
    }
    for (const plate of found) result.found.set(plate, (result.found.get(plate) ?? new Set()).add(name));
  }
  return result;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function* listFiles(folder: string, unreadable: string[]): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* listFiles(path, unreadable);
      else if (entry.isFile()) yield path;
    }
  } catch (error) {
    if (!isMissing(error)) unreadable.push(folder);
  }
}

/** Reads a file in pieces that overlap by the longest plate; returns its bytes. */
async function searchFile(
  path: string,
  work: { readonly matcher: PlateMatcher; readonly piece: Buffer; readonly found: Set<string> },
): Promise<number> {
  const { matcher, piece, found } = work;
  const handle = await open(path, 'r');
  try {
    let bytes = 0;
    let overlap = 0;
    for (;;) {
      const { bytesRead } = await handle.read(piece, overlap, PIECE_BYTES, bytes);
      if (bytesRead === 0) return bytes;
      bytes += bytesRead;
      const length = overlap + bytesRead;
      matcher.find(piece.subarray(0, length), found);
      overlap = Math.min(matcher.maxLength - 1, length);
      piece.copyWithin(0, length - overlap, length);
    }
  } finally {
    await handle.close();
  }
}
