import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from './embedded-cluster.ts';

/** In the cluster: finished parts of the log of changes that the server has still to bring to the backups. */
export const ARCHIVE_FOLDER = 'varco_archive';

const PLACE = `${ARCHIVE_FOLDER}/%f`;

/**
 * A part counts as archived once it is on the disk under its name. PostgreSQL knows neither the store nor its key: it runs
 * as another user when the server is root, and relative paths need no right to the folders above.
 */
export const ARCHIVE_SETTINGS: Readonly<Record<string, string>> = {
  archive_mode: 'on',
  archive_timeout: '60',
  archive_command: `cp "%p" "${PLACE}.part" && sync "${PLACE}.part" && mv -f "${PLACE}.part" "${PLACE}" && sync ${ARCHIVE_FOLDER}`,
};

/** Makes a folder in the cluster that its user may write. */
export async function makeArchiveFolder(dataDir: string, runAs: RunAs | null, name = ARCHIVE_FOLDER): Promise<string> {
  const folder = join(dataDir, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (runAs !== null) await chown(folder, runAs.uid, runAs.gid);
  return folder;
}
