import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '../plant/plant-process.ts';
import type { HealthyWorld } from '../world/healthy-world.ts';
import { type BenchPlant, searchOnce } from './plant-calls.ts';

const PAUSE_MS = 100;

/** Searches one after the other, in turns over the plants; milliseconds of each. */
export async function searches(plants: readonly BenchPlant[], count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const plant = plants[turn % plants.length];
    if (plant !== undefined) times.push(await searchOnce(plant));
    await wait(PAUSE_MS);
  }
  return times;
}

/** `plant`: the server and the processes it begins, as far as they were there at the same moment; the others: one process each. */
export type Growth = Readonly<Record<'plant' | 'server' | 'marking' | 'assembly' | 'portal' | 'fetcher', number>>;

export interface Watched {
  readonly searchMs: readonly number[];
  /** What each kind of process took more at most than before, MB. */
  readonly growth: Growth;
}

/** Searches and looks at memory, as long as `work` takes. */
export async function watching<T>(
  world: HealthyWorld,
  plants: readonly BenchPlant[],
  work: () => Promise<T>,
): Promise<readonly [T, Watched]> {
  const before = await allMemory(world, plants);
  const growth = { plant: 0, server: 0, marking: 0, assembly: 0, portal: 0, fetcher: 0 };
  const searchMs: number[] = [];
  const state = { isRunning: true };
  const watch = (async () => {
    for (let turn = 0; state.isRunning; turn += 1) {
      const plant = plants[turn % plants.length];
      if (plant !== undefined) searchMs.push(await searchOnce(plant));
      const now = await allMemory(world, plants);
      for (const name of ['plant', 'server', 'marking', 'assembly'] as const)
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
    return [result, { searchMs, growth }];
  } finally {
    state.isRunning = false;
  }
}

/**
 * Of a program, MB, and of the processes it began what they have for themselves: the pages of the runtime, which all of them share,
 * are counted once.
 */
async function familyMemory(
  pid: number,
): Promise<Readonly<Record<'plant' | 'server' | 'marking' | 'assembly', number>>> {
  const [own, children] = await Promise.all([
    memoryOf(pid),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ]);
  const memory = { plant: own?.now ?? 0, server: own?.now ?? 0, marking: 0, assembly: 0 };
  for (const child of children.split(' ').map(Number)) {
    if (child === 0) continue;
    const [mb, command] = await Promise.all([
      anonymousMemory(child),
      readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => ''),
    ]);
    memory.plant += mb;
    if (command.includes('marking-program')) memory.marking += mb;
    if (command.includes('assembly-program')) memory.assembly += mb;
  }
  return memory;
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
