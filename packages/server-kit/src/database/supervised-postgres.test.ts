import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EmbeddedPostgres } from './embedded.ts';
import { startSupervisedPostgres } from './supervised-postgres.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { createPool } from './pool.ts';

let folder: string;
let dataDir: string;
let server: EmbeddedPostgres;
let restarts: number;
let givenUp: unknown;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'varco-kept-'));
  dataDir = join(folder, 'cluster');
  [restarts, givenUp] = [0, null];
  server = await startSupervisedPostgres({
    dataDir,
    onRestart: () => {
      restarts += 1;
    },
    onFailed: (error) => {
      givenUp = error;
    },
  });
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const serverPid = (): number => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
const killServer = (): number => {
  const pid = serverPid();
  process.kill(pid, 'SIGKILL');
  return pid;
};
const socketDir = (): string => new URL(server.url('postgres', 'admin')).searchParams.get('host') ?? '';

test('killed, it comes back at its address with what was acknowledged; pools find it again by themselves', async () => {
  const pool = createPool({ url: server.url('postgres', 'admin'), applicationName: 'kept test' });
  await pool.query('create table kept as select 7 as n');
  for (let run = 1; run <= 2; run += 1) {
    const killed = killServer();
    await vi.waitFor(async () => {
      // A connection of the killed server may still answer for a moment.
      expect(serverPid()).not.toBe(killed);
      expect((await pool.query('select n from kept')).rows).toEqual([{ n: 7 }]);
    }, 30_000);
    expect(restarts).toBe(run);
  }
  await pool.end();
  const socket = socketDir();
  expect(existsSync(socket)).toBe(true);
  await server.stop();
  expect([existsSync(socket), givenUp]).toEqual([false, null]);
}, 60_000);

test('a data folder that is gone is not made anew, empty: it is given up, and said', async () => {
  killServer();
  renameSync(dataDir, join(folder, 'elsewhere'));
  await server.ended;
  expect([givenUp, existsSync(dataDir), existsSync(socketDir())]).toEqual([expect.any(Error), false, false]);
}, 60_000);

const disk = mountSmallDisk(300);
afterAll(() => disk?.unmount());

/** Without the right to mount there is no disk to fill; CI runs as root. */
test.skipIf(disk === null)(
  'on a full disk it is started again and again, and works when there is room',
  async () => {
    const failures: unknown[] = [];
    let starts = 0;
    const full = await startSupervisedPostgres({
      dataDir: join(disk?.path ?? '', 'cluster'),
      onRestart: () => {
        starts += 1;
      },
      onFailed: (error) => failures.push(error),
    });
    const pool = createPool({ url: full.url('postgres', 'admin'), applicationName: 'full test' });
    // Fills the log of changes and nothing else: without room for it PostgreSQL ends, and cannot start.
    const writeLog = (): Promise<unknown> =>
      pool.query(`select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, 40)`);
    await vi.waitFor(
      async () => {
        await disk?.fill(0);
        await writeLog().catch(() => {});
        // More than it would be tried for any other reason.
        expect(starts).toBeGreaterThan(6);
      },
      { timeout: 45_000, interval: 100 },
    );
    await disk?.free();
    await vi.waitFor(async () => expect((await pool.query('select 1')).rowCount).toBe(1), 10_000);
    await pool.end();
    await full.stop();
    expect(failures).toEqual([]);
  },
  60_000,
);
