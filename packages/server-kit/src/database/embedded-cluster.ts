import { spawn } from 'node:child_process';
import { chown, mkdir, open, readFile, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { platform, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { PostgresBinaries } from './embedded-binaries.ts';
import { EmbeddedPostgresError, toEmbeddedError } from './embedded-error.ts';

/**
 * User and group that run PostgreSQL. It refuses root, so that under root the user is `nobody`, which exists on every
 * Linux.
 */
export interface RunAs {
  uid: number;
  gid: number;
}

export const NOBODY: RunAs = { uid: 65_534, gid: 65_534 };

/**
 * The user for a data folder: null = the current one. Root runs an existing folder as its owner, so that a person who
 * tried `sudo` once can still use their own data.
 */
export async function chooseUser(dataDir: string): Promise<RunAs | null> {
  if (userInfo().uid !== 0) return null;
  const owner = await stat(join(dataDir, 'PG_VERSION')).catch(() => null);
  return owner !== null && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/**
 * The data folder as passed to PostgreSQL. Under root this is an open handle instead of a path, because `nobody` may
 * not be allowed to traverse to it (/root, a 0700 checkout), although it owns the folder itself.
 */
export interface FolderHandle {
  path: string;
  handle: FileHandle | null;
}

export const FOLDER_HANDLE_FD = 4;

export async function openFolderHandle(folder: string, runAs: RunAs | null): Promise<FolderHandle> {
  if (runAs === null || platform() !== 'linux') return { path: folder, handle: null };
  return { path: `/proc/self/fd/${FOLDER_HANDLE_FD}`, handle: await open(folder, 'r') };
}

/**
 * Makes sure that `dataDir` contains a cluster of this major version owned by `runAs`; creates it when the folder is
 * empty.
 */
export async function prepareCluster(
  dataDir: string,
  runAs: RunAs | null,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<'created' | 'existing'> {
  const entries: string[] = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw toEmbeddedError('be opened', dataDir, error.message);
  });
  if (entries.length === 0) {
    await createCluster(dataDir, runAs, binaries, durable);
    return 'created';
  }
  if (!entries.includes('PG_VERSION')) {
    throw new EmbeddedPostgresError(
      'foreign-folder',
      `${dataDir} holds files that are not a Varco database. Choose another data folder, or empty this one.`,
    );
  }
  await checkOwner(dataDir, runAs);
  const version = (await readFile(join(dataDir, 'PG_VERSION'), 'utf8')).trim();
  if (version !== binaries.major) {
    throw new EmbeddedPostgresError(
      'other-version',
      `The data in ${dataDir} was written by PostgreSQL ${version}; this Varco brings PostgreSQL ${binaries.major}. ` +
        `Use the Varco that wrote it, move the data over, or choose another data folder.`,
    );
  }
  return 'existing';
}

async function checkOwner(dataDir: string, runAs: RunAs | null): Promise<void> {
  const owner = (await stat(dataDir)).uid;
  const needed = runAs?.uid ?? userInfo().uid;
  if (owner === needed || platform() === 'win32') return;
  throw new EmbeddedPostgresError(
    'other-owner',
    `The data in ${dataDir} belongs to user number ${owner}, but this program runs as user number ${userInfo().uid}. ` +
      'Start it as the user who created the data, give the folder to this user (chown -R), or choose another data folder.',
  );
}

/**
 * Creates the cluster under another name and renames it at the end: a start that is killed half-way leaves nothing
 * that looks complete.
 */
async function createCluster(
  dataDir: string,
  runAs: RunAs | null,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<void> {
  const fresh = `${dataDir}.new`;
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { mode: 0o700 });
    if (runAs !== null) await chown(fresh, runAs.uid, runAs.gid);
  } catch (error) {
    throw toEmbeddedError('be created', dataDir, String(error));
  }
  const output = await runInitdb(fresh, runAs, binaries, durable);
  if (output !== null) {
    await rm(fresh, { recursive: true, force: true });
    throw toEmbeddedError('be created', dataDir, output.replaceAll(basename(fresh), basename(dataDir)));
  }
  await rename(fresh, dataDir);
}

/** Runs initdb; resolves to null on success, else to its output. */
async function runInitdb(
  folder: string,
  runAs: RunAs | null,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<string | null> {
  const client = await openFolderHandle(folder, runAs);
  // Until the roles have passwords nobody may enter.
  const args = ['-D', client.path, '-U', 'postgres', '-A', 'reject', '-E', 'UTF8', '--locale=C.UTF-8'];
  try {
    const { code, output } = await runProgram('initdb', durable ? args : [...args, '--no-sync'], {
      ...{ runAs, binaries, handle: client.handle, input: '' },
    });
    return code === 0 ? null : output;
  } finally {
    await client.handle?.close();
  }
}

/**
 * Runs statements, one a line, on a cluster that is not running; nobody can be connected meanwhile. Returns null, or the
 * output of PostgreSQL when a statement failed or the cluster could not be opened.
 */
export async function runSingleUser(
  dataDir: string,
  runAs: RunAs | null,
  binaries: PostgresBinaries,
  statements: readonly string[],
): Promise<string | null> {
  const folder = await openFolderHandle(dataDir, runAs);
  try {
    const input = statements.map((statement) => `${statement}\n`).join('');
    const args = ['--single', '-D', folder.path, 'postgres'];
    const { code, output } = await runProgram('postgres', args, { runAs, binaries, handle: folder.handle, input });
    // In this mode a failed statement does not change the exit code.
    return code === 0 && !/ (?:ERROR|FATAL|PANIC): /.test(output) ? null : output;
  } finally {
    await folder.handle?.close();
  }
}

/** Runs a program of PostgreSQL to its end as the user that owns the cluster. */
function runProgram(
  name: 'initdb' | 'postgres',
  args: readonly string[],
  context: { runAs: RunAs | null; binaries: PostgresBinaries; handle: FileHandle | null; input: string },
): Promise<{ code: number | null; output: string }> {
  const { runAs, binaries, handle, input } = context;
  return new Promise((done) => {
    const child = spawn(join(binaries.binDir, name), args, {
      ...runAs,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe', 'ignore', handle?.fd ?? 'ignore'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    // A program that ends at once does not read its input.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.once('error', (error) => done({ code: null, output: error.message }));
    child.once('close', (code) => done({ code, output }));
  });
}
