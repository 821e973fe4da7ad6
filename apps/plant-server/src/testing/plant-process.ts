import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantLogin, PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { startEmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { buildRoleUrl } from '@varco/server-kit/database/embedded-roles.ts';
import { getClusterFolder, prepareDatabase } from '@varco/server-kit/database/migrate-database.ts';
import { findFreePort } from '@varco/server-kit/testing/free-port.ts';
import type { Pool } from 'pg';
import { vi } from 'vitest';
import { PLANT_MIGRATIONS } from '../plant-database.ts';
import { seedPlantDatabase } from '../seed/seed-database.ts';
import { INGEST_KEYS } from './ingest-keys.ts';
import { PASSWORD, PLANT, REASON } from './test-plant.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const DATABASE = 'varco_plant';
const START_TIMEOUT_MS = 30_000;

/** Which process is killed: the plant server, its PostgreSQL, or both. */
export type KillTarget = 'plant' | 'database' | 'both';

/** The plant server in its own process with its own embedded PostgreSQL, to be killed and restarted in crash tests. */
export interface PlantProcess {
  readonly dataDir: string;
  /** Address of the server. */
  readonly origin: string;
  /** Starts the server and waits until it is ready. */
  start(): Promise<void>;
  /**
   * Sends SIGKILL, to the database first. Resolves when the server has ended, or at once for `database`, where the server
   * keeps running.
   */
  kill(victim?: KillTarget): Promise<void>;
  /** Waits until a server that lost its database is ready with a new one. */
  untilRecovered(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** False: the server ended by itself, or was not started. */
  isRunning(): boolean;
  /** Posts JSON; `body` undefined: no body. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Signs in and returns the headers of the session. */
  signIn(): Promise<Readonly<Record<string, string>>>;
  /** Gives access to the database, whether the server is running or not. */
  withDatabase<T>(use: (pool: Pool) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export interface PlantProcessOptions {
  /** A migrated external database; default: the embedded one. */
  readonly external?: ExternalDatabase | undefined;
  /** Existing folder for the data, left in place at the end; default: a temporary one. */
  readonly dataDir?: string;
  /** Further environment variables of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** File for the output of the server; default: it is read by the test. */
  readonly outputFile?: string;
}

/** Creates a seeded plant that is not started yet. It keeps its port when it is started again. */
export async function createPlantProcess({
  external,
  dataDir: givenDir,
  env = {},
  outputFile,
}: PlantProcessOptions = {}): Promise<PlantProcess> {
  const port = await findFreePort();
  const dataDir = givenDir ?? (await mkdtemp(join(tmpdir(), 'varco-real-plant-')));
  const origin = `http://127.0.0.1:${port}`;
  const withDatabaseUrl = <T>(use: (url: string) => Promise<T>): Promise<T> =>
    external === undefined ? withEmbeddedDatabase(dataDir, use) : use(external.url);
  await withDatabaseUrl(async (databaseUrl) => {
    await seedPlantDatabase({ databaseUrl, dataDir, nowMs: Date.now() }, buildSeedForToday(origin));
  });

  const post: PlantProcess['post'] = (path, body, headers = {}) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const get: PlantProcess['get'] = (path, headers = {}) => fetch(`${origin}${path}`, { headers });
  const isReady = async (): Promise<boolean> => (await get('/ready')).status === 200;
  const program = createServerProcess(
    () => spawnServer({ dataDir, port, external, extra: env, outputFile }),
    dataDir,
    isReady,
  );
  return {
    dataDir,
    origin,
    post,
    get,
    start: program.start,
    kill: program.kill,
    stop: program.stop,
    untilRecovered: program.untilRecovered,
    isRunning: program.isRunning,
    async signIn() {
      const answer = await post(plantLogin.path, { username: 'operatore', password: PASSWORD });
      return { authorization: `Bearer ${PlantLoginResponse.parse(await answer.json()).token}`, ...REASON };
    },
    async withDatabase(use) {
      if (!program.isRunning() || external !== undefined) return withDatabaseUrl((url) => withPool(url, use));
      const { socketDir } = await readPostgresLock(dataDir);
      return withPool(buildRoleUrl(getClusterFolder(dataDir), socketDir, DATABASE, 'app'), use);
    },
    async remove() {
      await program.kill();
      // A supervisor process stops the database in the background; starting and stopping it once waits for that.
      await withDatabaseUrl(async () => {});
      if (givenDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type ServerProcess = Pick<PlantProcess, 'start' | 'kill' | 'stop' | 'untilRecovered' | 'isRunning'>;

/** Starts, kills and restarts the server process, with or without its database. */
function createServerProcess(
  spawnIt: () => SpawnedProcess,
  dataDir: string,
  isReady: () => Promise<boolean>,
): ServerProcess {
  let child: ChildProcess | null = null;
  let killedDatabase = 0;
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const running = child;
    if (running === null) return null;
    child = null;
    const gone = once(running, 'exit');
    running.kill(signal);
    await gone;
    return running.exitCode;
  }
  /** `problem` returns why waiting is useless or too early, or null. */
  const untilReady = (problem: () => Promise<string | null>): Promise<void> =>
    vi.waitFor(
      async () => {
        const found = (await problem()) ?? ((await isReady()) ? null : 'not ready');
        if (found !== null) throw new Error(found);
      },
      { timeout: START_TIMEOUT_MS, interval: 50 },
    );
  return {
    isRunning: () => child !== null && child.exitCode === null && child.signalCode === null,
    stop: () => end('SIGTERM'),
    async start() {
      const started = spawnIt();
      child = started.child;
      await untilReady(async () =>
        started.child.exitCode === null ? null : `the plant ended: ${started.readOutput()}`,
      );
    },
    async kill(victim = 'plant') {
      if (victim !== 'plant' && child !== null) {
        killedDatabase = (await readPostgresLock(dataDir)).pid;
        process.kill(killedDatabase, 'SIGKILL');
      }
      if (victim !== 'database') await end('SIGKILL');
    },
    // A process of the previous database may still respond for a moment.
    untilRecovered: () =>
      untilReady(async () => ((await readPostgresLock(dataDir)).pid === killedDatabase ? 'the same database' : null)),
  };
}

/** The test plant with passwords and a licence that are valid on the day the test runs. */
const buildSeedForToday = (publicUrl: string): typeof PLANT => ({
  ...PLANT,
  publicUrl,
  license: { expiresOn: '2099-12-31', number: 'LIC-0001', options: { rca_rev: true, visure: true } },
  users: PLANT.users
    .filter((user) => user.username === 'operatore')
    .map((user) => ({ ...user, passwordSetOn: new Date().toISOString().slice(0, 10) })),
  ingestKeys: Object.values(INGEST_KEYS),
});

/** A migrated external database. */
export interface ExternalDatabase {
  /** URL for the server. */
  readonly url: string;
}

interface SpawnedProcess {
  readonly child: ChildProcess;
  /** The last part of its output. */
  readonly readOutput: () => string;
}

interface SpawnOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly external: ExternalDatabase | undefined;
  readonly extra: Readonly<Record<string, string>>;
  readonly outputFile: string | undefined;
}

function spawnServer({ dataDir, port, external, extra, outputFile }: SpawnOptions): SpawnedProcess {
  const output = outputFile === undefined ? 'pipe' : openSync(outputFile, 'a');
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      VARCO_PORT: String(port),
      VARCO_DATA_DIR: dataDir,
      VARCO_DATABASE_URL: external?.url ?? '',
      VARCO_DATABASE_NAME: DATABASE,
      VARCO_INGEST_RATE: '1000000',
      VARCO_INGEST_BURST: '1000000',
      VARCO_LOG_LEVEL: 'error',
      // The machine of the tests may have little room.
      VARCO_DISK_RESERVE_MB: '64',
      ...extra,
    },
  });
  let said = '';
  const hear = (chunk: Buffer): void => {
    said = `${said}${chunk.toString()}`.slice(-4_000);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  if (typeof output === 'number') closeSync(output);
  return { child, readOutput: () => said };
}

async function withEmbeddedDatabase<T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir: getClusterFolder(dataDir), durable: true });
  try {
    await prepareDatabase(server, DATABASE, PLANT_MIGRATIONS);
    return await use(server.url(DATABASE, 'app'));
  } finally {
    await server.stop();
  }
}

async function withPool<T>(url: string, use: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool({ url, applicationName: 'crash test', max: 2 });
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

/** Reads PostgreSQL's lock file: process id (line 1) and socket folder (line 5). */
async function readPostgresLock(dataDir: string): Promise<{ pid: number; socketDir: string }> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return { pid: Number(lines[0]), socketDir: lines[4] ?? '' };
}
