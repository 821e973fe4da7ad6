import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Number of consecutive ports of one demo: portal, plants, registry, mail. */
const PORTS_OF_A_DEMO = 23;
const FIRST_BASE = 19_000;
const BASE_STEP = 40;
/** Port ranges of each slot: demos started at the same time in different slots never try the same ports. */
const BASES_PER_SLOT = 5;
const START_TIMEOUT_MS = 300_000;

/** A filled demo that is not running. Worlds of the same ports begin as copies of it: that takes a quarter of the time. */
export interface DemoTemplate {
  readonly folder: string;
  /** First port: addresses are part of what the demo stores. */
  readonly base: number;
}

export interface RunningDemo {
  readonly dataDir: string;
  readonly readyFile: string;
  readonly pid: number;
  /** Stops the demo; `startDemo` also removes its data. */
  stop(): Promise<void>;
}

interface DemoStart {
  readonly size: string;
  readonly slot?: number;
  /** Filled demo to begin with, when its ports are free. */
  readonly template?: DemoTemplate | null;
}

/**
 * Starts the real demo, as `npm start` does, with a folder and ports of its own. @throws with its output when it does
 * not start.
 */
export async function startDemo({ size, slot = 0, template = null }: DemoStart): Promise<RunningDemo> {
  const base = await findFreeBase(slot);
  const folder = createFolder();
  // Files of the database belong to another user than the folder; cp preserves that.
  if (template?.base === base) execFileSync('cp', ['-a', path.join(template.folder, 'data'), folder]);
  const demo = await runDemo(folder, base, size);
  return {
    ...demo,
    async stop() {
      await demo.stop();
      removeFolder(folder);
    },
  };
}

/** Fills a demo and stops it. */
export async function createDemoTemplate({ size, slot = 0 }: DemoStart): Promise<DemoTemplate> {
  const [base, folder] = [await findFreeBase(slot), createFolder()];
  const demo = await runDemo(folder, base, size);
  await demo.stop();
  return { folder, base };
}

export const removeDemoTemplate = ({ folder }: DemoTemplate): void => removeFolder(folder);

function createFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'varco-e2e-'));
  // When started as root, the database runs as user nobody, who must be able to enter the folder.
  fs.chmodSync(folder, 0o755);
  return folder;
}

const removeFolder = (folder: string): void => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Runs a demo on the data of a folder. @throws with its output when it does not start; its data are then removed */
async function runDemo(folder: string, base: number, size: string): Promise<RunningDemo> {
  const dataDir = path.join(folder, 'data');
  const readyFile = path.join(folder, 'ready.json');
  const logFile = path.join(folder, 'demo.log');
  const log = fs.openSync(logFile, 'a');
  const guard = `file://${path.join(root, 'tools/end-with-parent.mjs')}`;
  const flags = [
    ...['--data', dataDir, '--port-base', String(base), '--size', size],
    ...['--no-live', '--ready-file', readyFile],
  ];
  const child = spawn(process.execPath, ['--import', guard, path.join(root, 'tools/demo.ts'), ...flags], {
    cwd: root,
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  });
  fs.closeSync(log);
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!fs.existsSync(readyFile)) {
    if (child.exitCode !== null || performance.now() > deadline || child.pid === undefined) {
      const output = fs.readFileSync(logFile, 'utf8');
      await stopProcess(child);
      removeFolder(folder);
      throw new Error(`The demo did not come up.\n${output}`);
    }
    await pause(100);
  }
  return { dataDir, readyFile, pid: child.pid ?? 0, stop: () => stopProcess(child) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await gone;
  clearTimeout(force);
}

/** Finds the first port range that is completely free, so that two test runs on one machine do not collide. */
async function findFreeBase(slot: number): Promise<number> {
  const first = FIRST_BASE + slot * BASES_PER_SLOT * BASE_STEP;
  for (let base = first; base < first + BASES_PER_SLOT * BASE_STEP; base += BASE_STEP) {
    const ports = Array.from({ length: PORTS_OF_A_DEMO }, (_, offset) => base + offset);
    const free = await Promise.all(ports.map(isPortFree));
    if (free.every(Boolean)) return base;
  }
  throw new Error(`No ${PORTS_OF_A_DEMO} free ports in a row from ${first} on.`);
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
