// `npm run bench -- failover`: a cluster of two databases under Patroni, two processes each of portal and plant; rounds of one fault.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Caller } from './drill/caller.ts';
import { compareRound, type Loss } from './drill/compare.ts';
import { USERS } from './data/plant.ts';
import { observeRound } from './drill/observe.ts';
import { type Cluster, getWorkFolder, startCluster } from './failover/cluster.ts';
import { describeFailover, drawFailover } from './failover/faults.ts';
import { buildServersCommand, createNetwork, isInside, removeNetwork } from './failover/network.ts';
import { checkFailoverMachine } from './failover/preflight.ts';
import { formatFailoverRepeat, formatFailoverTable, listFailoverFaults } from './failover/report.ts';
import { type FailoverRound, runFailoverRound } from './failover/round.ts';
import type { BenchOptions } from './options.ts';
import { type RollingWorld, startRollingWorld } from './rolling/world.ts';

/** Signals within this time are one. */
const SAME_SIGNAL_MS = 1_000;

type FailoverOptions = Pick<BenchOptions, 'rounds' | 'seed' | 'debian'>;

/**
 * Runs the drill in network namespaces and a folder that it makes and removes. Throws when something acknowledged is missing, an answer
 * is wrong, or the outages are longer than required.
 */
export async function benchFailover(options: FailoverOptions, say: (text: string) => void): Promise<void> {
  if (isInside()) return runInside(options, say);
  checkFailoverMachine(options.debian);
  const folder = getWorkFolder(options.debian);
  // Whatever ends this process, the namespaces and all that runs in them end with it.
  process.once('exit', () => {
    removeNetwork();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const temporary = join(folder, 'servers');
  mkdirSync(temporary, { recursive: true });
  createNetwork();
  const [command = '', ...args] = buildServersCommand([
    process.execPath,
    ...process.execArgv,
    ...process.argv.slice(1),
  ]);
  // A group of its own: Ctrl-C must not reach the programs that the running round needs.
  const env = { ...process.env, TMPDIR: temporary };
  const child = spawn(command, args, { stdio: 'inherit', detached: true, env });
  endOnSignals(child);
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`the failover drill ended with ${child.exitCode}: see above`);
}

/**
 * The first signal ends the drill after its round, with the table; a later one ends it at once. None has its usual effect, which
 * would end this process before it has cleaned up: some programs send two at the same moment.
 */
function endOnSignals(child: ChildProcess): void {
  let firstMs: number | null = null;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      const now = performance.now();
      if (firstMs !== null && now - firstMs > SAME_SIGNAL_MS) process.exit(1);
      firstMs ??= now;
      child.kill('SIGTERM');
    });
}

async function runInside(options: FailoverOptions, say: (text: string) => void): Promise<void> {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => ending.abort());
  say('starting three database hosts');
  const cluster = await startCluster(options.debian);
  try {
    const world = await startRollingWorld(say, async () => ({ ...cluster, stop: async () => {} }));
    process.once('exit', () => world.servers.forEach((server) => void server.kill()));
    try {
      await runRounds({ world, cluster, signal: ending.signal }, options, say);
    } catch (error) {
      say(`${await world.readLogs()}\n${await cluster.readLogs()}`);
      throw error;
    } finally {
      await world.remove();
    }
  } finally {
    await cluster.stop();
  }
}

interface Drill {
  readonly world: RollingWorld;
  readonly cluster: Cluster;
  /** Aborts: the running round is the last. */
  readonly signal: AbortSignal;
}

async function runRounds(
  { world, cluster, signal }: Drill,
  { rounds: count, seed }: FailoverOptions,
  say: (text: string) => void,
): Promise<void> {
  const rounds: FailoverRound[] = [];
  let late: readonly Loss[] = [];
  try {
    for (let number = 0; number < count && !signal.aborted; number += 1) {
      const plan = drawFailover(seed + number);
      say(`seed ${plan.seed}: ${describeFailover(plan)}; load ${loadavg()[0]?.toFixed(1)}`);
      const round = await runOrExplain(world, cluster, plan.seed, number);
      rounds.push(round);
      sayRound(round, say);
    }
    late = await checkAll(world, rounds);
  } finally {
    if (rounds.length > 0) console.log(`\n${formatFailoverTable(rounds, late)}\n`);
  }
  const faults = listFailoverFaults(rounds, late);
  if (faults.length > 0) throw new Error(`the drill failed:\n  ${faults.slice(0, 40).join('\n  ')}`);
}

/** A round that cannot be finished names what repeats it. */
async function runOrExplain(
  world: RollingWorld,
  cluster: Cluster,
  seed: number,
  number: number,
): Promise<FailoverRound> {
  try {
    return await runFailoverRound({ world, cluster, plan: drawFailover(seed), number });
  } catch (error) {
    throw new Error(`the round could not be finished; ${formatFailoverRepeat(seed)}`, { cause: error });
  }
}

function sayRound(
  { acknowledged, outages, wholeIn, losses, odd, plan }: FailoverRound,
  say: (text: string) => void,
): void {
  const kinds = Object.entries(acknowledged).map(([kind, n]) => `${n} ${kind}`);
  say(
    `  RTO plant ${outages.plant.toFixed(1)} s, portal ${outages.portal.toFixed(1)} s; whole again after ${wholeIn.toFixed(1)} s; ${kinds.join(', ')}`,
  );
  for (const { what, how, detail } of losses.slice(0, 10)) say(`  ${what} ${how}: ${detail}`);
  for (const text of new Set(odd)) say(`  wrong answer: ${text}`);
  if (losses.length + odd.length > 0) say(`  ${formatFailoverRepeat(plan.seed)}`);
}

/** All rounds once more: what a round found must survive the later ones. */
async function checkAll(world: RollingWorld, rounds: readonly FailoverRound[]): Promise<readonly Loss[]> {
  const losses: Loss[] = [];
  for (const { ledger } of rounds) {
    await world.forgetRates();
    const caller = new Caller(world.plantUrl, () => {});
    losses.push(...compareRound(ledger, await observeRound(caller, await caller.signIn(USERS[0] ?? ''), ledger)));
  }
  return losses;
}
