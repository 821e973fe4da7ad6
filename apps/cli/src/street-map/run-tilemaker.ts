import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const getProfileFile = (name: 'streets.json' | 'streets.lua'): string =>
  fileURLToPath(new URL(`profile/${name}`, import.meta.url));

export type TilemakerResult =
  | { readonly kind: 'done' | 'missing' | 'interrupted' }
  /** With its last line on standard error. */
  | { readonly kind: 'failed'; readonly reason: string };

interface TilemakerRun {
  readonly extract: string;
  /** MBTiles file to write. */
  readonly target: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (percent: number) => void;
}

/** Lets tilemaker cut an extract into tiles with the profile of this program; never rejects. */
export function runTilemaker({ extract, target, env, signal, onProgress }: TilemakerRun): Promise<TilemakerResult> {
  const files = { config: getProfileFile('streets.json'), process: getProfileFile('streets.lua') };
  const args = Object.entries({ input: extract, output: target, ...files }).flatMap(([key, value]) => [
    `--${key}`,
    value,
  ]);
  return new Promise((done) => {
    const child = spawn('tilemaker', args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal === undefined ? {} : { signal }),
    });
    let problem = '';
    child.stdout.on('data', (chunk) => {
      const [, written, all] = /writing tile (\d+) of (\d+)/.exec(String(chunk)) ?? [];
      if (written !== undefined) onProgress(Math.floor((Number(written) / Number(all)) * 100));
    });
    child.stderr.on('data', (chunk) => (problem = `${problem}${String(chunk)}`.slice(-2_000)));
    child.once('error', (error) => {
      if (signal?.aborted === true) done({ kind: 'interrupted' });
      else if ('code' in error && error.code === 'ENOENT') done({ kind: 'missing' });
      else done({ kind: 'failed', reason: error.message });
    });
    child.once('close', (code) => {
      if (signal?.aborted === true) done({ kind: 'interrupted' });
      else if (code === 0) done({ kind: 'done' });
      else done({ kind: 'failed', reason: problem.trim().split('\n').at(-1)?.trim() || `exit ${String(code)}` });
    });
  });
}
