import { spawn, type ChildProcess } from 'node:child_process';
import { chown, lstat, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { readDiskSpace } from '../disk/disk-space.ts';
import { findBinaries, findTempFolder, getProgramName, type PostgresBinaries } from './embedded-binaries.ts';
import { ARCHIVE_SETTINGS, makeArchiveFolder } from './embedded-archive.ts';
import { chooseUser, openFolderHandle, prepareCluster, type RunAs } from './embedded-cluster.ts';
import { EmbeddedPostgresError, toEmbeddedError } from './embedded-error.ts';
import {
  buildRoleUrl,
  getRoleName,
  isSecured,
  isServable,
  secureCluster,
  type DatabaseRole,
} from './embedded-roles.ts';
import { limitMigratingRole } from './log-owner.repository.ts';

export interface EmbeddedOptions {
  /** Folder of the cluster; created when missing. */
  dataDir: string;
  /** Folder of the socket; default: a private folder in the temp folder (socket paths are limited to 107 bytes). */
  socketDir?: string;
  /** True: `socketDir` is created when missing and removed when the server ends, like a private one. */
  ownsSocketDir?: boolean;
  /** False trades safety against a power cut for speed: tests only. */
  durable: boolean;
  /** Additional or overriding server settings, such as `{ max_connections: '300' }`. */
  settings?: Record<string, string>;
  /**
   * `administer` (default) creates the cluster, its roles and their passwords, and upgrades clusters of earlier versions.
   * `serve` starts a cluster that is ready and never opens the passwords of other roles (ADR 0029).
   */
  access?: 'administer' | 'serve';
  /** True: finished parts of the log of changes are laid into `ARCHIVE_FOLDER` of the cluster, at least one a minute. */
  archive?: boolean;
  onLog?: (line: string) => void;
  /** How long to wait for a lock in the folder that a stopping server may still release; default 15 s. */
  lockWaitMs?: number;
}

export interface EmbeddedPostgres {
  /** Connection address of a database of this server, over its unix socket; reads the password of that role. */
  url(database: string, role: DatabaseRole): string;
  /**
   * Creates the database unless it exists. It belongs to the superuser, and the owner role may create in it: whoever owns
   * a database may drop every table in it, also those of others.
   */
  ensureDatabase(database: string): Promise<void>;
  /** Resolves when the server ends by itself or by `stop`. */
  readonly ended: Promise<void>;
  /** Fast shutdown; may be called twice. */
  stop(): Promise<void>;
}

const MAX_SOCKET_PATH_BYTES = 107;
const LOCK_WAIT_MS = 15_000;
const READY_MESSAGE = 'ready to accept connections';
/** Newest output to search, enough for a whole chunk and a line split between two. */
const READY_WINDOW_CHARACTERS = 80_000;

/** Settings of every PostgreSQL that the product starts. */
export const BASE_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '256MB',
  // Only short statements are run: compiling them costs more than it saves.
  jit: 'off',
  random_page_cost: '1.1',
  wal_compression: 'on',
  // A recycled segment keeps the bytes of deleted rows under a new name; a removed one does not (ADR 0009).
  wal_recycle: 'off',
  // The log of the server states no values of rows: neither in the detail of an error nor as parameters.
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

const NOT_DURABLE_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** Guard process: fd 3 closes when the parent dies, even on SIGKILL, and PostgreSQL is then stopped at once. */
const GUARD_SCRIPT = `
dir=$1; shift
"$@" 3<&- & pg=$!
{ cat <&3 >/dev/null; kill -INT $pg; } & watch=$!
wait $pg; code=$?
kill $watch 2>/dev/null
[ -z "$dir" ] || rm -rf "$dir"
exit $code`;

/**
 * Starts the PostgreSQL binaries from npm, on a unix socket only, where every role needs its password. As root it runs
 * as `nobody`. It never outlives this process. Waits up to 15 s for a lock left by a killed server. Throws {@link
 * EmbeddedPostgresError}, whose message can be shown to the user.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const runAs = await chooseUser(dataDir);
  const binaries = await findBinaries(runAs?.uid ?? null);
  if (options.access === 'serve' && !(await isServable(dataDir)))
    throw new EmbeddedPostgresError('not-migrated', `The database in ${dataDir} has not been prepared.`);
  await prepareCluster(dataDir, runAs, binaries, options.durable);
  const deadline = performance.now() + (options.lockWaitMs ?? LOCK_WAIT_MS);
  for (;;) {
    const attempt = await launchSecured(dataDir, runAs, binaries, options);
    if ('server' in attempt) return attempt.server;
    const locked = /lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(attempt.output);
    if (!locked) throw toEmbeddedError('start', dataDir, attempt.output);
    await removeStaleLock(dataDir);
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        'in-use',
        `The data in ${dataDir} is in use by another running Varco: stop it first.`,
      );
    }
    await delay(250);
  }
}

/**
 * The log of changes may take 2 GB between two checkpoints, but no more than a part of a small disk: it must fit into
 * what the disk guard keeps free.
 */
async function chooseWalSize(dataDir: string): Promise<string> {
  const { totalBytes } = await readDiskSpace(dataDir);
  return `${Math.round(Math.min(2048, Math.max(96, totalBytes / 2 ** 25)))}MB`;
}

/** Launches the server; whoever administers the cluster first sees to its roles and passwords. */
async function launchSecured(
  dataDir: string,
  runAs: RunAs | null,
  binaries: PostgresBinaries,
  options: EmbeddedOptions,
): Promise<LaunchResult> {
  if (options.access === 'serve') return launch(dataDir, runAs, binaries, options);
  if (!(await isSecured(dataDir))) {
    const refused = await secureCluster(dataDir, runAs, binaries);
    if (refused !== null) return { output: refused };
  }
  const attempt = await launch(dataDir, runAs, binaries, options);
  if (!('server' in attempt) || (await acceptsPasswords(attempt.server))) return attempt;
  // The folder of passwords is not that of this cluster: one of the two came back from a backup.
  await attempt.server.stop();
  const refused = await secureCluster(dataDir, runAs, binaries);
  return refused === null ? launch(dataDir, runAs, binaries, options) : { output: refused };
}

async function acceptsPasswords(server: EmbeddedPostgres): Promise<boolean> {
  for (const role of ['admin', 'owner', 'app', 'backup'] as const) {
    try {
      await withClient(server.url('postgres', role), async () => {});
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '28P01') return false;
      // Else it would hold the folder against the next attempt.
      await server.stop();
      throw error;
    }
  }
  return true;
}

