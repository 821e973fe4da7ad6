import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
  /** Its last line on standard error. */
  readonly problem: string;
}

/**
 * Runs a program of a server in a process of its own and waits for it: addresses and passwords are in its environment only.
 * `entry`: its file under `apps`, such as `plant-server/src/migrate.ts`.
 */
export function runServerProgram(
  entry: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ProgramResult> {
  const file = fileURLToPath(new URL(`../../${entry}`, import.meta.url));
  return new Promise((done) => {
    const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (errors = `${errors}${String(chunk)}`.slice(-4_000)));
    child.once('error', (error) => done({ code: null, output, problem: error.message }));
    child.once('close', (code) => done({ code, output, problem: errors.trim().split('\n').at(-1) ?? '' }));
  });
}
