import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '..');
const startLimitMs = 240_000;

/** Where the journeys find the addresses and people of the world: the demo's ready file. */
export const readyFile = process.env['VARCO_E2E_READY_FILE'] ?? join(root, '.cache/e2e-world/ready.json');

/**
 * Starts a demo world of its own for the journeys, on its own ports and data, and returns what ends it.
 * With VARCO_E2E_READY_FILE they run on a world that is up already.
 */
// oxlint-disable-next-line import/no-default-export -- the runner of the journeys asks for it
export default async function startWorld(): Promise<() => Promise<void>> {
  if (process.env['VARCO_E2E_READY_FILE'] !== undefined) return async () => undefined;
  rmSync(readyFile, { force: true });
  const args = ['--data', join(root, '.cache/e2e-world/data'), '--ready-file', readyFile, '--reset'];
  const world = spawn(
    process.execPath,
    [
      '--import',
      `file://${join(root, 'tools/end-with-parent.mjs')}`,
      join(root, 'tools/demo.ts'),
      ...args,
      ...['--port-base', process.env['VARCO_E2E_PORT_BASE'] ?? '8600'],
    ],
    { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  let output = '';
  world.stdout?.on('data', (chunk) => (output += String(chunk)));
  world.stderr?.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<void>((done) => world.once('exit', () => done()));
  for (const deadline = performance.now() + startLimitMs; !existsSync(readyFile); await delay(200)) {
    if (world.exitCode !== null || performance.now() > deadline) {
      world.kill('SIGTERM');
      throw new Error(`The demo world did not start.\n${output.slice(-4_000)}`);
    }
  }
  return async () => {
    world.kill('SIGTERM');
    await ended;
  };
}
