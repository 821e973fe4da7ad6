import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '../plant/plant-process.ts';
import type { HealthyWorld } from '../world/healthy-world.ts';
import type { BenchPlant } from './plant-calls.ts';
import { startSearcher } from './searcher.ts';

const PAUSE_MS = 100;
/** Warm-up searches of a searcher: connections are opened and code is compiled. */
const COLD = 16;

/** Durations in milliseconds of searches on idle plants. */
export async function searches(plants: readonly BenchPlant[], count: number): Promise<readonly number[]> {
  const searcher = await startSearcher(plants);
  await searcher.reach(COLD + count);
  await searcher.stop();
  return searcher.times.slice(COLD, COLD + count);
}

const OF_PLANT = ['plant', 'server', 'exports', 'marking', 'assembly'] as const;
type OfPlant = Record<(typeof OF_PLANT)[number], number>;

/**
 * Memory growth. `plant`: the server and its child processes, added at the same moment; the others: one process each,
 * the largest where there are several.
 */
export type Growth = Readonly<OfPlant & Record<'portal' | 'fetcher', number>>;

export interface Watched {
  readonly searchMs: readonly number[];
  /** Maximum growth of each kind of process, MB. */
  readonly growth: Growth;
}

/** Searches and samples memory while `work` runs. */
export async function watching<T>(
  world: HealthyWorld,
  plants: readonly BenchPlant[],
  work: () => Promise<T>,
): Promise<readonly [T, Watched]> {
  const searcher = await startSearcher(plants);
  await searcher.reach(COLD);
  const before = await allMemory(world, plants);
  const growth = { plant: 0, server: 0, exports: 0, marking: 0, assembly: 0, portal: 0, fetcher: 0 };
  const state = { isRunning: true };
  const watch = (async () => {
    while (state.isRunning) {
      const now = await allMemory(world, plants);
      for (const name of OF_PLANT)
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
    return [result, { searchMs: searcher.times.slice(COLD), growth }];
  } finally {
    state.isRunning = false;
    await searcher.stop();
  }
}

/**
 * Memory of a process in MB, and private memory of its child processes: the shared pages of the runtime are counted
 * once.
 */
async function familyMemory(pid: number): Promise<Readonly<OfPlant>> {
  const own = (await memoryOf(pid))?.now ?? 0;
  const memory = { plant: own, server: own, exports: 0, marking: 0, assembly: 0 };
  for (const child of await descendants(pid)) {
    const [mb, command] = await Promise.all([
      anonymousMemory(child),
      readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => ''),
    ]);
    memory.plant += mb;
    if (command.includes('export-program')) memory.exports = Math.max(memory.exports, mb);
    if (command.includes('marking-program')) memory.marking = Math.max(memory.marking, mb);
    if (command.includes('assembly-program')) memory.assembly = Math.max(memory.assembly, mb);
  }
  return memory;
}

async function descendants(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text
    .split(' ')
    .map(Number)
    .filter((child) => child !== 0);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}

async function anonymousMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
}

async function allMemory(world: HealthyWorld, plants: readonly BenchPlant[]) {
  const of = (name: string) => familyMemory(world.pidOf(name) ?? 0);
  return {
    plants: await Promise.all(plants.map(({ code }) => of(code))),
    portal: (await of('portal')).plant,
    fetcher: Math.round(process.memoryUsage().rss / 2 ** 20),
  };
}
