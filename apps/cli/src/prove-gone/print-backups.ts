import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_STATUS_FILE, BackupStatus } from '@varco/contract/backup-status.ts';
import { formatInstant } from '../backup/format-backup.ts';
import type { CommandContext } from '../command.ts';

/** Says which backups can still be opened and until when, as the newest whole backup noted it. Nothing is opened. */
export async function printBackups(dataDir: string, { t, print }: CommandContext): Promise<void> {
  const file = join(dataDir, BACKUP_STATUS_FILE);
  const status = await readStatus(file);
  const at = status?.keys?.at ?? status?.backup?.at;
  if (status === null || at === undefined) return print(t('proveGone:backupNone', { file }));
  print(t('proveGone:backups', { at: formatInstant(at) }));
  const { keys } = status;
  if (keys === null) return print(`  ${t('proveGone:backupNoPeriods')}`);
  for (const { number, since, until } of keys.periods) {
    const values = { number: String(number), since: formatInstant(since), until: formatInstant(until) };
    print(`  ${t(number === 0 ? 'proveGone:backupPeriodZero' : 'proveGone:backupPeriod', values)}`);
  }
  for (const { number, at } of keys.destroyed) {
    const values = { number: String(number), at: formatInstant(at) };
    print(`  ${t(number === 0 ? 'proveGone:backupZeroEnded' : 'proveGone:backupEnded', values)}`);
  }
  if (keys.problem !== null) print(`  ${t('proveGone:backupProblem', { reason: keys.problem })}`);
}

async function readStatus(file: string): Promise<BackupStatus | null> {
  try {
    return BackupStatus.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
