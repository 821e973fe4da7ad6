import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');
/** Stops the server when the bench ends for any reason. */
const EXIT_GUARD = join(root, 'tools/end-with-parent.mjs');
/** A busy machine takes long; how long a start took is measured, not limited. */
const READY_TIMEOUT_MS = 240_000;

export interface ServerPlan {
  readonly name: string;
  readonly app: 'plant-server' | 'portal-server';
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** One process of a server, which is stopped and started as an operator does. */
export class ServerProcess {
  readonly name: string;
  private readonly plan: ServerPlan;
  private child: ChildProcess | null = null;

  constructor(plan: ServerPlan) {
    this.plan = plan;
    this.name = plan.name;
  }

  /** Seconds from the start until it is ready. */
  async start(): Promise<number> {
    const { app, port, env, logFile } = this.plan;
    const begunAt = performance.now();
    const output = openSync(logFile, 'a');
    const child = spawn(process.execPath, ['--import', EXIT_GUARD, join(root, 'apps', app, 'src/main.ts')], {
      stdio: ['ignore', output, output, 'ipc'],
      env: { ...process.env, ...env, VARCO_PORT: String(port) },
    });
    closeSync(output);
    this.child = child;
    while (!(await this.isReady())) {
      if (child.exitCode !== null || performance.now() - begunAt > READY_TIMEOUT_MS)
        throw new Error(`${this.name} did not start:\n${await this.readLog()}`);
      await delay(50);
    }
    return (performance.now() - begunAt) / 1_000;
  }

  /** Ends it with SIGTERM. Throws when it did not end well. */
  async stop(): Promise<void> {
    const { child } = this;
    if (child === null) return;
    this.child = null;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    if (child.exitCode !== 0) throw new Error(`${this.name} ended with ${child.exitCode}:\n${await this.readLog()}`);
  }

  /** Ends it at once, without a word. The signal is sent before this returns. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Sends a signal, such as one that stops it or lets it go on. */
  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  /** The last lines of its log. */
  async readLog(): Promise<string> {
    return (await readFile(this.plan.logFile, 'utf8').catch(() => '')).slice(-4_000);
  }

  private async isReady(): Promise<boolean> {
    const url = `http://127.0.0.1:${this.plan.port}/ready`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return answer?.status === 200;
  }
}
