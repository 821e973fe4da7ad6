import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { OptionValues } from '../command.ts';
import { changeSettings, isSafeValue, type Settings, writeSettings } from '../settings-file.ts';
import type { InstalledServer } from '../find-server.ts';

/** What `varco backup --init` wrote. */
export interface BackupSetUp {
  readonly settings: Settings;
  readonly repository: string;
  /** The key, to be shown once; null: it was there before. */
  readonly newKey: string | null;
}

/** The place has a character that a settings file cannot hold. */
export class UnsafePlace extends Error {
  override readonly name = 'UnsafePlace';
}

/** Writes key and settings of the backups; what is there stays, so that it can be run again. */
export async function setUpBackup(server: InstalledServer, options: OptionValues): Promise<BackupSetUp> {
  const { slug, settings, settingsFile, backupKeyFile, user } = server;
  const wanted = options['repository'] ?? settings?.['VARCO_BACKUP_REPOSITORY'] ?? '';
  const repository = (wanted === '' ? `/var/backups/varco/${slug}` : wanted).replace(/\/+$/, '');
  const changes: Settings = {
    VARCO_BACKUP_REPOSITORY: repository,
    VARCO_BACKUP_KEY_FILE: settings?.['VARCO_BACKUP_KEY_FILE'] ?? backupKeyFile,
    ...(options['ring'] === undefined ? {} : { VARCO_BACKUP_RING: options['ring'].replace(/\/+$/, '') }),
    ...(options['s3-region'] === undefined ? {} : { VARCO_BACKUP_S3_REGION: options['s3-region'] }),
    ...(options['s3-key-file'] === undefined ? {} : { VARCO_BACKUP_S3_KEY_FILE: options['s3-key-file'] }),
  };
  if (!Object.values(changes).every(isSafeValue)) throw new UnsafePlace(repository);
  for (const folder of [repository, changes['VARCO_BACKUP_RING'] ?? '']) {
    if (!isAbsolute(folder)) continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (user !== null) await chown(folder, user.uid, user.gid);
  }
  const newKey = await makeKey(changes['VARCO_BACKUP_KEY_FILE'] ?? backupKeyFile, server);
  const text = await readFile(settingsFile, 'utf8');
  await writeSettings(settingsFile, changeSettings(text, changes), { mode: 0o640, gid: user?.gid ?? null });
  return { settings: { ...settings, ...changes }, repository, newKey };
}

/** Makes the key, readable by the servers' user alone; null: it is there. */
async function makeKey(file: string, { user }: InstalledServer): Promise<string | null> {
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (known.trim() !== '') return null;
  const key = randomBytes(32).toString('base64url');
  await writeKeyFile(file, key, user);
  return key;
}

export async function writeKeyFile(file: string, key: string, user: InstalledServer['user']): Promise<void> {
  await writeSettings(file, `${key}\n`, { mode: 0o600, gid: user?.gid ?? null });
  if (user !== null) await chown(file, user.uid, user.gid);
}