type LaunchResult = { server: EmbeddedPostgres } | { output: string };

async function launch(
  dataDir: string,
  runAs: RunAs | null,
  binaries: PostgresBinaries,
  options: EmbeddedOptions,
): Promise<LaunchResult> {
  const isOwn = options.socketDir === undefined || options.ownsSocketDir === true;
  const socketDir = options.socketDir === undefined ? await createSocketDir(runAs) : resolve(options.socketDir);
  if (options.ownsSocketDir === true) await recreateSocketDir(socketDir, runAs);
  if (Buffer.byteLength(join(socketDir, '.s.PGSQL.5432')) > MAX_SOCKET_PATH_BYTES) {
    throw new EmbeddedPostgresError('failed', `The path of the socket folder is too long: ${socketDir}`);
  }
  if (options.archive === true) await makeArchiveFolder(dataDir, runAs);
  const door = await openFolderHandle(dataDir, runAs);
  const settings = {
    ...BASE_SETTINGS,
    max_wal_size: await chooseWalSize(dataDir),
    ...(options.durable ? {} : NOT_DURABLE_SETTINGS),
    ...(options.archive === true ? ARCHIVE_SETTINGS : {}),
    ...options.settings,
  };
  const child = spawn(
    '/bin/sh',
    ['-c', GUARD_SCRIPT, 'varco-postgres', isOwn ? socketDir : '', join(binaries.binDir, 'postgres'), '-D', door.path]
      .concat(['-c', `unix_socket_directories=${socketDir}`])
      .concat(Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])),
    {
      ...runAs,
      cwd: '/',
      // A process group of its own: Ctrl-C in the terminal reaches only this process, which stops PostgreSQL after
      // the last statement.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', door.handle?.fd ?? 'ignore'],
    },
  );
  const output = await waitUntilReady(child, options.onLog);
  await door.handle?.close();
  if (output !== null) return { output };
  return { server: createHandle(child, dataDir, socketDir) };
}

