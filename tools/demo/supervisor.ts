import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface ServiceSpec {
  readonly name: string;
  /** TypeScript file to run with this Node. */
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  /** Address that returns 200 when the service is ready; absent for services without one. */
  readonly readyUrl?: string;
  /** The service ends by itself: after a successful exit it is not restarted. */
  readonly endsByItself?: boolean;
}

interface Running {
  readonly spec: ServiceSpec;
  child: ChildProcess;
  startedAt: number;
  quickDeaths: number;
  isStopping: boolean;
  isGivenUp: boolean;
}

/** A service that exits shortly after each start is abandoned after this many attempts in a row. */
const MAX_QUICK_EXITS = 6;
const QUICK_EXIT_MS = 3_000;

/**
 * Starts servers as child processes, writes the output of each to a log file, restarts those that exit and stops all
 * of them together. A child also exits when this process ends for any reason, because its IPC channel closes.
 */
export class Supervisor {
  readonly #services = new Map<string, Running>();
  readonly #logDir: string;
  readonly #guard: string;
  /** Ten servers with the same modules: what one has compiled the others load. */
  readonly #compileCache: string;
  readonly #onEvent: (text: string) => void;

  constructor(options: { root: string; logDir: string; onEvent: (text: string) => void }) {
    this.#logDir = options.logDir;
    this.#guard = `file://${path.join(options.root, 'tools/end-with-parent.mjs')}`;
    this.#compileCache = path.join(options.root, '.cache/node');
    this.#onEvent = options.onEvent;
    fs.mkdirSync(this.#logDir, { recursive: true });
  }

  /**
   * Starts `spec` and resolves when its ready address returns 200. @throws with the end of its log when it does not.
   */
  async start(spec: ServiceSpec, readyTimeoutMs = 150_000): Promise<void> {
    const running: Running = {
      spec,
      child: this.#spawn(spec),
      startedAt: performance.now(),
      quickDeaths: 0,
      isStopping: false,
      isGivenUp: false,
    };
    this.#services.set(spec.name, running);
    this.#watch(running);
    if (spec.readyUrl === undefined) return;
    const deadline = performance.now() + readyTimeoutMs;
    while (performance.now() < deadline) {
      if (running.quickDeaths >= 2) break;
      if (await respondsOk(spec.readyUrl)) return;
      await pause(60);
    }
    throw new Error(`${spec.name} did not start.\n${this.logTail(spec.name)}`);
  }

  /** Process id of a running service; used by tests that kill it. */
  pidOf(name: string): number | null {
    return this.#services.get(name)?.child.pid ?? null;
  }

  /** Last lines of a service's log. */
  logTail(name: string, lines = 12): string {
    const file = this.#logFile(name);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n') : '';
  }

  /** Stops all services: gracefully first, by force after `graceMs`. */
  async stopAll(graceMs = 8_000): Promise<void> {
    await Promise.all([...this.#services.values()].map((running) => stopProcess(running, graceMs)));
    this.#services.clear();
  }

  /** Stops every service so that it is restarted; an abandoned one is started again too. */
  restartAll(): void {
    for (const running of this.#services.values()) {
      const isGone = running.child.exitCode !== null || running.child.signalCode !== null;
      running.quickDeaths = 0;
      if (!isGone) running.child.kill('SIGTERM');
      else if (running.isGivenUp) this.#restart(running);
    }
  }

  #restart(running: Running): void {
    if (running.isStopping) return;
    running.isGivenUp = false;
    running.child = this.#spawn(running.spec);
    running.startedAt = performance.now();
    this.#watch(running);
  }

  #spawn(spec: ServiceSpec): ChildProcess {
    const log = fs.openSync(this.#logFile(spec.name), 'a');
    // The IPC channel tells the child when this process is gone. The child is detached, so Ctrl-C reaches only this
    // process.
    const child = spawn(process.execPath, ['--import', this.#guard, spec.entry], {
      env: { NODE_COMPILE_CACHE: this.#compileCache, ...process.env, ...spec.env },
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    });
    fs.closeSync(log);
    return child;
  }

  #watch(running: Running): void {
    running.child.once('exit', (code, signal) => {
      if (running.isStopping || (running.spec.endsByItself === true && code === 0)) return;
      const wasQuick = performance.now() - running.startedAt < QUICK_EXIT_MS;
      running.quickDeaths = wasQuick ? running.quickDeaths + 1 : 0;
      if (running.quickDeaths >= MAX_QUICK_EXITS) {
        running.isGivenUp = true;
        this.#onEvent(
          `${running.spec.name} keeps ending (${signal ?? code}); given up.\n${this.logTail(running.spec.name)}`,
        );
        return;
      }
      this.#onEvent(`${running.spec.name} ended (${signal ?? code}); starting it again.`);
      setTimeout(() => this.#restart(running), wasQuick ? 500 : 50);
    });
  }

  #logFile(name: string): string {
    return path.join(this.#logDir, `${name}.log`);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function respondsOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

async function stopProcess(running: Running, graceMs: number): Promise<void> {
  running.isStopping = true;
  const { child } = running;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await gone;
  clearTimeout(force);
}
