import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_STATUS_FILE, BackupStatus } from '@varco/contract/backup-status.ts';

/** What the commands noted about the backups of a server. A file that is missing or damaged says nothing. */
export function readBackupStatus(dataDir: string): BackupStatus {
  try {
    return BackupStatus.parse(JSON.parse(readFileSync(join(dataDir, BACKUP_STATUS_FILE), 'utf8')));
  } catch {
    return { backup: null, verify: null, keys: null };
  }
}

/** Changes a part of what is noted; the other part stays. */
export async function noteBackupStatus(dataDir: string, change: Partial<BackupStatus>): Promise<void> {
  const file = join(dataDir, BACKUP_STATUS_FILE);
  await writeFile(`${file}.new`, `${JSON.stringify({ ...readBackupStatus(dataDir), ...change })}\n`, { mode: 0o640 });
  await rename(`${file}.new`, file);
}
