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

export interface Watched {
  readonly searchMs: readonly number[];
  /** What each kind of process took more at most than before, MB. */
  readonly growth: Readonly<Record<'plant' | 'portal' | 'fetcher', number>>;
}

/** Searches and looks at memory, as long as `work` takes. */
export async function watching<T>(
  world: HealthyWorld,
  plants: readonly BenchPlant[],
  work: () => Promise<T>,
): Promise<readonly [T, Watched]> {
  const before = await allMemory(world, plants);
  const growth = { plant: 0, portal: 0, fetcher: 0 };
  const searchMs: number[] = [];
  const state = { isRunning: true };
  const watch = (async () => {
    for (let turn = 0; state.isRunning; turn += 1) {
      const plant = plants[turn % plants.length];
      if (plant !== undefined) searchMs.push(await searchOnce(plant));
      const now = await allMemory(world, plants);
      growth.plant = Math.max(growth.plant, ...now.plants.map((mb, i) => mb - (before.plants[i] ?? 0)));
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
 * Of a program, MB, and what the processes it began have for themselves: the pages of the runtime, which all of them share, are
 * counted once.
 */
async function familyMemory(pid: number): Promise<number> {
  const [own, children] = await Promise.all([
    memoryOf(pid),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ]);
  const pids = children.split(' ').map(Number);
  const theirs = await Promise.all(pids.filter((one) => one > 0).map(anonymousMemory));
  return theirs.reduce((sum, one) => sum + one, own?.now ?? 0);
}

async function anonymousMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
}

async function allMemory(world: HealthyWorld, plants: readonly BenchPlant[]) {
  const of = (name: string): Promise<number> => familyMemory(world.pidOf(name) ?? 0);
  return {
    plants: await Promise.all(plants.map(({ code }) => of(code))),
    portal: await of('portal'),
    fetcher: Math.round(process.memoryUsage().rss / 2 ** 20),
  };
}
