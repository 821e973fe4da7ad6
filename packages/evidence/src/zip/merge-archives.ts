import { openZip } from './zip-reader.ts';
import type { ZipWriter } from './zip-writer.ts';

/**
 * Copies every file of a Varco archive into another one, still compressed and encrypted, so that no password is
 * needed to combine parts. `folder` '' keeps the names. Throws `ZipError` for a damaged source.
 */
export async function copyArchive(
  writer: ZipWriter,
  path: string,
  folder: string,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const archive = await openZip(path, 'as-taken');
  try {
    for (const entry of archive.entries) {
      if (isStopped()) throw new Error('stopped');
      await writer.addPacked(entry, folder === '' ? entry.name : `${folder}/${entry.name}`, archive.packed(entry));
    }
    return archive.entries.length;
  } finally {
    await archive.close();
  }
}
