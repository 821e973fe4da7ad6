// `npm run bench -- rolling`: two processes each of a portal and a plant behind Caddy are restarted one after the other.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Loss } from './drill/compare.ts';
import { repeatWork, settle } from './drill/round.ts';
import type { BenchOptions } from './options.ts';
import { formatRollingTable, listFaults, type Restart, type RollingResult } from './rolling/report.ts';
import { type LoadEnd, type RollingLoad, startRollingLoad } from './rolling/rolling-load.ts';
import type { ServerProcess } from './rolling/server-process.ts';
import type { Tally } from './rolling/tally.ts';
import { type RollingWorld, startRollingWorld } from './rolling/world.ts';

/** Time after a start until the proxy surely sends calls to the process again: more than its interval. */
const NOTICED_MS = 2_500;
/** Load before the first and after the last restart. */
const CALM_MS = 3_000;

/** Runs the bench. Throws when a call failed, a stream missed an alert, or something acknowledged is missing. */
export async function benchRolling({ runs }: Pick<BenchOptions, 'runs'>, say: (text: string) => void): Promise<void> {
  const world = await startRollingWorld(say);
  const folder = await mkdtemp(join(tmpdir(), 'varco-rolling-files-'));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
  process.once('exit', () => world.servers.forEach((server) => void server.kill()));
  try {
    const result = await runRolling(world, { rounds: runs, folder }, say);
    console.log(`\n${formatRollingTable(result)}\n`);
    const faults = listFaults(result);
    if (faults.length > 0) throw new Error(`the restarts were noticed:\n  ${faults.slice(0, 20).join('\n  ')}`);
  } catch (error) {
    say(await world.readLogs());
    throw error;
  } finally {
    await world.remove();
    await rm(folder, { recursive: true });
  }
}

interface RollingPlan {
  readonly rounds: number;
  /** Folder for exported files that are verified. */
  readonly folder: string;
}

/** Restarts every process `rounds` times under load. */
export async function runRolling(
  world: RollingWorld,
  { rounds, folder }: RollingPlan,
  say: (text: string) => void,
): Promise<RollingResult> {
  const load = await startRollingLoad(world, folder);
  const restarts: Restart[] = [];
  await delay(CALM_MS);
  for (let round = 1; round <= rounds; round += 1)
    for (const server of world.servers) {
      const restart = await restartServer(server, load.tally);
      restarts.push(restart);
      const { leftIn, readyIn, outage } = restart;
      say(
        `round ${round}: ${server.name} left in ${leftIn.toFixed(1)} s, ready in ${readyIn.toFixed(1)} s, outage ${outage.toFixed(1)} s`,
      );
    }
  await delay(CALM_MS);
  const end = await load.stop();
  const rows = load.tally.rows();
  for (const { text } of load.tally.failures.slice(0, 40)) say(text);
  await world.forgetRates();
  const { losses, missed } = await compareEnd(load, end);
  return { rows, restarts, losses, missed, streams: end.streams, exportsDone: end.exports.done };
}

/** Ends a process, starts it again, and waits until the proxy has noticed. */
async function restartServer(server: ServerProcess, tally: Tally): Promise<Restart> {
  const begunAt = performance.now();
  await server.stop();
  const leftIn = (performance.now() - begunAt) / 1_000;
  const readyIn = await server.start();
  await delay(NOTICED_MS);
  const lastMs = Math.max(begunAt, ...tally.failures.map(({ atMs }) => atMs));
  return { name: server.name, leftIn, readyIn, outage: (lastMs - begunAt) / 1_000 };
}

/** What is there in the end against what was acknowledged, and what the streams heard against what was raised. */
async function compareEnd(
  { caller, people, ledger }: RollingLoad,
  end: LoadEnd,
): Promise<{ readonly losses: readonly Loss[]; readonly missed: number }> {
  const before = await settle(caller, people.searcher, ledger);
  const raised = before.seen.alerts.map(({ id }) => id);
  const missed = end.heard.reduce((sum, heard) => sum + raised.filter((id) => !heard.has(id)).length, 0);
  const repeated = await repeatWork(caller, people, ledger);
  const after = await settle(caller, people.searcher, ledger);
  return { missed, losses: [...before.losses, ...repeated, ...after.losses, ...end.exports.losses] };
}
