import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  chmodSync,
  chownSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { canEnter } from './embedded-binaries.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { createSocketDir, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';

const asRoot = userInfo().uid === 0;
const nobody = 65_534;
const readableByAll = await canEnter(import.meta.dirname, nobody);
const cleanUps: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const undo of cleanUps.splice(0).toReversed()) await undo();
});

function tempFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'varco-embedded-'));
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function start(dataDir: string, durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable });
  cleanUps.push(() => server.stop());
  return server;
}

async function ask(url: string, sql: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return String(Object.values(rows[0] ?? {})[0]);
  } finally {
    await client.end();
  }
}

async function problemOf(dataDir: string): Promise<string> {
  const error: unknown = await start(dataDir).catch((caught: unknown) => caught);
  if (!(error instanceof EmbeddedPostgresError)) throw new Error('it should not have started');
  return `${error.problem}: ${error.message}`;
}

function lockPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

async function startParent(dataDir: string, uid?: number): Promise<{ parent: ChildProcess; url: string }> {
  const script = join(import.meta.dirname, 'embedded.parent.ts');
  const parent = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  cleanUps.push(() => void parent.kill('SIGKILL'));
  if (parent.stdout === null) throw new Error('no output');
  const [line] = await once(parent.stdout, 'data');
  return { parent, url: String(line).trim() };
}

describe('embedded PostgreSQL', () => {
  test('starts, keeps its data over a restart, and listens on nothing but a socket', async () => {
    const dataDir = join(tempFolder(), 'with a space', 'cluster');
    const first = await start(dataDir);
    await first.ensureDatabase('plant');
    await first.ensureDatabase('plant');
    await ask(first.url('plant', 'owner'), 'create table t as select 7 as n');
    expect(await ask(first.url('plant', 'app'), 'select current_user')).toBe('varco_app');
    expect(await ask(first.url('plant', 'app'), 'show listen_addresses')).toBe('');
    await first.stop();
    await first.stop();
    const second = await start(dataDir);
    expect(await ask(second.url('plant', 'owner'), 'select n from t')).toBe('7');
    await expect(ask(second.url('plant', 'app'), 'create table forbidden()')).rejects.toThrow(/permission denied/);
  });

  test('kill -9 of the parent leaves no server behind, and the next start works', async () => {
    const dataDir = join(tempFolder(), 'cluster');
    const { parent, url } = await startParent(dataDir);
    const pid = lockPid(dataDir);
    expect(isAlive(pid)).toBe(true);
    const socketDir = new URL(url).searchParams.get('host') ?? '';
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect([isAlive(pid), existsSync(socketDir)]).toEqual([false, false]), 10_000);
    const again = await start(dataDir);
    expect(await ask(again.url('postgres', 'admin'), 'select 1')).toBe('1');
  });

  test('kill -9 of the server: the next start waits for the lock and recovers', async () => {
    const dataDir = join(tempFolder(), 'cluster');
    const first = await start(dataDir, true);
    await ask(first.url('postgres', 'admin'), 'create table kept as select 1 as n');
    process.kill(lockPid(dataDir), 'SIGKILL');
    await first.ended;
    const second = await start(dataDir);
    expect(await ask(second.url('postgres', 'admin'), 'select count(*) from kept')).toBe('1');
  });

  test('a lock whose number now belongs to another program does not block the start', async () => {
    const dataDir = join(tempFolder(), 'cluster');
    const first = await start(dataDir);
    const lock = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8');
    const { uid, gid } = statSync(join(dataDir, 'PG_VERSION'));
    await first.stop();
    const other = spawn('sleep', ['60'], asRoot ? { uid, gid } : {});
    cleanUps.push(() => void other.kill('SIGKILL'));
    writeFileSync(join(dataDir, 'postmaster.pid'), lock.replace(/^\d+/, String(other.pid)));
    chownSync(join(dataDir, 'postmaster.pid'), uid, gid);
    const second = await start(dataDir);
    expect(await ask(second.url('postgres', 'admin'), 'select 1')).toBe('1');
  });

  test('a folder of another major version, of another user, or with other files is refused in plain words', async () => {
    const dataDir = join(tempFolder(), 'cluster');
    await (await start(dataDir)).stop();
    writeFileSync(join(dataDir, 'PG_VERSION'), '15\n');
    expect(await problemOf(dataDir)).toMatch(
      /^other-version: .*written by PostgreSQL 15; this Varco brings PostgreSQL 18/,
    );
    const foreign = tempFolder();
    writeFileSync(join(foreign, 'thesis.doc'), 'x');
    expect(await problemOf(foreign)).toMatch(/^foreign-folder: /);
  });

  test('a second start on a folder in use says so', async () => {
    const dataDir = join(tempFolder(), 'cluster');
    await start(dataDir);
    const second = startEmbeddedPostgres({ dataDir, durable: false, lockWaitMs: 300 });
    await expect(second).rejects.toThrow(/in use by another running Varco/);
  });

  describe.runIf(asRoot)('as root', () => {
    test('works in a folder that only root can enter', async () => {
      const closed = tempFolder();
      chmodSync(closed, 0o700);
      const server = await start(join(closed, 'deep', 'cluster'));
      expect(
        await ask(server.url('postgres', 'admin'), 'create table big as select generate_series(1, 1000) n'),
      ).toBeDefined();
      expect(statSync(join(closed, 'deep', 'cluster')).uid).toBe(nobody);
    });

    test.runIf(readableByAll)(
      'a normal user starts it too, and root continues with their folder without taking it away',
      async () => {
        const home = tempFolder();
        chownSync(home, nobody, nobody);
        const dataDir = join(home, 'cluster');
        const { parent } = await startParent(dataDir, nobody);
        parent.kill('SIGKILL');
        await once(parent, 'exit');
        const server = await start(dataDir);
        expect(await ask(server.url('postgres', 'admin'), 'select 1')).toBe('1');
      },
    );
  });

  test('a unit of systemd has its socket in the folder that systemd made for it', async () => {
    const folder = tempFolder();
    vi.stubEnv('RUNTIME_DIRECTORY', folder);
    const dir = await createSocketDir(null);
    vi.unstubAllEnvs();
    expect(dirname(dir)).toBe(folder);
  });

  test('an address that is too long for a socket is refused, not truncated', async () => {
    const dir = join(tempFolder(), 'x'.repeat(100));
    mkdirSync(dir);
    const failed = startEmbeddedPostgres({ dataDir: join(dir, 'cluster'), socketDir: dir, durable: false });
    await expect(failed).rejects.toThrow(/too long/);
  });
});
