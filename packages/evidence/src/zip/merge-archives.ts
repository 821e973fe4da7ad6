import { openZip } from './zip-reader.ts';
import type { ZipWriter } from './zip-writer.ts';

/**
 * Takes every file of an archive of ours over into another, byte by byte and still encrypted: who puts parts together
 * needs no password. `folder` '' keeps the names. Throws `ZipError` for a source that is not whole.
 */
export async function takeOver(
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
