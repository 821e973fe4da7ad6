import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Low CPU priority: about a tenth of a busy processor, and all of an idle one. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;
/**
 * Several threads allocate and free large buffers: without the limit, glibc would retain freed memory in one arena
 * per thread.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
/** Buffers are freed by the garbage collector, so it must run often. */
const NODE_ARGUMENTS = ['--max-semi-space-size=2'];
/** Environment variables passed to the process: none of the server's secrets. */
const PASSED_VARIABLES = ['PATH', 'NODE_OPTIONS', 'LD_LIBRARY_PATH', 'SystemRoot', 'TZ'] as const;

/**
 * Starts a program in a separate process for work that no user waits for. It communicates by messages, and must first
 * call `stayInBackground`. It gets a session of its own: terminal signals are handled by the server, and Linux
 * divides the processors between sessions first. `codeFolder`: cache for the compiled program, written when it ends
 * by itself; nobody else may be able to write there.
 */
export function forkBackground(program: URL, codeFolder?: string): ChildProcess {
  const stored = codeFolder === undefined ? {} : { NODE_COMPILE_CACHE: codeFolder };
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: NODE_ARGUMENTS,
    env: {
      ...Object.fromEntries(PASSED_VARIABLES.map((name) => [name, process.env[name]])),
      ...ENVIRONMENT,
      ...stored,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  // The server may exit without waiting for the process.
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * Lowers the priority of this process and ends it with the server, however that ends. Where the system does not
 * support it, the process continues unchanged.
 */
export function stayInBackground(): void {
  process.on('disconnect', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  attempt(() => setPriority(PRIORITY));
  // Linux has one priority per thread; threads started later inherit it.
  attempt(() => {
    for (const thread of readdirSync('/proc/self/task')) attempt(() => setPriority(Number(thread), PRIORITY));
  });
  // And one per session, where it groups processes by session.
  attempt(() => writeFileSync('/proc/self/autogroup', String(PRIORITY)));
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Without a lower priority the work can still be done.
  }
}
