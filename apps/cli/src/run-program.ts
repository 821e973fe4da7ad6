import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type ServerProgram = 'plant-server' | 'portal-server';

/** Programs of a server beside the server itself. */
export type ProgramName =
  | 'migrate'
  | 'create-database'
  | 'set-up'
  | 'inspect'
  | 'joining-code'
  | 'backup'
  | 'public-page'
  | 'keys'
  | 'ingest-keys';

/** A program of a server that a command starts: what touches a database belongs to its server. */
export const findProgram = (server: ServerProgram, name: ProgramName): string =>
  fileURLToPath(new URL(`../../${server}/src/${name}.ts`, import.meta.url));

/** User and group, by number. */
export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

export interface ProgramOptions {
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Text for its standard input; absent: none. */
  readonly input?: string;
  /** The user that runs it; absent or null: the current one. */
  readonly user?: UserIds | null;
  /** Aborted: the program is ended. */
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
  /** Its last line on standard error. */
  readonly problem: string;
}

/** Runs a program with this Node and waits for its end; never rejects. */
export function runProgram(entry: string, options: ProgramOptions): Promise<ProgramResult> {
  const { args = [], env, input, user, signal } = options;
  return new Promise((done) => {
    const child = spawn(process.execPath, [entry, ...args], {
      env,
      // Another user may have no right to the folder of the caller.
      ...(user === undefined || user === null ? {} : { uid: user.uid, gid: user.gid, cwd: '/' }),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      ...(signal === undefined ? {} : { signal, killSignal: 'SIGTERM' as const }),
    });
    let output = '';
    let errors = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (errors = `${errors}${String(chunk)}`.slice(-4_000)));
    // A program that ends early closes its input: what it says is the reason.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.once('error', (error) => done({ code: null, output, problem: error.message }));
    child.once('close', (code) => done({ code, output, problem: errors.trim().split('\n').at(-1) ?? '' }));
  });
}
