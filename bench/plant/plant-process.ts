import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { prepareDatabase } from '@varco/server-kit/database/migrate-database.ts';
import { z } from 'zod';
import { PLANT_MIGRATIONS } from '../../apps/plant-server/src/plant-database.ts';
import { PLANT_PORT, PLANT_URL } from '../data/plant.ts';
import { DATABASE } from '../data/postgres.ts';

const root = join(import.meta.dirname, '../..');
const MAIN = join(root, 'apps/plant-server/src/main.ts');
/** Stops the plant when the benchmark process ends for any reason. */
const EXIT_GUARD = join(root, 'tools/end-with-parent.mjs');
const READY_TIMEOUT_MS = 120_000;
/** Maximum time for the in-memory copies of database tables. The plant responds without them, only more slowly. */
const LOAD_TIMEOUT_MS = 600_000;
const Ready = z.object({ states: z.record(z.string(), z.string()).optional() });

/** The PostgreSQL a plant runs on: the bench's own, or a cluster. */
export type PlantDatabase = Pick<EmbeddedPostgres, 'url' | 'ensureDatabase' | 'stop'>;

export interface PlantProcess {
  readonly pid: number;
  /** Seconds from start to the first response of `/ready`, and until background loading has finished. */
  readonly readySeconds: number;
  readonly loadedSeconds: number;
  /** Current and peak memory of the process in MB; null where the system does not report it. */
  memory(): Promise<{ readonly now: number; readonly peak: number } | null>;
  stop(): Promise<void>;
}

/**
 * Starts the plant server as in production, on the PostgreSQL of the benchmark. `env`: additional settings of this
 * benchmark.
 */
export async function startPlantProcess(
  dataDir: string,
  postgres: PlantDatabase,
  env: Readonly<Record<string, string>> = {},
): Promise<PlantProcess> {
  await prepareDatabase(postgres, DATABASE, PLANT_MIGRATIONS);
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', EXIT_GUARD, MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    env: {
      ...process.env,
      VARCO_PORT: String(PLANT_PORT),
      VARCO_DATA_DIR: dataDir,
      VARCO_DATABASE_URL: postgres.url(DATABASE, 'app'),
      // The benchmark sends all reads as a single camera.
      VARCO_INGEST_RATE: '1000000',
      VARCO_INGEST_BURST: '1000000',
      VARCO_LOG_LEVEL: 'warn',
      ...env,
    },
  });
  const said = findFreePort(child);
  const since = (): number => Math.round((performance.now() - startedAt) / 100) / 10;
  await waitUntil(READY_TIMEOUT_MS, child, said, async () => (await readReadiness()) !== null);
  const readySeconds = since();
  await waitUntil(
    LOAD_TIMEOUT_MS,
    child,
    said,
    async () => !Object.values((await readReadiness()) ?? {}).includes('loading'),
  );
  return {
    pid: child.pid ?? 0,
    readySeconds,
    loadedSeconds: since(),
    memory: () => readMemory(child.pid ?? 0),
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function findFreePort(child: ChildProcess): () => string {
  let said = '';
  const hear = (chunk: Buffer): void => {
    said = `${said}${chunk.toString()}`.slice(-4_000);
  };
  child.stdout?.on('data', hear);
  child.stdout?.on('data', (x) => process.stderr.write(x));
  child.stderr?.on('data', hear);
  return () => said;
}

/** States of the plant's components; null: no response yet. */
async function readReadiness(): Promise<Readonly<Record<string, string>> | null> {
  const answer = await fetch(`${PLANT_URL}/ready`).catch(() => null);
  const text = await answer?.text();
  return answer?.status === 200 && text !== undefined ? (Ready.parse(JSON.parse(text)).states ?? {}) : null;
}

async function waitUntil(
  limitMs: number,
  child: ChildProcess,
  said: () => string,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isSo())) {
    if (child.exitCode !== null) throw new Error(`The plant ended while starting:\n${said()}`);
    if (performance.now() > deadline) throw new Error(`The plant is not ready after ${limitMs / 1000} s:\n${said()}`);
    await delay(100);
  }
}

/** Memory of a process in MB; null where the system does not report it. */
export async function readMemory(pid: number): Promise<{ now: number; peak: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024);
  const [now, peak] = [megabytes('VmRSS'), megabytes('VmHWM')];
  return Number.isNaN(now) ? null : { now, peak };
}
