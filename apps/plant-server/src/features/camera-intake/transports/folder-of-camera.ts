import { join } from 'node:path';
import { toCameraUser } from '../camera-user.ts';

/** Folder of one camera. Its name is made by the plant, so that no one can point it at other files. */
export const folderOfCamera = (folder: string, uuid: string): string => join(folder, toCameraUser(uuid));
