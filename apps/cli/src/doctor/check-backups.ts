import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_RING_FILE, BACKUP_STATUS_FILE, BackupStatus } from '@varco/contract/backup-status.ts';
import type { Settings } from '../settings-file.ts';
import type { Notes } from './finding.ts';

const HOUR_MS = 3_600_000;
/** Backups are nightly: a night that failed is not seen as well the next morning. */
const MAX_AGE_HOURS = 30;
const GROUP_AND_OTHERS = 0o077;

/** Backups of a server with the embedded database; another database is backed up by whoever keeps it. */
export async function checkBackups(slug: string, settings: Settings, now: Date, notes: Notes): Promise<void> {
  if ((settings['VARCO_DATABASE_URL'] ?? '') !== '') return;
  const command = `varco backup ${slug}`;
  if ((settings['VARCO_BACKUP_REPOSITORY'] ?? '') === '') {
    notes.warn('backup', 'backupNone', { command: `${command} --init` });
    return;
  }
  await checkKey(settings['VARCO_BACKUP_KEY_FILE'] ?? '', notes);
  const { backup, verify, keys } = await readStatus(settings['VARCO_DATA_DIR'] ?? '');
  if (backup === null) notes.fault('backup', 'backupNever', { command });
  else {
    const hours = Math.round((now.getTime() - Date.parse(backup.at)) / HOUR_MS);
    if (hours > MAX_AGE_HOURS) notes.fault('backup', 'backupOld', { hours: String(hours), slug });
    else notes.ok('backup');
  }
  await checkRing(settings, keys, command, notes);
  if (verify === null) notes.warn('backupTrial', 'backupUntried', { command: `${command} --verify` });
  else if (!verify.isGood) notes.fault('backupTrial', 'backupBad', { command: `${command} --verify` });
  else notes.ok('backupTrial');
}

async function checkKey(file: string, notes: Notes): Promise<void> {
  const found = file === '' ? null : await stat(file).catch(() => null);
  if (found === null) notes.fault('backupKey', 'backupKeyMissing', { file: file === '' ? '-' : file });
  else if ((found.mode & GROUP_AND_OTHERS) !== 0)
    notes.fault('backupKey', 'backupKeyMode', { file, mode: `0${(found.mode & 0o777).toString(8)}` });
  else notes.ok('backupKey');
}

/** Keys of the periods: what is past its term must be gone, and the ring be where the settings want it. */
async function checkRing(settings: Settings, keys: BackupStatus['keys'], command: string, notes: Notes): Promise<void> {
  if (keys === null) return;
  const folder = settings['VARCO_BACKUP_RING'] ?? '';
  const file = folder === '' ? null : join(folder, BACKUP_RING_FILE);
  if (file !== null && (await stat(file).catch(() => null)) === null)
    notes.fault('backupRing', 'backupRingMissing', { file });
  else if (keys.problem !== null) notes.fault('backupRing', 'backupKeyLeft', { reason: keys.problem, command });
  else notes.ok('backupRing');
}

async function readStatus(dataDir: string): Promise<BackupStatus> {
  const text = await readFile(join(dataDir, BACKUP_STATUS_FILE), 'utf8').catch(() => '{}');
  const parsed = BackupStatus.safeParse(parseJson(text));
  return parsed.success ? parsed.data : { backup: null, verify: null, keys: null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
