import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { WebFile } from './web-app.files.ts';

/** Address of the archive of streets, and its name in the folder of maps. */
const ARCHIVE_PATH = '/map/streets.pmtiles';

/**
 * The archive of streets that an administrator put into the folder of maps; null for every other address, and while
 * there is none. The name is fixed, so that no address reaches another file of the data folder; a link is not followed.
 */
export async function findStreetArchive(mapDir: string, urlPath: string): Promise<WebFile | null> {
  if (urlPath !== ARCHIVE_PATH) return null;
  const file = path.join(mapDir, path.basename(ARCHIVE_PATH));
  const found = await lstat(file).catch(() => null);
  if (found?.isFile() !== true) return null;
  const { size, mtimeMs, ino } = found;
  const etag = `"${createHash('sha256').update(`${size}:${mtimeMs}:${ino}`).digest('base64url').slice(0, 22)}"`;
  return { path: file, size, type: 'application/octet-stream', isText: false, isImmutable: false, etag };
}
