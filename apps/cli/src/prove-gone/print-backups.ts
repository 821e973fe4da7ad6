import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_STATUS_FILE, BackupStatus } from '@varco/contract/backup-status.ts';
import { formatInstant } from '../backup/format-backup.ts';
import type { CommandContext } from '../command.ts';
import { formatEnd } from './stored-plates.repository.ts';

/** Ended periods that are named, the newest; the others are only counted. */
const MAX_PRINTED = 12;

/**
 * Says which backups can still be opened and until when, as the newest whole backup noted it, and which entry of the
 * consultation log records each end. `recorded` null: the database was not reached. Nothing is opened.
 */
export async function printBackups(
  dataDir: string,
  recorded: ReadonlyMap<string, string> | null,
  { t, print }: CommandContext,
): Promise<void> {
  const file = join(dataDir, BACKUP_STATUS_FILE);
  const status = await readStatus(file);
  const at = status?.keys?.at ?? status?.backup?.at;
  if (status === null || at === undefined) return print(t('proveGone:backupNone', { file }));
  const formatEntry = (number: number, endedAt: string): string => {
    if (recorded === null) return '';
    const entry = recorded.get(formatEnd(number, new Date(endedAt)));
    return entry === undefined ? t('proveGone:endUnrecorded') : t('proveGone:endRecorded', { entry });
  };
  print(t('proveGone:backups', { at: formatInstant(at) }));
  const { keys } = status;
  if (keys === null) return print(`  ${t('proveGone:backupNoPeriods')}`);
  for (const { number, since, until } of keys.periods) {
    const values = { number: String(number), since: formatInstant(since), until: formatInstant(until) };
    print(`  ${t(number === 0 ? 'proveGone:backupPeriodZero' : 'proveGone:backupPeriod', values)}`);
  }
  const earlier = keys.destroyed.length - MAX_PRINTED;
  if (earlier > 0) print(`  ${t('proveGone:backupsEarlier', { count: earlier })}`);
  for (const { number, at } of keys.destroyed.slice(-MAX_PRINTED)) {
    const values = { number: String(number), at: formatInstant(at) };
    const end = t(number === 0 ? 'proveGone:backupZeroEnded' : 'proveGone:backupEnded', values);
    print(`  ${end}${formatEntry(number, at)}`);
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
