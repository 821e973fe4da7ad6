import type { Pool } from 'pg';
import type { Loop } from '../jobs/tasks.ts';
import type { Log } from '../log/log.ts';
import { openBackupStatus } from './backup-status.ts';
import { appendEndedKeys } from './ended-keys.repository.ts';
import { listEndedKeys } from './list-ended-keys.ts';

const EVERY_MS = 10_000;

/**
 * Takes the ended periods of backups into the consultation log. The role of the backups writes no table, so the command
 * notes them in the status file and the server records them (ADR 0083).
 */
export function createEndedKeysLoop(dataDir: string, pool: Pool, log: Log, now: () => Date): Loop {
  let lastFault: string | null = null;
  /** One event when it begins, not one each time. */
  const report = (fault: string | null): void => {
    if (fault !== null && fault !== lastFault) log.warn('backup status refused', { code: fault });
    lastFault = fault;
  };
  return {
    name: 'backups.record-ends',
    everyMs: EVERY_MS,
    async run() {
      const status = openBackupStatus(dataDir);
      // Missing: there was no backup yet, or the server was restored.
      if (typeof status === 'string') return report(status === 'missing' ? null : status);
      const { ended, refused } = listEndedKeys(status, now());
      report(refused === 0 ? null : 'impossible');
      await appendEndedKeys(pool, ended);
    },
  };
}
