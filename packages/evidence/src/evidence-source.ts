import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_ENTRIES } from './zip/zip-writer.ts';
import { isSafeName } from './zip/zip-records.ts';
import { openZip, ZipError } from './zip/zip-reader.ts';

/** The files of an export, in an archive or in a folder. */
export interface EvidenceSource {
  /** Sizes by name. */
  readonly files: ReadonlyMap<string, number>;
  /** Throws `ZipError`, at the latest with the last bytes. */
  read(name: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens an archive or a folder. Throws `ZipError` for an archive that Varco cannot have written, and the system's
 * error when the path does not exist.
 */
export async function openEvidence(path: string, password: string | null): Promise<EvidenceSource> {
  return (await lstat(path)).isDirectory() ? openFolder(path) : openArchive(path, password);
}

async function openArchive(path: string, password: string | null): Promise<EvidenceSource> {
  const archive = await openZip(path);
  const entries = new Map(archive.entries.map((entry) => [entry.name, entry]));
  return {
    files: new Map(archive.entries.map((entry) => [entry.name, entry.size])),
    read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new ZipError('records', name);
      return archive.read(entry, password);
    },
    close: () => archive.close(),
  };
}

/** Links are not followed: they are not listed in the manifest. */
async function openFolder(root: string): Promise<EvidenceSource> {
  const files = new Map<string, number>();
  for (const found of await readdir(root, { withFileTypes: true, recursive: true })) {
    if (found.isDirectory()) continue;
    const path = join(found.parentPath, found.name);
    const name = path.slice(root.length).replaceAll('\\', '/').replace(/^\/+/, '');
    if (!found.isFile() || !isSafeName(name)) throw new ZipError('unsafe-name');
    if (files.size >= MAX_ENTRIES) throw new ZipError('too-many-files');
    files.set(name, (await lstat(path)).size);
  }
  return {
    files,
    read: (name) => createReadStream(join(root, name)) as AsyncIterable<Uint8Array>,
    close: async () => {},
  };
}
