import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_STATUS_FILE, BackupStatus, MAX_BACKUP_STATUS_BYTES } from '@varco/contract/backup-status.ts';

/** Why the file says nothing: it is missing, is no file of its size, no JSON, or not of its form. */
export type StatusFault = 'missing' | 'unreadable' | 'no_json' | 'wrong_form';

/** What the file in the data folder says, or why it says nothing; never throws. */
export function openBackupStatus(dataDir: string): BackupStatus | StatusFault {
  let text: string;
  try {
    text = readSmallFile(join(dataDir, BACKUP_STATUS_FILE));
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'missing' : 'unreadable';
  }
  try {
    const parsed = BackupStatus.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : 'wrong_form';
  } catch {
    return 'no_json';
  }
}

/** The size is looked at before anything is read; a pipe in place of the file is not waited for. */
function readSmallFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > MAX_BACKUP_STATUS_BYTES) throw new Error('not a status file');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** What the commands noted about the backups of a server. A file that is missing or damaged says nothing. */
export function readBackupStatus(dataDir: string): BackupStatus {
  const found = openBackupStatus(dataDir);
  return typeof found === 'string' ? { backup: null, verify: null, keys: null } : found;
}

/** Changes a part of what is noted; the other part stays. */
export async function noteBackupStatus(dataDir: string, change: Partial<BackupStatus>): Promise<void> {
  const file = join(dataDir, BACKUP_STATUS_FILE);
  await writeFile(`${file}.new`, `${JSON.stringify({ ...readBackupStatus(dataDir), ...change })}\n`, { mode: 0o640 });
  await rename(`${file}.new`, file);
}
