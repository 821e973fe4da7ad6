import type { BackupStatus } from '@varco/contract/backup-status.ts';
import type { Pool } from 'pg';
import type { Loop } from '../jobs/tasks.ts';
import type { Log } from '../log/log.ts';
import type { ServerMetric } from '../metrics/own-metrics.ts';
import { readBackupStatus } from './backup-status.ts';
import { createBackupMetrics } from './backup-metrics.ts';
import { type BackupEnv, readBackupSettings } from './backup-settings.ts';
import { openBackupPlace } from './backup-place.ts';
import { createEndedKeysLoop } from './record-ended-keys.ts';
import { startWalShipping } from './ship-wal.ts';

interface ServerBackupEnv extends BackupEnv {
  readonly VARCO_DATA_DIR: string;
  readonly VARCO_DATABASE_URL: string;
  readonly VARCO_OUTBOUND_CIDRS: readonly string[];
}

/** What a serving process does for its backups: it brings the log of changes to their place, and tells their age. */
export interface ServerBackup {
  readonly metrics: readonly ServerMetric[];
  stop(): Promise<void>;
}

/** Backups are of the embedded database; another one is backed up by whoever keeps it. */
export const hasBackups = (env: ServerBackupEnv): boolean =>
  readBackupSettings(env) !== null && env.VARCO_DATABASE_URL === '';

export function startServerBackup(env: ServerBackupEnv, log: Log): ServerBackup {
  const settings = hasBackups(env) ? readBackupSettings(env) : null;
  if (settings === null) {
    const isOwn = env.VARCO_DATABASE_URL === '';
    return { metrics: isOwn ? createBackupMetrics(env.VARCO_DATA_DIR, false, () => 0) : [], stop: async () => {} };
  }
  const { VARCO_DATA_DIR: dataDir, VARCO_OUTBOUND_CIDRS: allowedCidrs } = env;
  // Read again each time: a backup may have begun a new period meanwhile.
  const findStore = async () => (await openBackupPlace({ settings, dataDir, allowedCidrs })).current.store;
  const shipping = startWalShipping(dataDir, findStore, log);
  return {
    metrics: createBackupMetrics(dataDir, true, () => shipping.waitingSeconds()),
    stop: () => shipping.stop(),
  };
}

/** What every process of the server repeats for its backups. */
export const createBackupLoops = (env: ServerBackupEnv, pool: Pool, log: Log, now: () => Date): readonly Loop[] =>
  hasBackups(env) ? [createEndedKeysLoop(env.VARCO_DATA_DIR, pool, log, now)] : [];

/** What is noted about the backups; null: they are not set up; undefined: the database is kept by somebody else. */
export function findServerBackups(env: ServerBackupEnv): BackupStatus | null | undefined {
  if (env.VARCO_DATABASE_URL !== '') return undefined;
  return hasBackups(env) ? readBackupStatus(env.VARCO_DATA_DIR) : null;
}
