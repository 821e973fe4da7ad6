import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BACKUP_STATUS_FILE } from '@varco/contract/backup-status.ts';
import { ARCHIVE_FOLDER } from '../database/embedded-archive.ts';
import { getClusterFolder } from '../database/migrate-database.ts';
import { findRunningAddress } from '../database/use-database.ts';
import { StartError } from '../process/start-or-explain.ts';
import type { BackupSettings } from './backup-settings.ts';
import { type BackupSet, listBackupSets, listExpiredSets, putBackupSet, removeOldWal } from './backup-sets.ts';
import { noteBackupStatus } from './backup-status.ts';
import { runOnlineBackup } from './online-backup.repository.ts';
import type { Restic } from './restic.ts';
import { FEED_FOLDER } from './wal-feed.ts';
import type { SealedStore } from './sealed-store.ts';
import { shipWal } from './ship-wal.ts';

export interface BackupParts {
  readonly dataDir: string;
  readonly settings: BackupSettings;
  readonly store: SealedStore;
  readonly restic: Restic;
  readonly now: () => Date;
}

export interface BackupInput extends BackupParts {
  readonly kind: BackupSet['kind'];
  /** Text of the settings file of the server. */
  readonly settingsText: string;
  /** Version of the program. */
  readonly program: string;
}

export interface BackupReport {
  readonly kind: BackupSet['kind'];
  readonly id: string;
  readonly at: string;
  readonly bytes: number;
  readonly seconds: number;
  /** Backups that were removed because their term was over. */
  readonly removed: number;
}

/** Of the cluster: what PostgreSQL makes anew, and what recovery takes from the archive. */
const CLUSTER_EXCLUDES = [
  ...['postmaster.pid', 'postmaster.opts', 'pg_wal/*', 'pg_replslot/*', 'pg_dynshmem/*', 'pg_notify/*'],
  ...['pg_serial/*', 'pg_snapshots/*', 'pg_stat_tmp/*', 'pg_subtrans/*', 'pgsql_tmp*'],
  ...[`${ARCHIVE_FOLDER}/*`, `${FEED_FOLDER}/*`],
];
const STARTING_MS = 15_000;
const LOOK_AGAIN_MS = 500;
const UNFINISHED_MS = 86_400_000;
const OTHER_EXCLUDES = [BACKUP_STATUS_FILE, 'ballast', '*.part'];

/**
 * Copies a server's data folder while it runs. A backup counts once its set is written, which is the last step: one that
 * is killed leaves a snapshot that the next run removes. Throws `StartError` in plain words.
 */
export async function takeBackup(input: BackupInput): Promise<BackupReport> {
  const { dataDir, store, restic, now, kind } = input;
  const startedAt = now();
  const id = `${startedAt.toISOString().replaceAll(/\D/g, '')}${randomBytes(3).toString('hex')}`;
  let snapshot = '';
  const copy = async (): Promise<void> => {
    snapshot = await restic.backup([dataDir], listExcludes(dataDir, kind), id);
  };
  const online = kind === 'whole' ? await runOnlineBackup(await findBackupAddress(dataDir), copy) : null;
  if (online === null) await copy();
  else await shipWal(dataDir, store);
  const stoppedAt = now();
  await putBackupSet(store, {
    ...{ version: 1, id, kind, snapshot, dataDir, settings: input.settingsText, program: input.program },
    ...{ startedAt: startedAt.toISOString(), stoppedAt: stoppedAt.toISOString() },
    ...{ label: online?.label ?? null, firstWal: online?.firstWal ?? null },
  });
  const removed = await removeExpired(input);
  const bytes = await restic.measure();
  const seconds = Math.round((now().getTime() - startedAt.getTime()) / 100) / 10;
  const at = stoppedAt.toISOString();
  if (kind === 'whole') await noteBackupStatus(dataDir, { backup: { at, bytes, seconds } });
  return { kind, id, at, bytes, seconds, removed };
}

/** Address of the running cluster, or of one that starts just now, as the role of the backups. Throws `StartError`. */
async function findBackupAddress(dataDir: string): Promise<string> {
  const deadline = performance.now() + STARTING_MS;
  for (;;) {
    const url = await findRunningAddress(dataDir, 'postgres', 'backup').catch(() => null);
    if (url !== null) return url;
    if (performance.now() > deadline)
      throw new StartError('The server does not run, or was not restarted since backups were set up: start it first.');
    await delay(LOOK_AGAIN_MS);
  }
}

const listExcludes = (dataDir: string, kind: BackupSet['kind']): readonly string[] => [
  ...OTHER_EXCLUDES.map((name) => join(dataDir, name)),
  ...(kind === 'files'
    ? [getClusterFolder(dataDir)]
    : CLUSTER_EXCLUDES.map((name) => join(getClusterFolder(dataDir), name))),
];

/** Removes backups past their term, snapshots of runs that were killed, and what nothing needs any more. */
async function removeExpired({ store, restic, settings, now }: BackupParts): Promise<number> {
  const sets = await listBackupSets(store);
  const expired = new Set(listExpiredSets(sets, { now: now(), keep: settings.keep, days: settings.days }));
  const kept = sets.filter((set) => !expired.has(set));
  for (const { id } of expired) await store.remove(`sets/${id}`);
  const needed = new Set(kept.map(({ snapshot }) => snapshot));
  // A younger one without a set may belong to a run that is not finished.
  const before = now().getTime() - UNFINISHED_MS;
  const left = (await restic.list()).filter(({ id, time }) => !needed.has(id) && Date.parse(time) < before);
  const past = [...expired].map(({ snapshot }) => snapshot);
  await restic.forget([...new Set([...past, ...left.map(({ id }) => id)])]);
  await removeOldWal(store, kept);
  return expired.size;
}
