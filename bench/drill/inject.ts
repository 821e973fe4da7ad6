import { setTimeout as delay } from 'node:timers/promises';
import { Rng } from '@varco/sim/random.ts';
import type { DrillPlant } from './drill-plant.ts';
import type { FaultPlan } from './faults.ts';
import { listBackends, listChildren, readPostgresLock, signal } from './processes.ts';
import { RESERVE_MB } from './drill-plant.ts';

/** The disk is filled again so often: whatever the server gives back is taken too. */
const REFILL_MS = 500;

/** Does the harm of a plan and undoes it again. Resolves at the end of the fault; what was killed is not yet started again. */
export async function injectFault(plant: DrillPlant, plan: FaultPlan): Promise<void> {
  const harm: Record<FaultPlan['kind'], () => Promise<void>> = {
    kill: () => killTwice(plant, plan, () => plant.kill()),
    'kill-database': () => killTwice(plant, plan, () => killDatabase(plant, plan)),
    'kill-all': () => killTwice(plant, plan, () => killAll(plant)),
    freeze: () => freeze([plant.pid()], plan.forMs),
    'freeze-database': async () => freeze(await listDatabaseProcesses(plant, plan.onlyBackends), plan.forMs),
    cut: () => cut(plant.clients, plan),
    'cut-database': () => cut(plant.database, plan),
    'full-disk': () => fillDisk(plant, plan, 0),
    'low-disk': () => fillDisk(plant, plan, RESERVE_MB / 2),
  };
  await harm[plan.kind]();
}

const readPostmaster = async (plant: DrillPlant): Promise<number> => (await readPostgresLock(plant.cluster))?.pid ?? 0;

/** Kills, and where the plan says so kills again what has just been started, in the middle of its recovery. */
async function killTwice(plant: DrillPlant, { againAfterMs }: FaultPlan, kill: () => Promise<void>): Promise<void> {
  await kill();
  if (againAfterMs === null) return;
  plant.launch();
  await delay(againAfterMs);
  await kill();
}

async function killDatabase(plant: DrillPlant, { onlyBackends, drawSeed }: FaultPlan): Promise<void> {
  const postmaster = await readPostmaster(plant);
  const backends = onlyBackends ? await listBackends(postmaster) : [];
  const victim = backends[new Rng(drawSeed).int(Math.max(1, backends.length))] ?? postmaster;
  signal(victim, 'SIGKILL');
}

/** Server and database, all processes at once. */
async function killAll(plant: DrillPlant): Promise<void> {
  const processes = await listDatabaseProcesses(plant, false);
  const killing = plant.kill();
  for (const pid of processes) signal(pid, 'SIGKILL');
  await killing;
}

async function listDatabaseProcesses(plant: DrillPlant, onlyBackends: boolean): Promise<readonly number[]> {
  const postmaster = await readPostmaster(plant);
  if (onlyBackends) return listBackends(postmaster);
  return [postmaster, ...(await listChildren(postmaster)).map(({ pid }) => pid)];
}

async function freeze(processes: readonly number[], forMs: number): Promise<void> {
  for (const pid of processes) signal(pid, 'SIGSTOP');
  await delay(forMs);
  for (const pid of processes) signal(pid, 'SIGCONT');
}

async function cut(proxy: DrillPlant['database'], { cut: how, drawSeed, forMs }: FaultPlan): Promise<void> {
  if (proxy === null) throw new Error('There is no way to the database that can be cut.');
  proxy.cut(how, drawSeed);
  await delay(forMs);
  proxy.heal();
}

/** Fills the disk and fills it again, until the time is over; `leaveMb` stay free. */
async function fillDisk(plant: DrillPlant, { forMs, killsDatabase }: FaultPlan, leaveMb: number): Promise<void> {
  const { disk } = plant;
  if (disk === null) throw new Error('There is no disk that can be filled.');
  await disk.fill(leaveMb);
  // Filling takes seconds on a busy machine; the fault begins when the disk is full.
  const until = performance.now() + forMs;
  if (killsDatabase && leaveMb === 0) signal(await readPostmaster(plant), 'SIGKILL');
  while (performance.now() < until) {
    await delay(REFILL_MS);
    if (leaveMb === 0) await disk.fill(0);
  }
  await disk.free();
}
