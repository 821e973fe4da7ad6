import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type BenchPlant, timeSearch } from './plant-calls.ts';
import type { SearcherMessage } from './searcher.ts';

const PAUSE_MS = 100;

const say = (message: SearcherMessage): void => parentPort?.postMessage(message);

// The parent thread passes the signed-in plants.
const plants = workerData as readonly BenchPlant[];
say('ready');
for (let turn = 0; ; turn += 1) {
  const plant = plants[turn % plants.length];
  if (plant === undefined) throw new Error('no plants');
  say(await timeSearch(plant));
  await wait(PAUSE_MS);
}
