import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Gets a tenth of a processor somebody else wants too, and all of it when nobody does. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;
/** Large buffers are taken and freed by several threads in turn: an arena for each of them would keep what is freed (glibc). */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
/** Buffers are given back when the collector comes by, so it comes often. */
const YOUNG = ['--max-semi-space-size=2'];
/** What the process gets of the environment of the server: none of its secrets. */
const PASSED_ON = ['PATH', 'NODE_OPTIONS', 'LD_LIBRARY_PATH', 'SystemRoot', 'TZ'] as const;

/**
 * Begins a program in a process of its own for work that nobody waits for at a screen. It hears and answers by messages; its first
 * call has to be `stayInBackground`. A session of its own: a signal to all from a terminal is the server's to answer, and Linux
 * shares the processors between sessions first. `codeFolder`: the compiled program is kept there for the next time, when it ends by
 * itself; nobody else may write there.
 */
export function forkBackground(program: URL, codeFolder?: string): ChildProcess {
  const kept = codeFolder === undefined ? {} : { NODE_COMPILE_CACHE: codeFolder };
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: YOUNG,
    env: { ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])), ...ENVIRONMENT, ...kept },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  // The server does not stay for it; nothing is waited for there that is not waited for elsewhere too.
  child.unref();
  child.channel?.unref();
  return child;
}

/** All others go first, and the process ends with the server, however that ends. Where the system does not let it, it goes on as it is. */
export function stayInBackground(): void {
  process.on('disconnect', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  attempt(() => setPriority(PRIORITY));
  // Linux has a priority for each thread; threads begun later get it from the one that begins them.
  attempt(() => {
    for (const thread of readdirSync('/proc/self/task')) attempt(() => setPriority(Number(thread), PRIORITY));
  });
  // And one for each session, where it groups by them.
  attempt(() => writeFileSync('/proc/self/autogroup', String(PRIORITY)));
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Slower for the others is no reason not to work.
  }
}
