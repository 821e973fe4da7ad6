import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Printed } from './printed.ts';

export interface CommandOptions {
  readonly cwd?: string;
  /** Beside the environment of this program. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. @returns what it printed. Throws with its output when it failed or is missing. */
export function runOrThrow(program: string, args: readonly string[], { cwd, env }: CommandOptions = {}): string {
  const result = spawnSync(program, args, {
    ...{ encoding: 'utf8', maxBuffer: 1e8 },
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
  });
  if (result.error !== undefined) throw new Error(`${program}: ${result.error.message}`);
  if (result.status !== 0) throw new Error(`${args.at(-1) ?? program}\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

export interface PrintedTexts {
  /** What the setups of portal and plant printed. */
  readonly portal: string;
  readonly plant: string;
  /** What the commands of the chapter printed, the joining code among it. */
  readonly commands: string;
  readonly authority: string;
}

/** What the administrators were given, from what the commands of the handbook printed. */
export function findPrinted({ portal, plant, commands, authority }: PrintedTexts): Printed {
  const find = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
  return {
    portal: 'https://portale.example',
    plant: 'https://impianto.example',
    link: find(portal, /(https:\S+)/),
    email: 'a.prova@comune.example',
    plantPassword: find(plant, /[Pp]assword[^:]*: (\S+)/),
    joiningCode: find(commands, /(VARCO-\S+)/),
    authority,
  };
}

/** Runs the journey of the first administrator with this machine's browser, in the network of a process. */
export async function runJourney(pid: number, printed: Printed): Promise<void> {
  const script = path.join(import.meta.dirname, 'installed-journey.ts');
  const journey = spawn('nsenter', ['--target', String(pid), '--net', process.execPath, script], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  journey.stdin.end(JSON.stringify(printed));
  const [code] = (await once(journey, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The journey in the browser failed');
}
