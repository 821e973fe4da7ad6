import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PreflightError } from '../../tools/demo/preflight.ts';

const root = join(import.meta.dirname, '../..');
const SHIPPED = join(root, 'tools/package/files/etc/Caddyfile');
const START_MS = 20_000;

/** A name of the proxy with the two processes behind it. */
export interface ProxiedSite {
  readonly port: number;
  readonly upstreams: readonly [number, number];
}

export interface RunningCaddy {
  /** Certificate of the authority that it made, PEM. */
  readonly authority: string;
  readLog(): Promise<string>;
  stop(): Promise<void>;
}

/** Whether this machine has Caddy. */
export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0;

/**
 * The configuration that the package ships, with sites of this machine instead of its examples: what is measured is what
 * operators run.
 */
export function buildCaddyfile(shipped: string, sites: readonly ProxiedSite[]): string {
  const options = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n';
  const snippets = shipped.slice(0, shipped.search(/^https:\/\//m));
  const blocks = sites.map(
    ({ port, upstreams: [first, second] }) =>
      `https://localhost:${port} {\n\tbind 127.0.0.1\n\timport varco-two 127.0.0.1:${first} 127.0.0.1:${second}\n}\n`,
  );
  return [options, snippets, ...blocks].join('\n');
}

/** Starts Caddy with everything it writes in `folder`. Throws `PreflightError` when this machine has none. */
export async function startCaddy(folder: string, sites: readonly ProxiedSite[]): Promise<RunningCaddy> {
  if (!hasCaddy()) throw new PreflightError('This bench needs Caddy: apt-get install caddy');
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'Caddyfile');
  await writeFile(config, buildCaddyfile(readFileSync(SHIPPED, 'utf8'), sites));
  const logFile = join(folder, 'caddy.log');
  const readLog = async (): Promise<string> => (await readFile(logFile, 'utf8').catch(() => '')).slice(-4_000);
  const output = openSync(logFile, 'a');
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    stdio: ['ignore', output, output],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  closeSync(output);
  const stop = (): Promise<void> => endProcess(child);
  process.once('exit', () => child.kill('SIGKILL'));
  try {
    const authority = await waitForAuthority(child, join(folder, 'caddy/pki/authorities/local/root.crt'));
    return { authority, readLog, stop };
  } catch (error) {
    await stop();
    throw new Error(`Caddy did not start:\n${await readLog()}`, { cause: error });
  }
}

async function waitForAuthority(child: ChildProcess, file: string): Promise<string> {
  for (const deadline = performance.now() + START_MS; performance.now() < deadline; await delay(100)) {
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}`);
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.includes('-----END CERTIFICATE-----')) return text;
  }
  throw new Error('no authority was made in time');
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
