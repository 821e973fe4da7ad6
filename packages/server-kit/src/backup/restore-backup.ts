import { chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseUser, type RunAs } from '../database/embedded-cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded.ts';
import { getClusterFolder } from '../database/migrate-database.ts';
import { StartError } from '../process/start-or-explain.ts';
import { type BackupPlace, listStoredSets, readWal, type StoredSet } from './backup-place.ts';
import { type BackupSet, type ChosenSets, chooseSets } from './backup-sets.ts';
import { readRestoredThrough } from './restored.repository.ts';
import { readBranch } from './restorations.ts';
import { SealBroken } from './sealed-store.ts';
import type { Branch } from './timelines.ts';
import { RESTORE_COMMAND, startWalFeed } from './wal-feed.ts';

export interface RestoreInput {
  /** Empty or missing. */
  readonly dataDir: string;
  /** Name of the database. */
  readonly database: string;
  /** Null: everything that reached the store. */
  readonly to: Date | null;
  /** A trial does not archive: its log of changes is nobody's. */
  readonly isTrial: boolean;
  readonly place: Pick<BackupPlace, 'lasting' | 'periods'>;
}

/** A restored cluster that runs; whoever asked for it stops it. */
export interface Restored {
  readonly server: EmbeddedPostgres;
  readonly whole: BackupSet;
  readonly files: BackupSet;
  /** Instant of the newest change that came back; null: none after the copy itself. */
  readonly through: Date | null;
}

/** Restores a data folder and starts its database. Throws `StartError` in plain words; what it made is then removed. */
export async function restoreBackup(input: RestoreInput): Promise<Restored> {
  await checkEmpty(input.dataDir);
  const { branch, ...chosen } = await choose(input);
  try {
    await restoreFiles(input, chosen);
    const { server, through } = await recover(input, chosen.whole, branch);
    return { server, ...chosen, through };
  } catch (error) {
    await clear(input.dataDir);
    throw error;
  }
}

async function checkEmpty(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (found.length > 0)
    throw new StartError(
      `The data folder ${dataDir} is not empty, and nothing was changed: a restoration never overwrites. Move it away first.`,
    );
}

async function choose({ place, to }: RestoreInput): Promise<ChosenSets<StoredSet> & { readonly branch: Branch }> {
  const sets = await listStoredSets(place.periods).catch((error: unknown) => {
    if (error instanceof SealBroken)
      throw new StartError('The list of the backups cannot be opened: another key, or it was changed.');
    throw error;
  });
  const branch = await readBranch(place, to);
  const chosen = chooseSets(sets, to, branch.has);
  if (chosen !== null) return { ...chosen, branch };
  const wholes = sets.filter(({ kind }) => kind === 'whole');
  const [oldest] = wholes;
  if (oldest === undefined) throw new StartError('There is no backup in this place yet.');
  const reachable = wholes.filter(({ stoppedAt }) => branch.has(stoppedAt));
  throw new StartError(
    reachable.length > 0 || chooseSets(sets, to) === null
      ? `The oldest backup is of ${(reachable[0] ?? oldest).stoppedAt}: there is none before the instant asked for.`
      : `The backup that the newest restoration began from is no longer there: restore to an instant before that restoration, from ${oldest.stoppedAt} on.`,
  );
}

/** Restic restores whole paths: they are taken out of a folder beside. */
async function restoreFiles({ dataDir }: RestoreInput, { whole, files }: ChosenSets<StoredSet>): Promise<void> {
  const made = await mkdir(dataDir, { recursive: true, mode: 0o750 });
  const raw = join(dataDir, '.restoring');
  await whole.period.restic.restore(whole.snapshot, raw);
  if (files.id !== whole.id) await files.period.restic.restore(files.snapshot, raw, join(files.dataDir, 'pictures'));
  const source = join(raw, whole.dataDir);
  if (made !== undefined) await takeOwner(source, dataDir);
  for (const name of await readdir(source)) await rename(join(source, name), join(dataDir, name));
  await rm(raw, { recursive: true, force: true });
}

async function takeOwner(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(from);
  await chown(to, uid, gid);
}

async function clear(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) await rm(join(dataDir, name), { recursive: true });
}

/** Lets PostgreSQL recover from the copy and the archived log of changes, up to the instant. */
async function recover(
  { dataDir, database, to, isTrial, place }: RestoreInput,
  { label }: BackupSet,
  { timeline }: Branch,
): Promise<Pick<Restored, 'server' | 'through'>> {
  const cluster = getClusterFolder(dataDir);
  const runAs = await chooseUser(cluster);
  await writeAs(join(cluster, 'backup_label'), label ?? '', runAs);
  await writeAs(join(cluster, 'recovery.signal'), '', runAs);
  const feed = await startWalFeed(cluster, runAs, (name) => readWal(place.periods, name));
  let said = '';
  try {
    const server = await startEmbeddedPostgres({
      dataDir: cluster,
      durable: !isTrial,
      archive: !isTrial,
      settings: {
        restore_command: RESTORE_COMMAND,
        recovery_target_action: 'promote',
        // Not always the newest: it lacks what a restoration to an instant left.
        recovery_target_timeline: timeline,
        ...(to === null ? {} : { recovery_target_time: formatTarget(to) }),
      },
      onLog: (line) => (said = `${said}${line}\n`.slice(-20_000)),
    });
    try {
      return { server, through: await readRestoredThrough(server.url(database, 'app')) };
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    throw explainRecovery(error, feed.problem(), said);
  } finally {
    await feed.stop();
  }
}

/** This setting is read before PostgreSQL knows the names of zones, and `Z` is one. */
const formatTarget = (to: Date): string => to.toISOString().replace('T', ' ').replace('Z', '+00');

function explainRecovery(error: unknown, problem: unknown, said: string): unknown {
  if (problem instanceof SealBroken)
    return new StartError(
      `A part of the archived log of changes is damaged (${problem.message}): restore to before it.`,
    );
  if (problem instanceof Error) return new StartError(`The place of the backups could not be read: ${problem.message}`);
  if (!/recovery ended before configured recovery target was reached/.test(said)) return error;
  const last = /last completed transaction was at log time (\S+ \S+)/.exec(said)?.[1];
  return new StartError(
    `The archive ends before the instant asked for${last === undefined ? '' : `, at ${last} UTC`}: use --to latest.`,
  );
}

async function writeAs(file: string, text: string, runAs: RunAs | null): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  if (runAs !== null) await chown(file, runAs.uid, runAs.gid);
}
