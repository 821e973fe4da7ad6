import type { BackupStatus } from '@varco/contract/backup-status.ts';
import { createGauge, type ServerMetric } from '../metrics/own-metrics.ts';
import { readBackupStatus } from './backup-status.ts';

/**
 * Figures about the backups of a server, read at each scrape from what the commands noted. `isConfigured` false: nothing
 * but the fact; ages of what never happened count from the start of the process.
 */
export function createBackupMetrics(dataDir: string, isConfigured: boolean, waitingSeconds: () => number) {
  const startedAt = Date.now();
  const status = (): BackupStatus => readBackupStatus(dataDir);
  const age = (at: string | undefined): number =>
    Math.max(0, (Date.now() - (at === undefined ? startedAt : Date.parse(at))) / 1_000);
  const configured = createGauge('varco_backup_configured', 'Whether backups are set up', () => (isConfigured ? 1 : 0));
  const metrics: readonly ServerMetric[] = [
    createGauge('varco_backup_age_seconds', 'Age of the newest whole backup', () => age(status().backup?.at)),
    createGauge('varco_backup_bytes', 'Bytes that the backups take', () => status().backup?.bytes ?? 0),
    createGauge('varco_backup_verify_age_seconds', 'Age of the newest trial restoration', () =>
      age(status().verify?.at),
    ),
    createGauge('varco_backup_verify_failed', 'Whether the newest trial restoration failed', () =>
      status().verify?.isGood === false ? 1 : 0,
    ),
    createGauge(
      'varco_backup_wal_waiting_seconds',
      'How long changes wait for the place of the backups',
      waitingSeconds,
    ),
  ];
  const keys: readonly ServerMetric[] = [
    createGauge(
      'varco_backup_periods',
      'Periods of backups whose key exists',
      () => status().keys?.periods.length ?? 0,
    ),
    createGauge('varco_backup_key_left', 'Whether a key or files of backups past their term are still there', () =>
      typeof status().keys?.problem === 'string' ? 1 : 0,
    ),
  ];
  return isConfigured ? [configured, ...metrics, ...keys] : [configured];
}
