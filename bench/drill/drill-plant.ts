import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync } from 'node:fs';
import { chmod, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { buildRoleUrl, type DatabaseRole } from '@varco/server-kit/database/embedded-roles.ts';
import { getClusterFolder, prepareDatabase } from '@varco/server-kit/database/migrate-database.ts';
import { findFreePort } from '@varco/server-kit/testing/free-port.ts';
import { mountSmallDisk, type SmallDisk } from '@varco/server-kit/testing/small-disk.ts';
import { Client } from 'pg';
import { PLANT_MIGRATIONS } from '../../apps/plant-server/src/plant-database.ts';
import { seedPlantDatabase } from '../../apps/plant-server/src/seed/seed-database.ts';
import { buildBenchPlantSeed } from '../data/plant.ts';
import { DATABASE } from '../data/postgres.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { readPostgresLock, signal } from './processes.ts';

const root = join(import.meta.dirname, '../..');
const MAIN = join(root, 'apps/plant-server/src/main.ts');
const COMMAND = join(root, 'apps/cli/src/main.ts');
/** Stops the server when the drill ends for any reason. */
const EXIT_GUARD = join(root, 'tools/end-with-parent.mjs');
/** A busy machine takes a minute and more; how long a start took is measured, not limited. */
const READY_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 90_000;
const DISK_MB = 1_200;
export const RESERVE_MB = 128;
const GATES = 5;

/** `embedded`: the server runs its own database. `external`: the drill runs it, and the server reaches it through a proxy. */
export type DatabaseMode = 'embedded' | 'external';

/** A plant of the drill: a real server on a real database, both of which can be harmed. */
export interface DrillPlant {
  /** Address that breaks when the drill wants it to. */
  readonly url: string;
  /** Address that never breaks. */
  readonly directUrl: string;
  /** Null: this user may not mount, so the disk cannot be filled. */
  readonly disk: SmallDisk | null;
  readonly clients: CutProxy;
  /** The way to the database in mode `external`. */
  readonly database: CutProxy | null;
  readonly cluster: string;
  /** Process id of the server. */
  pid(): number;
  /** Exits of the server that the drill did not cause, with their codes. */
  readonly ownExits: readonly (number | null)[];
  isRunning(): boolean;
  /** Starts whatever does not run, in this mode, and waits until it is ready. */
  start(mode: DatabaseMode): Promise<void>;
  /** Starts the server without waiting for it. */
  launch(): void;
  /** Ends the server with SIGKILL. */
  kill(): Promise<void>;
  /** Rows of a statement, past the server. */
  query<T extends object>(statement: string, values?: readonly unknown[], role?: DatabaseRole): Promise<readonly T[]>;
  /** Exit code of `varco audit verify`. */
  verifyLog(): Promise<number | null>;
  /** The last lines of the server's log. */
  readLog(): Promise<string>;
  remove(): Promise<void>;
}

/** Creates the plant, not started yet. */
export async function createDrillPlant(): Promise<DrillPlant> {
  const disk = mountSmallDisk(DISK_MB);
  const folder = disk?.path ?? mkdtempSync(join(tmpdir(), 'varco-drill-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const port = await findFreePort();
  const directUrl = `http://127.0.0.1:${port}`;
  const clients = await startCutProxy({ port, host: '127.0.0.1' });
  await prepare(dataDir, directUrl);
  const plant = new RunningPlant(dataDir, port, join(folder, 'plant.log'));
  return Object.assign(plant, {
    ...{ url: `http://127.0.0.1:${clients.port}`, directUrl, disk, clients },
    async remove() {
      await plant.stop();
      await clients.close();
      if (disk === null) await rm(folder, { recursive: true, force: true });
      else disk.unmount();
    },
  });
}

async function prepare(dataDir: string, publicUrl: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: getClusterFolder(dataDir), durable: true });
  try {
    await prepareDatabase(server, DATABASE, PLANT_MIGRATIONS);
    const now = Date.now();
    const seed = buildBenchPlantSeed(GATES, new Date(now).toISOString().slice(0, 10));
    const users = seed.users.map((user) => ({ ...user, auditRead: true, insertBl: true }));
    await seedPlantDatabase(
      { databaseUrl: server.url(DATABASE, 'app'), dataDir, nowMs: now },
      { ...seed, publicUrl, users },
    );
  } finally {
    await server.stop();
  }
}

class RunningPlant {
  readonly ownExits: (number | null)[] = [];
  readonly cluster: string;
  database: CutProxy | null = null;
  private readonly dataDir: string;
  private readonly port: number;
  private readonly logFile: string;
  private child: ChildProcess | null = null;
  private external: EmbeddedPostgres | null = null;
  private mode: DatabaseMode = 'embedded';

  constructor(dataDir: string, port: number, logFile: string) {
    this.dataDir = dataDir;
    this.port = port;
    this.logFile = logFile;
    this.cluster = getClusterFolder(dataDir);
  }

  pid(): number {
    return this.child?.pid ?? 0;
  }

  isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  async start(mode: DatabaseMode): Promise<void> {
    if (mode !== this.mode) await this.stop();
    this.mode = mode;
    if (mode === 'external' && this.external === null) await this.startExternal();
    this.launch();
    const deadline = performance.now() + READY_TIMEOUT_MS;
    while (!(await this.isReady())) {
      if (performance.now() > deadline) throw new Error(`The plant is not ready:\n${await this.readLog()}`);
      if (!this.isRunning()) throw new Error(`The plant ended while starting:\n${await this.readLog()}`);
      await delay(50);
    }
  }

  launch(): void {
    if (!this.isRunning()) this.spawnServer();
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    await this.database?.close();
    this.database = null;
    await this.external?.stop();
    this.external = null;
  }

  async query<T extends object>(
    statement: string,
    values: readonly unknown[] = [],
    role: DatabaseRole = 'owner',
  ): Promise<readonly T[]> {
    const lock = await readPostgresLock(this.cluster);
    const client = new Client(buildRoleUrl(this.cluster, lock?.socketDir ?? '', DATABASE, role));
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<T>(statement, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  async verifyLog(): Promise<number | null> {
    const args = [COMMAND, 'audit', 'verify', '--data', this.dataDir, '--name', DATABASE];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    await once(child, 'exit');
    return child.exitCode;
  }

  async readLog(): Promise<string> {
    return (await readFile(this.logFile, 'utf8').catch(() => '')).slice(-4_000);
  }

  private async end(name: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    signal(child.pid ?? 0, name);
    // One that cannot stop is ended as a supervisor would do.
    const killer = setTimeout(() => signal(child.pid ?? 0, 'SIGKILL'), STOP_TIMEOUT_MS);
    await gone;
    clearTimeout(killer);
  }

  /** The database on the same folder, with a way to it that can be cut. */
  private async startExternal(): Promise<void> {
    const socketDir = join(mkdtempSync(join(tmpdir(), 'varco-drill-pg-')), 's');
    await chmod(join(socketDir, '..'), 0o755);
    const options = { dataDir: this.cluster, durable: true, socketDir, ownsSocketDir: true } as const;
    this.external = await startEmbeddedPostgres(options);
    this.database = await startCutProxy({ path: join(socketDir, '.s.PGSQL.5432') });
  }

  private findDatabaseUrl(): string {
    if (this.mode === 'embedded' || this.database === null) return '';
    const url = new URL(buildRoleUrl(this.cluster, '', DATABASE, 'app'));
    return `postgres://${url.username}:${url.password}@127.0.0.1:${this.database.port}/${DATABASE}`;
  }

  private spawnServer(): void {
    const output = openSync(this.logFile, 'a');
    const child = spawn(process.execPath, ['--import', EXIT_GUARD, MAIN], {
      stdio: ['ignore', output, output, 'ipc'],
      env: {
        ...process.env,
        VARCO_PORT: String(this.port),
        VARCO_DATA_DIR: this.dataDir,
        VARCO_DATABASE_URL: this.findDatabaseUrl(),
        VARCO_DATABASE_NAME: DATABASE,
        VARCO_INGEST_RATE: '1000000',
        VARCO_INGEST_BURST: '1000000',
        VARCO_DISK_RESERVE_MB: String(RESERVE_MB),
        VARCO_LOG_LEVEL: 'info',
      },
    });
    closeSync(output);
    this.child = child;
    child.once('exit', (code) => {
      if (this.child === child) this.ownExits.push(code);
    });
  }

  private async isReady(): Promise<boolean> {
    const url = `http://127.0.0.1:${this.port}/ready`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return answer?.status === 200;
  }
}
