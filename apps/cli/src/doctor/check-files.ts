import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings-file.ts';
import type { Notes } from './finding.ts';

/** Bits of a mode that let others read, write or execute. */
const OTHERS = 0o007;
const GROUP_AND_OTHERS = 0o077;

const formatMode = (mode: number): string => `0${(mode & 0o777).toString(8)}`;

/** Modes of the settings of a server: its group may read them, the owner role's address is for root alone. */
export async function checkSettingsFiles(
  { settings, ownerSettings }: { readonly settings: string; readonly ownerSettings: string },
  notes: Notes,
): Promise<void> {
  const { mode } = await stat(settings);
  if ((mode & (OTHERS | 0o020)) === 0) notes.ok('settingsMode');
  else notes.fault('settingsMode', 'settingsMode', { file: settings, mode: formatMode(mode) });
  const owner = await stat(ownerSettings).catch(() => null);
  if (owner === null) return;
  if ((owner.mode & GROUP_AND_OTHERS) === 0) notes.ok('ownerMode');
  else notes.fault('ownerMode', 'ownerMode', { file: ownerSettings, mode: formatMode(owner.mode) });
}

/** The data folder and the secret in it. */
export async function checkDataFolder(settings: Settings, notes: Notes): Promise<void> {
  const folder = settings['VARCO_DATA_DIR'] ?? '';
  const found = folder === '' ? null : await stat(folder).catch(() => null);
  if (found === null || !found.isDirectory()) {
    notes.fault('dataFolder', 'dataFolder', { folder: folder === '' ? '-' : folder });
    return;
  }
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (isWritable) notes.ok('dataFolder');
  else notes.fault('dataFolder', 'dataFolderReadOnly', { folder });
  const file = join(folder, 'server.secret');
  const secret = await stat(file).catch(() => null);
  if (secret === null) notes.fault('secret', 'secretMissing', { file });
  else if ((secret.mode & GROUP_AND_OTHERS) !== 0)
    notes.fault('secret', 'secretMode', { file, mode: formatMode(secret.mode) });
  else notes.ok('secret');
}
