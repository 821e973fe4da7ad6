import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { readMemory } from '../plant/plant-process.ts';
import type { HealthyWorld } from '../world/healthy-world.ts';
import type { BenchPlant } from './plant-calls.ts';
import { startSearcher } from './searcher.ts';

const PAUSE_MS = 100;
/** Warm-up searches of a searcher: connections are opened and code is compiled. */
const WARM_UP_SEARCHES = 16;

/** Durations in milliseconds of searches on idle plants. */
export async function measureSearches(plants: readonly BenchPlant[], count: number): Promise<readonly number[]> {
  const searcher = await startSearcher(plants);
  await searcher.reach(WARM_UP_SEARCHES + count);
  await searcher.stop();
  return searcher.times.slice(WARM_UP_SEARCHES, WARM_UP_SEARCHES + count);
}

const PLANT_PROCESSES = ['plant', 'server', 'exports', 'marking', 'assembly'] as const;
type PlantMemory = Record<(typeof PLANT_PROCESSES)[number], number>;

/**
 * Memory growth. `plant`: the server and its child processes, added at the same moment; the others: one process each,
 * the largest where there are several.
 */
export type Growth = Readonly<PlantMemory & Record<'portal' | 'fetcher', number>>;

export interface WatchResult {
  readonly searchMs: readonly number[];
  /** Maximum growth of each kind of process, MB. */
  readonly growth: Growth;
}

/** Searches and samples memory while `work` runs. */
export async function watchWhile<T>(
  world: HealthyWorld,
  plants: readonly BenchPlant[],
  work: () => Promise<T>,
): Promise<readonly [T, WatchResult]> {
  const searcher = await startSearcher(plants);
  await searcher.reach(WARM_UP_SEARCHES);
  const before = await measureAllMemory(world, plants);
  const growth = { plant: 0, server: 0, exports: 0, marking: 0, assembly: 0, portal: 0, fetcher: 0 };
  const state = { isRunning: true };
  const watch = (async () => {
    while (state.isRunning) {
      const now = await measureAllMemory(world, plants);
      for (const name of PLANT_PROCESSES)
        growth[name] = Math.max(growth[name], ...now.plants.map((mb, i) => mb[name] - (before.plants[i]?.[name] ?? 0)));
      growth.portal = Math.max(growth.portal, now.portal - before.portal);
      growth.fetcher = Math.max(growth.fetcher, now.fetcher - before.fetcher);
      await wait(PAUSE_MS);
    }
  })();
  try {
    const result = await work();
    state.isRunning = false;
    await watch;
    return [result, { searchMs: searcher.times.slice(WARM_UP_SEARCHES), growth }];
  } finally {
    state.isRunning = false;
    await searcher.stop();
  }
}

/**
 * Memory of a process in MB, and private memory of its child processes: the shared pages of the runtime are counted
 * once.
 */
async function measureFamilyMemory(pid: number): Promise<Readonly<PlantMemory>> {
  const own = (await readMemory(pid))?.now ?? 0;
  const memory = { plant: own, server: own, exports: 0, marking: 0, assembly: 0 };
  for (const child of await listDescendants(pid)) {
    const [mb, command] = await Promise.all([
      readAnonymousMemory(child),
      readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => ''),
    ]);
    memory.plant += mb;
    if (command.includes('export-program')) memory.exports = Math.max(memory.exports, mb);
    if (command.includes('marking-program')) memory.marking = Math.max(memory.marking, mb);
    if (command.includes('assembly-program')) memory.assembly = Math.max(memory.assembly, mb);
  }
  return memory;
}

async function listDescendants(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text
    .split(' ')
    .map(Number)
    .filter((child) => child !== 0);
  return [...children, ...(await Promise.all(children.map(listDescendants))).flat()];
}

async function readAnonymousMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
}

async function measureAllMemory(world: HealthyWorld, plants: readonly BenchPlant[]) {
  const of = (name: string) => measureFamilyMemory(world.pidOf(name) ?? 0);
  return {
    plants: await Promise.all(plants.map(({ code }) => of(code))),
    portal: (await of('portal')).plant,
    fetcher: Math.round(process.memoryUsage().rss / 2 ** 20),
  };
}
