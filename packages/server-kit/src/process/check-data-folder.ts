import { access, constants, stat } from 'node:fs/promises';
import { StartError } from './start-or-explain.ts';

/**
 * The data folder of a server must be there before it starts: a disk that is not mounted would otherwise be taken for a
 * new installation, with a new secret and an empty database. Throws `StartError` in plain words.
 */
export async function checkDataFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found === null)
    throw new StartError(`The data folder ${folder} (VARCO_DATA_DIR) does not exist: mount its disk, or create it.`);
  if (!found.isDirectory()) throw new StartError(`${folder} (VARCO_DATA_DIR) is not a folder.`);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EROFS' ? 'its disk is read-only' : 'this user may not write in it';
    throw new StartError(`The data folder ${folder} (VARCO_DATA_DIR) cannot be written: ${why}.`);
  });
}
