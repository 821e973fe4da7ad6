import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BACKUP_RING_FILE, BACKUP_STATUS_FILE, type BackupStatus } from '@varco/contract/backup-status.ts';
import { ARCHIVE_FOLDER } from '../database/embedded-archive.ts';
import { getClusterFolder } from '../database/migrate-database.ts';
import { findRunningAddress } from '../database/use-database.ts';
import { StartError } from '../process/start-or-explain.ts';
import { type BackupPlace, openBackupPlace, type Period } from './backup-place.ts';
import { type BackupSet, putBackupSet } from './backup-sets.ts';
import { noteBackupStatus } from './backup-status.ts';
import { prepareWhole } from './begin-period.ts';
import { describePeriods, type EndedPeriods, endPeriods, type Remaining, removeExpired } from './end-periods.ts';
import { runOnlineBackup, withBackupLock } from './online-backup.repository.ts';
import type { RingInput } from './ring-homes.ts';
import { FEED_FOLDER } from './wal-feed.ts';
import { shipWal } from './ship-wal.ts';

export interface BackupInput extends RingInput {
  readonly kind: BackupSet['kind'];
  /** Begins a period with a key of its own first; only with a whole backup. */
  readonly isNewKey: boolean;
  /** Text of the settings file of the server. */
  readonly settingsText: string;
  /** Version of the program. */
  readonly program: string;
  readonly now: () => Date;
}

export interface BackupReport {
  readonly kind: BackupSet['kind'];
  readonly id: string;
  readonly at: string;
  readonly bytes: number;
  readonly seconds: number;
  /** Backups that were removed because their term was over. */
  readonly removed: number;
  /** Whether this backup began a period with a key of its own. */
  readonly isNewPeriod: boolean;
  /** Periods that can be opened, after this backup. */
  readonly periods: NonNullable<BackupStatus['keys']>['periods'];
  /** Numbers of the periods whose key and files were removed. */
  readonly ended: readonly number[];
  /** Why a key or files past their term are still there; null: they are not. */
  readonly problem: string | null;
}

/** Of the cluster: what PostgreSQL makes anew, and what recovery takes from the archive. */
const CLUSTER_EXCLUDES = [
  ...['postmaster.pid', 'postmaster.opts', 'pg_wal/*', 'pg_replslot/*', 'pg_dynshmem/*', 'pg_notify/*'],
  ...['pg_serial/*', 'pg_snapshots/*', 'pg_stat_tmp/*', 'pg_subtrans/*', 'pgsql_tmp*'],
  ...[`${ARCHIVE_FOLDER}/*`, `${FEED_FOLDER}/*`],
];
const STARTING_MS = 15_000;
const LOOK_AGAIN_MS = 500;
const OTHER_EXCLUDES = [BACKUP_STATUS_FILE, BACKUP_RING_FILE, 'ballast', '*.part'];

/**
 * Copies a server's data folder while it runs. A backup counts once its set is written, which is the last step: one that
 * is killed leaves a snapshot that the next run removes. Throws `StartError` in plain words.
 */
export async function takeBackup(input: BackupInput): Promise<BackupReport> {
  const startedAt = input.now();
  if (input.kind === 'files') {
    const place = await openBackupPlace(input);
    const made = await copyInto(place.current, input, startedAt, null);
    const remaining = await removeExpired(input, place, input.now());
    return report(input, { startedAt, made, place, remaining, isNewPeriod: false, ended: null });
  }
  const address = await findBackupAddress(input.dataDir);
  return withBackupLock(address, async () => {
    const { place, isNew } = await prepareWhole(input, input.isNewKey, startedAt);
    const made = await copyInto(place.current, input, startedAt, address);
    const remaining = await removeExpired(input, place, input.now());
    const ended = await endPeriods(input, place, remaining.sets, input.now());
    return report(input, { startedAt, made, place, remaining, isNewPeriod: isNew, ended });
  });
}

/** `address`: of the database, which is put into backup mode; null: it is left out. */
async function copyInto(
  { restic, store }: Period,
  input: BackupInput,
  startedAt: Date,
  address: string | null,
): Promise<Made> {
  const { dataDir, kind, now } = input;
  const id = `${startedAt.toISOString().replaceAll(/\D/g, '')}${randomBytes(3).toString('hex')}`;
  let snapshot = '';
  const copy = async (): Promise<void> => {
    snapshot = await restic.backup([dataDir], listExcludes(input), id);
  };
  const online = address === null ? null : await runOnlineBackup(address, copy);
  if (online === null) await copy();
  else await shipWal(dataDir, async () => store);
  const at = now().toISOString();
  await putBackupSet(store, {
    ...{ version: 1, id, kind, snapshot, dataDir, settings: input.settingsText, program: input.program },
    ...{ startedAt: startedAt.toISOString(), stoppedAt: at },
    ...{ label: online?.label ?? null, firstWal: online?.firstWal ?? null },
  });
  return { id, at };
}

type Made = Pick<BackupReport, 'id' | 'at'>;

interface Taken {
  readonly startedAt: Date;
  readonly made: Made;
  readonly place: BackupPlace;
  readonly remaining: Remaining;
  readonly isNewPeriod: boolean;
  /** Null: only whole backups end periods. */
  readonly ended: EndedPeriods | null;
}

async function report(
  input: BackupInput,
  { startedAt, made, place, remaining, isNewPeriod, ended }: Taken,
): Promise<BackupReport> {
  const { dataDir, kind, now } = input;
  const sets = remaining.sets;
  const seconds = Math.round((now().getTime() - startedAt.getTime()) / 100) / 10;
  const known = ended ?? { ring: place.ring, ended: [], problem: null };
  const keys = describePeriods(input, place, known, sets, now());
  const bytes = await measure(place.periods.filter(({ number }) => keys.periods.some((one) => one.number === number)));
  if (kind === 'whole') await noteBackupStatus(dataDir, { backup: { at: made.at, bytes, seconds }, keys });
  return {
    ...{ ...made, kind, bytes, seconds, removed: remaining.removed, isNewPeriod, periods: keys.periods },
    ...{ ended: known.ended, problem: known.problem },
  };
}

async function measure(periods: readonly Period[]): Promise<number> {
  let bytes = 0;
  for (const { restic } of periods) bytes += await restic.measure();
  return bytes;
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

/** The ring of keys is in no backup: one of a later period would keep the keys of the earlier ones. */
function listExcludes({ dataDir, kind, settings }: BackupInput): readonly string[] {
  const cluster = getClusterFolder(dataDir);
  return [
    ...OTHER_EXCLUDES.map((name) => join(dataDir, name)),
    ...(settings.ring === null ? [] : [join(settings.ring, BACKUP_RING_FILE)]),
    ...(kind === 'files' ? [cluster] : CLUSTER_EXCLUDES.map((name) => join(cluster, name))),
  ];
}
