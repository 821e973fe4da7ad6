import type { CommandContext } from '../command.ts';
import { BackupFailed } from './backup-conversation.ts';
import { UnsafePlace } from './set-up-backup.ts';

/** One line in plain words. */
export function explainBackup(error: unknown, { t }: CommandContext): string {
  if (error instanceof BackupFailed) return t('backup:failed', { reason: error.message });
  if (error instanceof UnsafePlace) return t('backup:unsafe', { place: error.message });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const path = error instanceof Error && 'path' in error ? String(error.path) : '-';
  if (error instanceof Error && error.name === 'AbortError') return t('backup:interrupted');
  if (code === 'EACCES' || code === 'EPERM') return t('setup:problem.noRight', { path });
  if (code === 'EROFS' || code === 'ENOSPC') return t('setup:problem.notWritable', { path });
  return t('backup:failed', { reason: code === '' ? '-' : `${code} ${path}` });
}