/** Resolves to null once the server accepts connections, or to its output when it ended before. */
function waitUntilReady(child: ChildProcess, onLog: ((line: string) => void) | undefined): Promise<string | null> {
  return new Promise((done) => {
    let output = '';
    let recent = '';
    let isReady = false;
    child.stderr?.on('data', (chunk) => {
      const text = String(chunk);
      for (const line of text.split('\n')) if (line !== '') onLog?.(line);
      if (isReady) return;
      // While a killed server recovers, every connecting client adds a line, so the ready message may come after
      // many.
      recent = (recent + text).slice(-READY_WINDOW_CHARACTERS);
      if (output.length < 20_000) output += text;
      isReady = recent.includes(READY_MESSAGE);
      if (isReady) done(null);
    });
    child.once('error', (error) => done(error.message));
    child.once('close', () => done(output));
    // The guard ends when this pipe closes.
    child.once('exit', () => closeGuard(child));
  });
}

function closeGuard(child: ChildProcess): void {
  const guard = child.stdio[3];
  if (guard && 'destroy' in guard) guard.destroy();
}

function createHandle(child: ChildProcess, dataDir: string, socketDir: string): EmbeddedPostgres {
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    if (child.exitCode !== null) done();
  });
  const url = (database: string, role: DatabaseRole): string => buildRoleUrl(dataDir, socketDir, database, role);
  return {
    url,
    ended,
    ensureDatabase: (database) => ensureDatabase({ url }, database),
    async stop() {
      closeGuard(child);
      const stopped = await Promise.race([ended.then(() => true), delay(20_000, false, { ref: false })]);
      // A process that does not stop: kill the whole group; recovery repairs the data at the next start.
      if (!stopped && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

async function ensureDatabase(server: Pick<EmbeddedPostgres, 'url'>, database: string): Promise<void> {
  await withClient(server.url('postgres', 'admin'), async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  });
  await withClient(server.url(database, 'admin'), (client) => limitMigratingRole(client, getRoleName('owner')));
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(url);
  // Connection lost because the server was killed: the next statement fails and reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A private folder for the socket, owned by the user that runs the server. A unit of systemd has a folder of its own for
 * that: its temp folder is hidden from the commands that an administrator runs beside it.
 */
export async function createSocketDir(runAs: RunAs | null): Promise<string> {
  const parent = runAs === null ? (process.env['RUNTIME_DIRECTORY'] ?? tmpdir()) : await findTempFolder(runAs.uid);
  const short = Buffer.byteLength(parent) < 70 ? parent : '/tmp';
  const dir = await mkdtemp(join(short, 'varco-pg-'));
  if (runAs !== null) await chown(dir, runAs.uid, runAs.gid);
  return dir;
}

/** The same folder again, after the previous server removed it. Throws when a folder of another user has its name. */
async function recreateSocketDir(dir: string, runAs: RunAs | null): Promise<void> {
  try {
    await mkdir(dir, { mode: 0o700 });
    if (runAs !== null) await chown(dir, runAs.uid, runAs.gid);
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const found = isThere ? await lstat(dir) : null;
    if (found === null || !found.isDirectory() || found.uid !== (runAs?.uid ?? userInfo().uid)) throw error;
  }
}

/**
 * After a restart of the machine the process id in the lock may belong to any program, and PostgreSQL would wait for
 * ever.
 */
async function removeStaleLock(dataDir: string): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid');
  const pid = Number((await readFile(lock, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const name = await getProgramName(pid);
  if (name !== null && name !== 'postgres') await rm(lock, { force: true });
}
