import { Client } from 'pg';
import { StartError } from '../process/start-or-explain.ts';

/** What PostgreSQL hands out at the end of a backup of its running cluster. */
export interface OnlineBackup {
  /** Text of the file `backup_label`. */
  readonly label: string;
  /** First part of the log of changes that recovery needs. */
  readonly firstWal: string;
}

/**
 * Runs `copy` while the cluster is in backup mode, as the role that may do nothing else, and waits until PostgreSQL has
 * laid out the log of changes up to the end. An end of this process ends the mode.
 */
export async function runOnlineBackup(url: string, copy: () => Promise<void>): Promise<OnlineBackup> {
  const client = new Client({ connectionString: url, application_name: 'varco backup' });
  // Lost while the copy runs: the next statement reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows: settings } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`);
    if (settings[0]?.mode !== 'on')
      throw new StartError('The database does not lay out its log of changes yet: restart the server once.');
    await client.query(`select pg_backup_start('varco', true)`);
    await copy();
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(true)');
    const label = rows[0]?.label ?? '';
    const firstWal = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label)?.[1];
    if (firstWal === undefined) throw new StartError('PostgreSQL gave no label for the backup.');
    return { label, firstWal };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Key of the advisory lock, in the maintenance database: nobody else uses numbers there. */
const LOCK = 8_301_046;

/**
 * Runs `work` while no other whole backup of this server does: two at once would both change the ring of keys. The lock
 * ends with the connection. Throws `StartError` when another one runs.
 */
export async function withBackupLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'varco backup lock' });
  // Lost while the work runs: PostgreSQL has ended, and the backup fails by itself.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK]);
    if (rows[0]?.free !== true) throw new StartError('Another whole backup of this server is running.');
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
}
