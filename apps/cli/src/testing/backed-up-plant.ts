import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { stringify } from 'yaml';
import { findEmbeddedAddress } from '../audit/embedded-address.ts';
import { parseSettings } from '../settings-file.ts';
import { findResticFolder } from './find-restic.ts';
import { PLANT_ANSWERS } from './sample-answers.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const SERVER = join(import.meta.dirname, '../../../plant-server/src/main.ts');
const WAIT_MS = 60_000;

interface CommandEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface BackedUpPlant {
  readonly folder: string;
  readonly etc: string;
  readonly dataDir: string;
  readonly repository: string;
  /** Runs the real command in English, without a terminal. */
  varco(...args: string[]): Promise<CommandEnd>;
  /** Starts the server and waits until it is ready. */
  start(): Promise<void>;
  /** Ends the server and its database with SIGKILL, all at once. */
  kill(): Promise<void>;
  /** Ends the server in order. */
  stop(): Promise<void>;
  /** Sends reads; resolves when each is acknowledged. */
  send(plates: readonly string[]): Promise<void>;
  /** Plates of all transits, sorted. */
  plates(): Promise<readonly string[]>;
  /** Rows of a statement, as the serving role or another one with a password in the data folder. */
  query<T extends object>(statement: string, role?: string): Promise<readonly T[]>;
  /** The running server's figures. */
  metrics(): Promise<string>;
  /** Waits until the place of the backups has every change up to now. */
  archive(): Promise<void>;
  remove(): Promise<void>;
}

/** Waiting is over: the program that was waited for has ended. */
class EarlyEnd extends Error {
  override readonly name = 'EarlyEnd';
}

/** Waits until `look` returns something. Throws after a minute. */
export async function waitUntil<T>(what: string, look: () => Promise<T | null | false>): Promise<T> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (error instanceof EarlyEnd) throw error;
      return null;
    });
    if (found !== null && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`waited a minute: ${what}`);
    await delay(30);
  }
}

interface Place {
  readonly folder: string;
  readonly etc: string;
  readonly dataDir: string;
  readonly repository: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly port: number;
}

/** A plant on the embedded database, set up by the command. */
export async function makeBackedUpPlant(port: number): Promise<BackedUpPlant> {
  const folder = await mkdtemp(join(tmpdir(), 'varco-backup-'));
  const place: Place = {
    ...{ folder, port, etc: join(folder, 'etc'), dataDir: join(folder, 'data/borgo') },
    repository: join(folder, 'backups/borgo'),
    env: {
      PATH: `${findResticFolder()}${delimiter}${process.env['PATH'] ?? ''}`,
      LANG: 'en_GB.UTF-8',
      TMPDIR: process.env['TMPDIR'],
    },
  };
  const key = await setUp(place);
  const query: BackedUpPlant['query'] = (statement, role) => queryAs(place.dataDir, statement, role);
  const server = createServerRun(place);
  return {
    ...{ ...place, ...server, query },
    varco: (...args) => runCommand(place, args),
    send: (plates) => sendReads(place, key, plates),
    plates: async () =>
      (await query<{ plate: string }>('select plate from transit order by plate')).map(({ plate }) => plate),
    metrics: async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    archive: async () => {
      await query('select pg_switch_wal()', 'varco_backup');
      await waitUntil('changes archived', () => isArchived(place.dataDir));
    },
    async remove() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function runCommand({ env, etc }: Place, args: readonly string[]): Promise<CommandEnd> {
  const where = /^(?:setup|backup|restore|doctor)$/.test(args[0] ?? '') ? ['--settings', etc] : [];
  const child = spawn(process.execPath, [MAIN, ...args, ...where], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  await once(child, 'close');
  return { code: child.exitCode, out: out(), err: err() };
}

/** Returns the key of its cameras. */
async function setUp(place: Place): Promise<string> {
  const answers = join(place.folder, 'borgo.yaml');
  const { port, dataDir } = place;
  await writeFile(answers, stringify({ ...PLANT_ANSWERS, port, data_folder: dataDir, database: 'embedded' }));
  const made = await runCommand(place, ['setup', 'plant', 'borgo', '--from', answers, '--camera-key']);
  const key = /Key of the cameras.*?([A-Za-z0-9_-]{30,})$/m.exec(made.out)?.[1];
  if (made.code !== 0 || key === undefined) throw new Error(`no plant: ${made.err}`);
  return key;
}

function createServerRun({ etc, env, port }: Place): Pick<BackedUpPlant, 'start' | 'kill' | 'stop'> {
  let server: ChildProcess | null = null;
  return {
    async start() {
      const settings = parseSettings(await readFile(join(etc, 'plant-borgo.env'), 'utf8'));
      const child = spawn(process.execPath, [SERVER], {
        env: { ...env, ...settings, VARCO_LOG_LEVEL: 'error' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      server = child;
      const said = collect(child.stderr);
      await waitUntil('server ready', async () => {
        if (child.exitCode !== null) throw new EarlyEnd(said());
        return (await fetch(`http://127.0.0.1:${port}/ready`)).status === 200;
      });
    },
    async kill() {
      if (server === null) return;
      const all = [server.pid ?? 0, ...(await listDescendants(server.pid ?? 0))];
      const gone = once(server, 'exit');
      for (const pid of all) killQuietly(pid);
      await gone;
      await waitUntil('everything ended', async () => all.every((pid) => !isAlive(pid)));
      server = null;
    },
    async stop() {
      if (server === null) return;
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      await gone;
      server = null;
    },
  };
}

async function sendReads({ port }: Place, key: string, plates: readonly string[]): Promise<void> {
  const now = Date.now();
  const reads = plates.map((targa, index) => ({
    ...{ varco_id: 1, targa, data: new Date(now - 60_000 - index).toISOString() },
  }));
  const answer = await fetch(`http://127.0.0.1:${port}/api/ingest/reads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ reads }),
  });
  if (!answer.ok) throw new Error(`not acknowledged: ${answer.status} ${await answer.text()}`);
}

async function queryAs<T extends object>(dataDir: string, statement: string, role = 'varco_app'): Promise<T[]> {
  const client = new Client((await findAddress(dataDir, role)) ?? '');
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function isArchived(dataDir: string): Promise<boolean> {
  const waiting = await readdir(join(dataDir, 'postgres/varco_archive'));
  const states = await readdir(join(dataDir, 'postgres/pg_wal/archive_status'));
  return waiting.length === 0 && states.every((name) => !name.endsWith('.ready'));
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.on('data', (chunk) => (text = `${text}${String(chunk)}`.slice(-20_000)));
  return () => text;
}

/** The serving role's address, or that of the role of the backups, which may enter `postgres` only. */
async function findAddress(dataDir: string, role: string): Promise<string | null> {
  const address = await findEmbeddedAddress(dataDir, role === 'varco_backup' ? 'postgres' : 'varco_plant');
  if (address === null || role === 'varco_app') return address;
  const url = new URL(address);
  url.username = role;
  url.password = (await readFile(join(dataDir, 'postgres.roles', role), 'utf8')).trim();
  return url.href;
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

function killQuietly(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // Ended by itself meanwhile.
  }
}

/** Processes below a process, at any depth. */
async function listDescendants(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const own = text.trim().split(' ').filter(Boolean).map(Number);
  return [...own, ...(await Promise.all(own.map(listDescendants))).flat()];
}
